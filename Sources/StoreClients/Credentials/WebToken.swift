import Foundation

/// A JSON Web Token in compact form (<https://www.rfc-editor.org/rfc/rfc7519>).
enum WebToken {
  /// Creates a signed token.
  ///
  /// - Parameters:
  ///   - header: The JOSE header.
  ///   - claims: The claims.
  ///   - sign: Signs a text; returns `nil` if the key cannot.
  /// - Returns: The token; `nil` if the key cannot sign.
  static func make(
    header: some Encodable, claims: some Encodable, by sign: (String) -> [UInt8]?
  ) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let header = try? encoder.encode(header), let claims = try? encoder.encode(claims)
    else { return nil }
    let signed = base64url(header) + "." + base64url(claims)
    return sign(signed).map { signed + "." + base64url(Data($0)) }
  }

  private static func base64url(_ data: Data) -> String {
    data.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
