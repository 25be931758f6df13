import ConfigurationFiles
import PlainText

@testable import StorePayloads

extension FuzzTarget {
  /// The scanner of the stores' JSON, beside the reader of JSON catalogues.
  static let json = FuzzTarget("json") { input in
    let document = input.withUnsafeBufferPointer { bytes in
      (try? JSONDocument(bytes)).map { document in
        document.withRoot(of: bytes) { root in
          look(at: root)
          return root.compact
        }
      }
    }
    let text = String(decoding: input, as: UTF8.self)
    let tree = try? ConfigurationNode(json: text)
    guard let compact = document else {
      try demand(
        tree == nil || text.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\u{FEFF}" },
        "one reader refuses what the other reads")
      return
    }
    let again = try compact.withUnsafeBufferPointer { bytes in
      try JSONDocument(bytes).withRoot(of: bytes) { $0.compact }
    }
    try demand(again, equals: compact, "without its spaces, it is another document")
  }

  /// Reads every value in every way.
  private static func look(at value: JSONValue) {
    _ = (value.text, value.path, value.has("store"))
    if value.kind == .string { _ = value.content }
    _ = try? value.time("t")
    _ = try? value.date("d")
    _ = try? value.flag("f")
    _ = try? value.integer("i")
    for element in value.elements.prefix(40) { look(at: element) }
    for member in value.members.prefix(40) { look(at: member.value) }
  }
}
