import PlainText

/// The JOSE header of a payload signed by the App Store: its algorithm and certificate chain.
enum JOSEHeader {
  /// Decodes a header in base64url.
  ///
  /// - Returns: The three certificates of its chain in DER, not yet verified.
  /// - Throws: The error in the header.
  static func certificates(
    _ encoded: UnsafeBufferPointer<UInt8>
  ) throws(PayloadError) -> [[UInt8]] {
    guard let bytes = Base64.decode(encoded, alphabet: .url) else { throw .field(.notJWS) }
    return try bytes.withUnsafeBufferPointer { (text) throws(PayloadError) in
      try JSONDocument.payload(text).withRoot(of: text) { (root) throws(PayloadError) in
        try self.certificates(root)
      }
    }
  }

  private static func certificates(_ header: JSONValue) throws(PayloadError) -> [[UInt8]] {
    let algorithm = header["alg"]?.text ?? "nothing"
    guard algorithm == "ES256" else { throw .proof(.algorithm(algorithm)) }
    // RFC 7515, 4.1.11: a critical extension must be understood, and none is supported.
    guard !header.has("crit") else { throw .proof(.algorithm("an extension (crit)")) }
    let chain = header["x5c"]?.elements ?? []
    guard chain.count == 3 else { throw .proof(.chainLength(chain.count)) }
    var certificates: [[UInt8]] = []
    for (index, element) in chain.enumerated() {
      guard element.kind == .string,
        let der = element.content.withUnsafeBufferPointer({
          Base64.decode($0, alphabet: .standard)
        })
      else { throw .proof(.certificateUnreadable(index: index)) }
      certificates.append(der)
    }
    return certificates
  }
}
