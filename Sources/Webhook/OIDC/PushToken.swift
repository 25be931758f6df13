import Foundation

/// The OpenID Connect token of a push request, opened and not yet believed
/// (<https://www.rfc-editor.org/rfc/rfc7519>).
struct PushToken {
  /// The first part of the JWS.
  struct Header: Decodable {
    var alg: String
    var kid: String?
    var crit: [String]?
  }

  /// What the token claims.
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
  /// What is signed: the first two parts with the dot between them.
  let signed: Data
  let signature: Data

  /// The longest token that is looked at, in bytes; Google's have about 800.
  static let bytesMax = 8_192

  /// Opens the value of an `Authorization` header.
  init(authorization: String) throws(PushTokenProblem) {
    guard let text = BearerText(authorization)?.token, text.utf8.count <= Self.bytesMax else {
      throw .malformed
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Base64URL.data(parts[0]),
      let claims = Base64URL.data(parts[1]),
      let signature = Base64URL.data(parts[2]),
      let opened = try? JSONDecoder().decode(Header.self, from: header),
      let claimed = try? JSONDecoder().decode(Claims.self, from: claims)
    else { throw .malformed }
    self.header = opened
    self.claims = claimed
    self.signature = signature
    signed = Data(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
  }
}

/// The value of an `Authorization` header with a bearer token
/// (<https://www.rfc-editor.org/rfc/rfc6750#section-2.1>).
struct BearerText {
  /// The token.
  let token: Substring

  /// Takes the token out of a header's value; `nil` for another scheme or no token.
  init?(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    token = parts[1]
  }
}

/// Base64 in the alphabet of URLs, without padding (<https://www.rfc-editor.org/rfc/rfc4648>).
enum Base64URL {
  /// The bytes that a text stands for; `nil` when it is none.
  static func data(_ text: Substring) -> Data? {
    guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: String(standard))
  }

  /// The text that stands for bytes.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
