import Foundation
import PlainText
import SubscriptionCore

/// A JSON Web Token that a client presents, decoded but not yet verified.
struct PresentedToken {
  /// The JOSE header.
  let header: Header
  let claims: Claims
  /// The signed bytes.
  let signed: [UInt8]
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

  /// Decodes a compact token; `nil` for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let head = Base64.decode(parts[0], alphabet: .url),
      let body = Base64.decode(parts[1], alphabet: .url),
      let signature = Base64.decode(parts[2], alphabet: .url),
      let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(body))
    else { return nil }
    (self.header, self.claims, self.signature) = (header, claims, signature)
    signed = Array((parts[0] + "." + parts[1]).utf8)
  }

  /// Returns the error in the times of the token: both stores accept a lifetime of an hour at most.
  ///
  /// - Parameters:
  ///   - now: The store's present.
  ///   - needsIssue: A Boolean value that indicates whether `iat` is required; Apple's own library
  ///     for the App Store Server API sets only `exp`.
  /// - Returns: The error; `nil` if there is none.
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
