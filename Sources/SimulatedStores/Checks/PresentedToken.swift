import Foundation
import SubscriptionCore

/// A JSON Web Token that a client presents, split and decoded but not yet believed.
struct PresentedToken {
  /// The JOSE header.
  let header: Header
  /// The claims.
  let claims: Claims
  /// What the signature is about.
  let signed: [UInt8]
  /// The signature.
  let signature: [UInt8]

  struct Header: Decodable {
    var alg: String?
    var kid: String?
    var typ: String?
  }

  struct Claims: Decodable {
    var iss: String?
    var aud: String?
    var bid: String?
    var scope: String?
    var iat: Int64?
    var exp: Int64?
  }

  /// Reads a compact token; `nil` where it is none.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let head = Base64URL.decode(parts[0]),
      let body = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
      let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(body))
    else { return nil }
    (self.header, self.claims, self.signature) = (header, claims, signature)
    signed = Array((parts[0] + "." + parts[1]).utf8)
  }

  /// What is wrong with the times of the token: both stores take an hour at most.
  ///
  /// - Parameters:
  ///   - now: The store's present.
  ///   - needsIssue: Whether the token has to say when it was issued; Apple's own library for the
  ///     App Store Server API says only when it ends.
  /// - Returns: `nil` where nothing is wrong.
  func faultOfTimes(now: Timestamp, needsIssue: Bool = true) -> String? {
    let present = now.milliseconds / 1000
    guard let expiresAt = claims.exp else { return "exp lacks" }
    guard let issuedAt = claims.iat ?? (needsIssue ? nil : present) else { return "iat lacks" }
    if expiresAt <= present { return "the token has run out" }
    if issuedAt > present + 60 { return "the token is from the future" }
    if expiresAt - issuedAt > 3_600 { return "the token holds for more than an hour" }
    return nil
  }
}
