import Foundation
import StoreSimulator
import SubscriptionCore

/// Turns what a store signed into what it never said, as a thief or a fault could.
struct Forgery {
  /// Signs the result: the store's own hand, or somebody else's.
  let sign: (String) throws -> String
  /// What is changed in every signed text.
  let edit: (String) -> String

  /// Changes every compact JWS in a text, those inside other ones first.
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

  /// A token of the same kind that says what it was made to say; `nil` for any other text.
  private func forgedToken(_ text: String) throws -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.hasPrefix("ey"),
      let payload = Base64URL.decode(String(parts[1]))
    else { return nil }
    return try sign(edit(try forged(String(decoding: payload, as: UTF8.self))))
  }

  /// Dates every signature back.
  static func backdated(_ text: String, by age: Duration) -> String {
    text.replacing(#/"signedDate":(\d+)/#) { match in
      "\"signedDate\":\((Int64(match.1) ?? 0) - age.wholeMilliseconds)"
    }
  }
}

/// Base64 as JSON Web Signatures spell it: the URL alphabet without padding.
enum Base64URL {
  /// Encodes bytes.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Decodes a text; `nil` where it is none.
  static func decode(_ text: String) -> [UInt8]? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding).map { Array($0) }
  }
}
