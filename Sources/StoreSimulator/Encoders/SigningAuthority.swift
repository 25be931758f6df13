import Crypto
import FoundationEssentials
import PlainText
import SubscriptionCore
import SwiftASN1
import X509

/// A simulated App Store certificate authority with Apple's structure, which signs payloads.
///
/// Root and intermediate are P-384 with SHA-384, the leaf is P-256; intermediate and leaf have
/// Apple's two object identifiers. The keys are derived from a seed, the signatures are not (ECDSA
/// uses a random number), so nothing may depend on their bytes.
public struct SigningAuthority: Sendable {
  /// The root certificate, DER.
  public let rootCertificate: [UInt8]

  private let header: String
  private let key: P256.Signing.PrivateKey

  /// Creates an authority whose certificates are valid from 2000 to 2100.
  ///
  /// - Parameter seed: The seed of the keys.
  /// - Throws: An error of the certificate library.
  public init(seed: UInt64) throws {
    var rng = SeededRNG(seed: seed)
    let root = try P384.Signing.PrivateKey(rawRepresentation: Self.scalar(48, &rng))
    let middle = try P384.Signing.PrivateKey(rawRepresentation: Self.scalar(48, &rng))
    key = try P256.Signing.PrivateKey(rawRepresentation: Self.scalar(32, &rng))
    let rootName = try DistinguishedName { CommonName("Simulated Root CA - G3") }
    let middleName = try DistinguishedName { CommonName("Simulated Developer Relations G6") }
    let leafName = try DistinguishedName { CommonName("Simulated App Store Signing") }
    let certificates = [
      try Self.certificate(
        Certificate.PublicKey(key.publicKey), named: leafName, by: middleName, key: middle,
        mark: [1, 2, 840, 113_635, 100, 6, 11, 1]),
      try Self.certificate(
        Certificate.PublicKey(middle.publicKey), named: middleName, by: rootName, key: root,
        mark: [1, 2, 840, 113_635, 100, 6, 2, 1]),
      try Self.certificate(
        Certificate.PublicKey(root.publicKey), named: rootName, by: rootName, key: root),
    ]
    let encoded = try certificates.map { certificate in
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }
    rootCertificate = encoded[2]
    let chain = encoded.map { "\"\(Base64.encode($0, alphabet: .standard))\"" }.joined(
      separator: ",")
    header = Base64.encode("{\"alg\":\"ES256\",\"x5c\":[\(chain)]}".utf8, alphabet: .url)
  }

  /// Signs a payload as a compact JWS.
  ///
  /// - Throws: An error of the cryptography library about the key.
  public func sign(_ payload: String) throws -> String {
    let signed = header + "." + Base64.encode(payload.utf8, alphabet: .url)
    let signature = try key.signature(for: Data(signed.utf8))
    return signed + "." + Base64.encode(signature.rawRepresentation, alphabet: .url)
  }

  /// Returns bytes that are a valid private key of a curve with keys of that length: below its
  /// order.
  private static func scalar(_ count: Int, _ rng: inout SeededRNG) -> [UInt8] {
    [1] + (1..<count).map { _ in UInt8(rng.below(256)) }
  }

  /// Returns a certificate with the extensions that a strict verifier requires (RFC 5280 sections
  /// 4.2.1.1, 4.2.1.2).
  private static func certificate(
    _ subjectKey: Certificate.PublicKey, named subject: DistinguishedName,
    by issuer: DistinguishedName, key: P384.Signing.PrivateKey, mark: ASN1ObjectIdentifier? = nil
  ) throws -> Certificate {
    let isLeaf = mark == [1, 2, 840, 113_635, 100, 6, 11, 1]
    var extensions = try Certificate.Extensions {
      Critical(
        isLeaf
          ? BasicConstraints.notCertificateAuthority
          : BasicConstraints.isCertificateAuthority(maxPathLength: subject == issuer ? nil : 0))
      Critical(
        isLeaf ? KeyUsage(digitalSignature: true) : KeyUsage(keyCertSign: true, cRLSign: true))
    }
    try extensions.append(
      Certificate.Extension(SubjectKeyIdentifier(hash: subjectKey), critical: false))
    if subject != issuer {
      let issuerKey = SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
      try extensions.append(
        Certificate.Extension(
          AuthorityKeyIdentifier(keyIdentifier: issuerKey.keyIdentifier), critical: false))
    }
    if let mark {
      try extensions.append(
        Certificate.Extension(oid: mark, critical: false, value: [5, 0]))
    }
    return try Certificate(
      version: .v3,
      serialNumber: Certificate.SerialNumber(bytes: [isLeaf ? 3 : mark == nil ? 1 : 2]),
      publicKey: subjectKey,
      notValidBefore: Date(timeIntervalSince1970: 946_684_800),
      notValidAfter: Date(timeIntervalSince1970: 4_102_444_800), issuer: issuer, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA384, extensions: extensions,
      issuerPrivateKey: Certificate.PrivateKey(key))
  }
}
