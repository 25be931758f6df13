import Cryptography
import Foundation

@testable import StorePayloads

/// A certificate authority of the tests' own that signs payloads the way Apple does.
struct TestAuthority {
  /// Ways in which a chain may be wrong.
  struct Flaws {
    var leafPurpose: String? = "1.2.840.113635.100.6.11.1"
    var intermediatePurpose: String? = "1.2.840.113635.100.6.2.1"
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
  let leafKey: PrivateKey

  init(_ flaws: Flaws = Flaws()) throws {
    leafKey = try .generated(.p256)
    let rootKey = try PrivateKey.generated(.p384)
    let middleKey = try PrivateKey.generated(.p384)
    let root = try Certificate(
      Self.statement("Example Root CA - G3", isAuthority: true), key: rootKey.publicKey,
      issuer: nil, issuerKey: rootKey)
    rootIssuedAnew = try Certificate(
      Self.statement("Example Root CA - G3", isAuthority: false), key: rootKey.publicKey,
      issuer: nil, issuerKey: rootKey
    ).der
    let intermediate = try Certificate(
      Self.statement(
        "Example Developer Relations - G6", isAuthority: flaws.intermediateIsAuthority,
        purpose: flaws.intermediatePurpose),
      key: middleKey.publicKey, issuer: root, issuerKey: rootKey)
    var statement = Self.statement(
      "Example Receipt Signing", isAuthority: false, purpose: flaws.leafPurpose,
      validity: flaws.leafFrom...flaws.leafTo)
    if flaws.leafCriticalExtra {
      statement.extensions.append(("1.3.6.1.4.1.99999.1", "critical,DER:0500"))
    }
    leaf = try Certificate(
      statement, key: leafKey.publicKey, issuer: intermediate, issuerKey: middleKey
    ).der
    (self.root, self.intermediate) = (root.der, intermediate.der)
  }

  /// The root as a trust policy names it.
  func trusted() throws -> TrustedRoot { try TrustedRoot(file: root) }

  /// The root as a PEM file.
  var pem: String {
    let body = Data(root).base64EncodedString(options: .lineLength64Characters)
    return "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
  }

  /// The second since 1970 in which a year begins, or almost.
  static func date(_ year: Int) -> Int64 { Int64(year - 1970) * 31_557_600 }

  private static func statement(
    _ subject: String, isAuthority: Bool, purpose: String? = nil,
    validity: ClosedRange<Int64> = date(2014)...date(2046)
  ) -> CertificateStatement {
    CertificateStatement(
      subject: subject, serialNumber: 1, validity: validity,
      extensions: [
        ("basicConstraints", "critical,CA:\(isAuthority ? "TRUE" : "FALSE")"),
        ("keyUsage", "critical,\(isAuthority ? "keyCertSign" : "digitalSignature")"),
      ] + (purpose.map { [($0, "DER:0500")] } ?? []))
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
    let signature = try leafKey.signature(for: Array(input.utf8))
    return input + "." + Self.base64url(signature)
  }

  /// `{"signedPayload"}` around a signed payload.
  func post(_ payload: String) throws -> String { "{\"signedPayload\":\"\(try sign(payload))\"}" }

  static func base64url(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
