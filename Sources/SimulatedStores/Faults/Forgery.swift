import Foundation
import PlainText
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
      let payload = Base64.decode(parts[1], alphabet: .url)
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
