/// The glyphs of a screen: one set, with a theme's overrides applied.
public struct Glyphs: Hashable, Sendable {
  /// The glyph set.
  public let set: GlyphSet
  /// The glyphs, indexed by the numbers of their names, because every frame looks up thousands.
  private var signs: [Sign] = []

  private struct Sign: Hashable, Sendable {
    var character: Character
    var piece: SafeText.Piece

    init(_ character: Character) {
      self.character = character
      piece = SafeText.Piece(sign: String(character))
    }

    static let undefined = Sign("?")
  }

  /// The glyphs of the kit in the Unicode set.
  public static let unicode = Glyphs(.unicode)

  /// Collects the glyphs of a set.
  ///
  /// - Parameters:
  ///   - set: The set.
  ///   - definitions: The program's own glyphs, in addition to the kit's.
  ///   - overrides: The overrides of a theme. One that is not exactly one column wide is ignored,
  ///     and none applies in the ASCII set.
  public init(
    _ set: GlyphSet, adding definitions: [GlyphDefinition] = [],
    overrides: [GlyphName: Character] = [:]
  ) {
    self.set = set
    for definition in GlyphDefinition.kit + definitions {
      define(definition.name, as: definition.sign(in: set))
    }
    guard set != .ascii else { return }
    for (name, sign) in overrides where SafeText.width(of: String(sign)) == 1 {
      define(name, as: sign)
    }
  }

  /// The characters in use, each once, in no particular order.
  public var characters: [Character] {
    Array(Set(signs.filter { $0 != .undefined }.map(\.character)))
  }

  /// The character of a name; `?` for a name without a definition.
  public subscript(name: GlyphName) -> Character { sign(of: name).character }

  /// Returns the glyph of a name as a cell's content.
  func piece(of name: GlyphName) -> SafeText.Piece { sign(of: name).piece }

  private func sign(of name: GlyphName) -> Sign {
    let number = Int(name.interned.number)
    return signs.indices.contains(number) ? signs[number] : .undefined
  }

  private mutating func define(_ name: GlyphName, as character: Character) {
    let number = Int(name.interned.number)
    while signs.count <= number { signs.append(.undefined) }
    signs[number] = Sign(character)
  }
}

extension GlyphName {
  /// The horizontal side of a box.
  public static let boxHorizontal: GlyphName = "box.horizontal"
  /// The vertical side of a box.
  public static let boxVertical: GlyphName = "box.vertical"
  /// The top left corner of a box.
  public static let boxTopLeft: GlyphName = "box.top-left"
  /// The top right corner of a box.
  public static let boxTopRight: GlyphName = "box.top-right"
  /// The bottom left corner of a box.
  public static let boxBottomLeft: GlyphName = "box.bottom-left"
  /// The bottom right corner of a box.
  public static let boxBottomRight: GlyphName = "box.bottom-right"
  /// The mark at the end of truncated text.
  public static let ellipsis: GlyphName = "text.ellipsis"
  /// The separator between two facts on one line.
  public static let separator: GlyphName = "text.separator"
  /// The mark for a missing value.
  public static let none: GlyphName = "text.none"
  /// The separator between the steps of a path.
  public static let crumb: GlyphName = "text.crumb"
  /// The pointer at the row under the cursor.
  public static let pointer: GlyphName = "text.pointer"
  /// The mark of a selected row.
  public static let marked: GlyphName = "text.marked"
  /// The position of the next character in a field.
  public static let caret: GlyphName = "text.caret"
  /// A transition from one state to the next.
  public static let arrowRight: GlyphName = "arrow.right"
  /// A transition back to the previous state.
  public static let arrowLeft: GlyphName = "arrow.left"
  /// More above; rising.
  public static let arrowUp: GlyphName = "arrow.up"
  /// More below; falling.
  public static let arrowDown: GlyphName = "arrow.down"
  /// A condition that holds.
  public static let yes: GlyphName = "check.yes"
  /// A condition that does not hold.
  public static let no: GlyphName = "check.no"
  /// A minus sign.
  public static let minus: GlyphName = "text.minus"

  /// The cells of a bar, from one eighth to a full column.
  public static let barEighths: [GlyphName] = (1...8).map { GlyphName("bar.\($0)") }
  /// The heights of a sparkline, from the lowest to the highest.
  public static let sparkLevels: [GlyphName] = (1...8).map { GlyphName("spark.\($0)") }
}

extension GlyphDefinition {
  /// The glyphs that the kit itself draws with.
  public static let kit: [GlyphDefinition] =
    [
      GlyphDefinition(.boxHorizontal, "─", narrow: "-", ascii: "-"),
      GlyphDefinition(.boxVertical, "│", narrow: "|", ascii: "|"),
      GlyphDefinition(.boxTopLeft, "┌", narrow: "+", ascii: "+"),
      GlyphDefinition(.boxTopRight, "┐", narrow: "+", ascii: "+"),
      GlyphDefinition(.boxBottomLeft, "└", narrow: "+", ascii: "+"),
      GlyphDefinition(.boxBottomRight, "┘", narrow: "+", ascii: "+"),
      GlyphDefinition(.ellipsis, "…", narrow: "~", ascii: "~"),
      GlyphDefinition(.separator, "·", narrow: ".", ascii: "."),
      GlyphDefinition(.none, "—", narrow: "-", ascii: "-"),
      GlyphDefinition(.crumb, "►", narrow: "▸", ascii: ">"),
      GlyphDefinition(.pointer, "►", narrow: "▸", ascii: ">"),
      GlyphDefinition(.marked, "+", narrow: "✚", ascii: "+"),
      GlyphDefinition(.caret, "▏", narrow: "_", ascii: "_"),
      GlyphDefinition(.arrowRight, "→", narrow: ">", ascii: ">"),
      GlyphDefinition(.arrowLeft, "←", narrow: "<", ascii: "<"),
      GlyphDefinition(.arrowUp, "▲", narrow: "▴", ascii: "^"),
      GlyphDefinition(.arrowDown, "▼", narrow: "▾", ascii: "v"),
      GlyphDefinition(.yes, "√", narrow: "✓", ascii: "v"),
      GlyphDefinition(.no, "×", narrow: "✗", ascii: "x"),
      GlyphDefinition(.minus, "−", narrow: "-", ascii: "-"),
      GlyphDefinition(.heatOpen, "╌", narrow: "-", ascii: "-"),
      GlyphDefinition(.chartBand, "░", ascii: "."),
    ] + scale(GlyphName.barEighths, "▏▎▍▌▋▊▉█", narrow: "..::-==#")
    + scale(GlyphName.sparkLevels, "▁▂▃▄▅▆▇█", narrow: ".:-=+*%#")
    + scale(GlyphName.heatLevels, "·░▒▓█", narrow: ".:+*#")

  /// Returns the definitions of names, from the lowest to the highest; narrow characters are ASCII.
  private static func scale(
    _ names: [GlyphName], _ unicode: String, narrow: String
  ) -> [GlyphDefinition] {
    zip(names, zip(unicode, narrow)).map { name, signs in
      GlyphDefinition(name, signs.0, narrow: signs.1, ascii: signs.1)
    }
  }
}
