/// The attributes of text other than its colours.
///
/// They also apply if colour is disabled (`NO_COLOR`) or the terminal has none.
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// The bits, one per attribute.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold.
  public static let bold = TextAttributes(rawValue: 1)
  /// Faint.
  public static let dim = TextAttributes(rawValue: 2)
  /// Italic.
  public static let italic = TextAttributes(rawValue: 4)
  /// Underlined.
  public static let underline = TextAttributes(rawValue: 8)
  /// Foreground and background exchanged.
  public static let reverse = TextAttributes(rawValue: 16)

  /// The attributes with their names in themes.
  public static let names: [(name: String, attribute: TextAttributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  /// The attributes in the notation of themes, which ``init(words:)`` parses.
  public var words: String {
    let words = Self.names.filter { contains($0.attribute) }.map(\.name)
    return words.isEmpty ? "normal" : words.joined(separator: " ")
  }

  /// Parses names separated by spaces or commas; `normal` is the empty set.
  public init?(words: String) {
    var attributes: TextAttributes = []
    for word in words.split(whereSeparator: { $0 == " " || $0 == "," }) {
      if word == "normal" { continue }
      guard let known = Self.names.first(where: { $0.name == word }) else { return nil }
      attributes.insert(known.attribute)
    }
    self = attributes
  }
}
