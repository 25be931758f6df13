import Cryptography
import PlainText

/// A simulated App Store certificate authority with Apple's structure, which signs payloads.
///
/// Root and intermediate are P-384 with SHA-384, the leaf is P-256; intermediate and leaf have
/// Apple's two object identifiers. The keys are derived from a seed, the signatures are not (ECDSA
/// uses a random number), so nothing may depend on their bytes.
public struct SigningAuthority: Sendable {
  /// The root certificate, DER.
  public let rootCertificate: [UInt8]

  private let header: String
  private let key: PrivateKey

  /// Creates an authority whose certificates are valid from 2000 to 2100.
  ///
  /// - Throws: An error of the cryptography library.
  public init(seed: UInt64) throws {
    var rng = SeededRNG(seed: seed)
    let rootKey = try PrivateKey(scalar: Self.scalar(48, &rng))
    let middleKey = try PrivateKey(scalar: Self.scalar(48, &rng))
    key = try PrivateKey(scalar: Self.scalar(32, &rng))
    let root = try Certificate(
      Self.statement(1, of: "Simulated Root CA - G3", [("basicConstraints", "critical,CA:TRUE")]),
      key: rootKey.publicKey, issuer: nil, issuerKey: rootKey)
    let middle = try Certificate(
      Self.statement(
        2, of: "Simulated Developer Relations G6",
        [
          ("basicConstraints", "critical,CA:TRUE,pathlen:0"),
          ("1.2.840.113635.100.6.2.1", "DER:0500"),
        ]),
      key: middleKey.publicKey, issuer: root, issuerKey: rootKey)
    let leaf = try Certificate(
      Self.statement(
        3, of: "Simulated App Store Signing",
        [("basicConstraints", "critical,CA:FALSE"), ("1.2.840.113635.100.6.11.1", "DER:0500")]),
      key: key.publicKey, issuer: middle, issuerKey: middleKey)
    rootCertificate = root.der
    let chain = [leaf, middle, root].map {
      "\"\(Base64.encode($0.der, alphabet: .standard))\""
    }.joined(separator: ",")
    header = Base64.encode("{\"alg\":\"ES256\",\"x5c\":[\(chain)]}".utf8, alphabet: .url)
  }

  /// Signs a payload as a compact JWS.
  ///
  /// - Throws: An error of the cryptography library about the key.
  public func sign(_ payload: String) throws -> String {
    let signed = header + "." + Base64.encode(payload.utf8, alphabet: .url)
    let signature = try key.signature(for: Array(signed.utf8))
    return signed + "." + Base64.encode(signature, alphabet: .url)
  }

  /// Returns bytes that are a valid private key of a curve with keys of that length: below its
  /// order.
  private static func scalar(_ count: Int, _ rng: inout SeededRNG) -> [UInt8] {
    [1] + (1..<count).map { _ in UInt8(rng.below(256)) }
  }

  /// Returns a statement with the extensions that a strict verifier requires (RFC 5280 sections
  /// 4.2.1.1 to 4.2.1.3).
  private static func statement(
    _ number: Int, of subject: String, _ extensions: [(name: String, value: String)]
  ) -> CertificateStatement {
    let usage = number == 3 ? "critical,digitalSignature" : "critical,keyCertSign,cRLSign"
    let issuer = number == 1 ? [] : [("authorityKeyIdentifier", "keyid:always")]
    return CertificateStatement(
      subject: subject, serialNumber: number, validity: 946_684_800...4_102_444_800,
      extensions: extensions + [("keyUsage", usage), ("subjectKeyIdentifier", "hash")] + issuer)
  }
}
