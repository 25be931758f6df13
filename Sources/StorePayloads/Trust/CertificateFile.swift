import PlainText

/// A reader for certificate files in PEM or DER.
enum CertificateFile {
  private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
  private static let end = Array("-----END CERTIFICATE-----".utf8)

  /// Returns the DER of the first certificate of a PEM file, or a DER file unchanged.
  static func der(_ bytes: [UInt8]) throws(PayloadError) -> [UInt8] {
    guard let start = position(of: begin, in: bytes, from: 0) else { return bytes }
    let bodyStart = start + begin.count
    guard let bodyEnd = position(of: end, in: bytes, from: bodyStart) else {
      throw .proof(.rootUnreadable)
    }
    let body = bytes[bodyStart..<bodyEnd].filter { $0 > 0x20 }
    guard let der = body.withUnsafeBufferPointer({ Base64.decode($0, alphabet: .standard) }) else {
      throw .proof(.rootUnreadable)
    }
    return der
  }

  private static func position(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= needle.count else { return nil }
    return (start...max(start, bytes.count - needle.count)).first {
      $0 + needle.count <= bytes.count && bytes[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }
}
