import Foundation
import PlainText

/// A JSON Web Token in compact form (<https://www.rfc-editor.org/rfc/rfc7519>).
enum WebToken {
  /// Creates a signed token; `nil` if the key cannot sign.
  static func make(
    header: some Encodable, claims: some Encodable, by sign: (String) -> [UInt8]?
  ) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let header = try? encoder.encode(header), let claims = try? encoder.encode(claims)
    else { return nil }
    let parts = [header, claims].map { Base64.encode($0, alphabet: .url) }
    let signed = parts.joined(separator: ".")
    return sign(signed).map { signed + "." + Base64.encode($0, alphabet: .url) }
  }
}
