import Foundation
import StoreSimulator
import SubscriptionCore

/// A change to a store's signed payloads, as a forger or a fault could make it.
struct Forgery {
  /// Signs the result: with the store's own key, or with another.
  let sign: (String) throws -> String
  /// Changes every signed payload.
  let edit: (String) -> String

  /// Returns a text with every compact JWS in it changed, the innermost first.
  func forged(_ text: String) throws -> String {
    var output = ""
    var rest = text[...]
    while let quote = rest.firstIndex(of: "\"") {
      let start = rest.index(after: quote)
      guard let end = rest[start...].firstIndex(of: "\"") else { break }
      output += rest[...quote]
      let content = String(rest[start..<end])
      output += try forgedToken(content) ?? content
      output += "\""
      rest = rest[rest.index(after: end)...]
    }
    return output + rest
  }

  /// Returns a changed token of the same kind; `nil` for any text that is not a token.
  private func forgedToken(_ text: String) throws -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.hasPrefix("ey"),
      let payload = Base64URL.decode(String(parts[1]))
    else { return nil }
    return try sign(edit(try forged(String(decoding: payload, as: UTF8.self))))
  }

  /// Returns a text with every signing date moved back.
  static func backdated(_ text: String, by age: Duration) -> String {
    text.replacing(#/"signedDate":(\d+)/#) { match in
      "\"signedDate\":\((Int64(match.1) ?? 0) - age.wholeMilliseconds)"
    }
  }
}

/// A codec for base64 in the form of JSON Web Signatures: the URL alphabet without padding.
enum Base64URL {
  /// Encodes bytes.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Decodes a text; `nil` if it is not base64.
  static func decode(_ text: String) -> [UInt8]? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding).map { Array($0) }
  }
}
