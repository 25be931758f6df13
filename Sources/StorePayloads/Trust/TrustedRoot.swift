import Cryptography
import PlainText

/// A certificate that a chain may end in, pinned by the SHA-256 of its DER form and of its key.
///
/// A JWS contains its own root as the third certificate of `x5c`; it is trusted only if its hash is
/// pinned, or if it is a reissued certificate of the same authority: it has the pinned key and is
/// signed by it. It may be of version 1, as one in the fixtures of Apple's own libraries. So no
/// certificate needs to be shipped or fetched.
public struct TrustedRoot: Hashable, Sendable {
  /// The SHA-256 of the certificate's DER form, 32 bytes.
  public let fingerprint: [UInt8]
  /// The SHA-256 of its public key's bytes in the certificate, 32 bytes.
  let keyFingerprint: [UInt8]

  /// Apple Root CA - G3, in which every signature of the App Store ends
  /// (<https://www.apple.com/certificateauthority/>).
  public static let appleRootCAG3 = TrustedRoot(
    fingerprint: [
      0x63, 0x34, 0x3a, 0xbf, 0xb8, 0x9a, 0x6a, 0x03, 0xeb, 0xb5, 0x7e, 0x9b, 0x3f, 0x5f, 0xa7,
      0xbe, 0x7c, 0x4f, 0x5c, 0x75, 0x6f, 0x30, 0x17, 0xb3, 0xa8, 0xc4, 0x88, 0xc3, 0x65, 0x3e,
      0x91, 0x79,
    ],
    keyFingerprint: [
      0xb4, 0x33, 0x58, 0xdd, 0xc0, 0xaa, 0xb4, 0x63, 0x63, 0x45, 0x23, 0x0f, 0x48, 0xa6, 0x5d,
      0x66, 0xdd, 0x79, 0x74, 0x02, 0x16, 0xa2, 0xf2, 0xf7, 0x84, 0xc5, 0x3a, 0xbd, 0x17, 0xb6,
      0x61, 0x1d,
    ])

  private init(fingerprint: [UInt8], keyFingerprint: [UInt8]) {
    (self.fingerprint, self.keyFingerprint) = (fingerprint, keyFingerprint)
  }

  /// Pins the certificate in a file's bytes, PEM or DER.
  ///
  /// - Throws: ``ProofProblem/rootUnreadable`` if the bytes are not a certificate, and
  ///   ``ProofProblem/rootNotAlone`` if they are several: the first of a chain is not its root.
  public init(file bytes: [UInt8]) throws(PayloadError) {
    let der = try CertificateFile.der(bytes)
    guard let certificate = Certificate(der: der, isRoot: true) else {
      throw .proof(.rootUnreadable)
    }
    self.init(
      fingerprint: SHA256.hash(der), keyFingerprint: SHA256.hash(certificate.publicKeyBytes))
  }

  /// Returns the pinned root that a certificate is, as pinned or as reissued with the same key.
  ///
  /// - Complexity: One hash; two and a signature if only the key is pinned.
  static func named(_ der: [UInt8], in roots: [TrustedRoot]) -> TrustedRoot? {
    let fingerprint = SHA256.hash(der)
    if let root = roots.first(where: { $0.fingerprint == fingerprint }) { return root }
    guard let certificate = Certificate(der: der, isRoot: true) else { return nil }
    let key = SHA256.hash(certificate.publicKeyBytes)
    guard let root = roots.first(where: { $0.keyFingerprint == key }),
      certificate.hasSigned(certificate)
    else { return nil }
    return root
  }
}

/// A reader for certificate files in PEM or DER.
enum CertificateFile {
  private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
  private static let end = Array("-----END CERTIFICATE-----".utf8)

  /// Returns the DER of the only certificate of a PEM file, or a DER file unchanged.
  static func der(_ bytes: [UInt8]) throws(PayloadError) -> [UInt8] {
    guard let start = position(of: begin, in: bytes, from: 0) else { return bytes }
    let bodyStart = start + begin.count
    guard let bodyEnd = position(of: end, in: bytes, from: bodyStart) else {
      throw .proof(.rootUnreadable)
    }
    guard position(of: begin, in: bytes, from: bodyEnd) == nil else { throw .proof(.rootNotAlone) }
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
