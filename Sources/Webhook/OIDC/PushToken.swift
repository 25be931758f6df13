import Foundation
import PlainText

/// The OpenID Connect token of a push request, decoded and not yet verified
/// (<https://www.rfc-editor.org/rfc/rfc7519>).
struct PushToken {
  /// The first part of the JWS.
  struct Header: Decodable {
    var alg: String
    var kid: String?
    var crit: [String]?
  }

  /// The claims of the token.
  struct Claims: Decodable {
    var iss: String?
    var aud: String?
    var email: String?
    var emailVerified: Bool?
    var exp: Int64?
    var iat: Int64?
    var nbf: Int64?

    private enum CodingKeys: String, CodingKey {
      case iss, aud, email, exp, iat, nbf
      case emailVerified = "email_verified"
    }
  }

  let header: Header
  let claims: Claims
  /// The signed text: the first two parts with the dot between them.
  let signed: [UInt8]
  let signature: [UInt8]

  /// The longest token that is decoded, in bytes; Google's have about 800.
  static let bytesMax = 8_192

  /// Decodes the value of an `Authorization` header.
  init(authorization: String) throws(PushTokenProblem) {
    guard let text = BearerText(authorization)?.token, text.utf8.count <= Self.bytesMax else {
      throw .malformed
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Base64.decode(parts[0], alphabet: .url),
      let claims = Base64.decode(parts[1], alphabet: .url),
      let signature = Base64.decode(parts[2], alphabet: .url),
      let opened = try? JSONDecoder().decode(Header.self, from: Data(header)),
      let claimed = try? JSONDecoder().decode(Claims.self, from: Data(claims))
    else { throw .malformed }
    self.header = opened
    self.claims = claimed
    self.signature = signature
    signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
  }
}

/// The value of an `Authorization` header with a bearer token
/// (<https://www.rfc-editor.org/rfc/rfc6750#section-2.1>).
struct BearerText {
  let token: Substring

  /// Reads the token of a header's value; `nil` for another scheme or no token.
  init?(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    token = parts[1]
  }
}
