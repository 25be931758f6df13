import Crypto
import Foundation
import SwiftASN1
import X509

@testable import StorePayloads

/// A certificate authority of the tests' own that signs payloads the way Apple does.
struct TestAuthority {
  /// Ways in which a chain may be wrong.
  struct Flaws {
    var leafPurpose: ASN1ObjectIdentifier? = [1, 2, 840, 113635, 100, 6, 11, 1]
    var intermediatePurpose: ASN1ObjectIdentifier? = [1, 2, 840, 113635, 100, 6, 2, 1]
    var intermediateIsAuthority = true
    var leafFrom = TestAuthority.date(2023)
    var leafTo = TestAuthority.date(2038)
    var leafCriticalExtra = false
  }

  let root: [UInt8]
  /// The same authority under another certificate, which does not say that it is one: Apple's own
  /// fixtures have such a root.
  let rootIssuedAnew: [UInt8]
  let intermediate: [UInt8]
  let leaf: [UInt8]
  let leafKey = P256.Signing.PrivateKey()

  init(_ flaws: Flaws = Flaws()) throws {
    let rootKey = P384.Signing.PrivateKey()
    let middleKey = P384.Signing.PrivateKey()
    let rootName = try DistinguishedName { CommonName("Example Root CA - G3") }
    let middleName = try DistinguishedName { CommonName("Example Developer Relations - G6") }
    let leafName = try DistinguishedName { CommonName("Example Receipt Signing") }
    root = try Self.certificate(
      rootName, issuer: rootName, key: .init(rootKey.publicKey), signer: .init(rootKey),
      isAuthority: true, purpose: nil)
    rootIssuedAnew = try Self.certificate(
      rootName, issuer: rootName, key: .init(rootKey.publicKey), signer: .init(rootKey),
      isAuthority: false, purpose: nil)
    intermediate = try Self.certificate(
      middleName, issuer: rootName, key: .init(middleKey.publicKey), signer: .init(rootKey),
      isAuthority: flaws.intermediateIsAuthority, purpose: flaws.intermediatePurpose)
    leaf = try Self.certificate(
      leafName, issuer: middleName, key: .init(leafKey.publicKey), signer: .init(middleKey),
      isAuthority: false, purpose: flaws.leafPurpose, from: flaws.leafFrom, to: flaws.leafTo,
      critical: flaws.leafCriticalExtra)
  }

  /// The root as a trust policy names it.
  func trusted() throws -> TrustedRoot { try TrustedRoot(file: root) }

  /// The root as a PEM file.
  var pem: String {
    let body = Data(root).base64EncodedString(options: .lineLength64Characters)
    return "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
  }

  static func date(_ year: Int) -> Date {
    Date(timeIntervalSince1970: TimeInterval(year - 1970) * 31_557_600)
  }

  private static func certificate(
    _ subject: DistinguishedName, issuer: DistinguishedName, key: Certificate.PublicKey,
    signer: Certificate.PrivateKey, isAuthority: Bool, purpose: ASN1ObjectIdentifier?,
    from: Date = date(2014), to: Date = date(2046), critical: Bool = false
  ) throws -> [UInt8] {
    var extensions: [Certificate.Extension] = [
      try .init(
        isAuthority
          ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority,
        critical: true),
      try .init(
        KeyUsage(digitalSignature: !isAuthority, keyCertSign: isAuthority), critical: true),
    ]
    if let purpose {
      extensions.append(.init(oid: purpose, critical: false, value: [5, 0]))
    }
    if critical {
      extensions.append(.init(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: true, value: [5, 0]))
    }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
      notValidBefore: from, notValidAfter: to, issuer: issuer, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA384, extensions: Certificate.Extensions(extensions),
      issuerPrivateKey: signer)
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }

  /// Signs a payload with the chain's leaf.
  func sign(
    _ payload: String, algorithm: String = "ES256", chain: [[UInt8]]? = nil, more: String = ""
  ) throws -> String {
    let certificates = (chain ?? [leaf, intermediate, root]).map {
      "\"" + Data($0).base64EncodedString() + "\""
    }
    let header =
      "{\"alg\":\"\(algorithm)\",\"x5c\":[\(certificates.joined(separator: ","))]\(more)}"
    let input = Self.base64url(Array(header.utf8)) + "." + Self.base64url(Array(payload.utf8))
    let signature = try leafKey.signature(for: Data(input.utf8))
    return input + "." + Self.base64url(Array(signature.rawRepresentation))
  }

  /// `{"signedPayload"}` around a signed payload.
  func post(_ payload: String) throws -> String { "{\"signedPayload\":\"\(try sign(payload))\"}" }

  static func base64url(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
