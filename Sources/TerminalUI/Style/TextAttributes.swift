/// How characters are drawn apart from their colour.
///
/// Attributes remain when colour is refused (`NO_COLOR`) or the terminal has none.
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// One bit an attribute.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier.
  public static let bold = TextAttributes(rawValue: 1)
  /// Fainter.
  public static let dim = TextAttributes(rawValue: 2)
  /// Slanted.
  public static let italic = TextAttributes(rawValue: 4)
  /// Underlined.
  public static let underline = TextAttributes(rawValue: 8)
  /// Foreground and background exchanged.
  public static let reverse = TextAttributes(rawValue: 16)

  /// Every attribute with the word that themes use.
  public static let names: [(name: String, attribute: TextAttributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  /// The attributes as themes write them; ``init(words:)`` reads them back.
  public var words: String {
    let words = Self.names.filter { contains($0.attribute) }.map(\.name)
    return words.isEmpty ? "normal" : words.joined(separator: " ")
  }

  /// Reads words with spaces or commas between them; `normal` stands for none.
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
