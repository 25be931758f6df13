import Crypto
import SwiftASN1
import X509

/// A certificate that a chain may end in, pinned by the SHA-256 of its DER form.
///
/// A JWS carries its own root as the third certificate of `x5c`; it is trusted only when its hash
/// is pinned, so no certificate needs to be shipped or fetched.
public struct TrustedRoot: Hashable, Sendable {
  /// The SHA-256 of the certificate's DER form, 32 bytes.
  public let fingerprint: [UInt8]

  /// Apple Root CA - G3, in which every signature of the App Store ends
  /// (<https://www.apple.com/certificateauthority/>).
  public static let appleRootCAG3 = TrustedRoot(fingerprint: [
    0x63, 0x34, 0x3a, 0xbf, 0xb8, 0x9a, 0x6a, 0x03, 0xeb, 0xb5, 0x7e, 0x9b, 0x3f, 0x5f, 0xa7, 0xbe,
    0x7c, 0x4f, 0x5c, 0x75, 0x6f, 0x30, 0x17, 0xb3, 0xa8, 0xc4, 0x88, 0xc3, 0x65, 0x3e, 0x91, 0x79,
  ])

  /// Pins a certificate by its hash.
  init(fingerprint: [UInt8]) { self.fingerprint = fingerprint }

  /// Pins the certificate in a file's bytes, PEM or DER.
  ///
  /// - Throws: ``ProofProblem/rootUnreadable`` when the bytes are no certificate.
  public init(file bytes: [UInt8]) throws(PayloadError) {
    let der = try CertificateFile.der(bytes)
    guard (try? Certificate(derEncoded: der)) != nil else { throw .proof(.rootUnreadable) }
    fingerprint = Array(SHA256.hash(data: der))
  }
}
