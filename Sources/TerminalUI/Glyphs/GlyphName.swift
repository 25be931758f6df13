/// The name of a glyph, whose character depends on the glyph set.
///
/// A program adds names of its own, with their ``GlyphDefinition``, in the same way as the kit.
public struct GlyphName: Hashable, Sendable, ExpressibleByStringLiteral {
  let interned: Symbol

  /// Creates a name.
  public init(_ name: String) { interned = Symbol(name) }

  /// Creates a name.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name that themes use, such as `box.horizontal`.
  public var name: String { interned.text }
}

/// The characters of one glyph in the three sets.
public struct GlyphDefinition: Hashable, Sendable {
  /// The name of the glyph.
  public let name: GlyphName
  /// The usual character, which common terminal fonts include.
  public let unicode: Character
  /// The character for terminals that draw East Asian ambiguous characters two columns wide.
  public let narrow: Character
  /// The character for terminals that only show ASCII.
  public let ascii: Character

  /// Creates a definition; without a narrow character, the Unicode one is used there too.
  public init(_ name: GlyphName, _ unicode: Character, narrow: Character? = nil, ascii: Character) {
    (self.name, self.unicode) = (name, unicode)
    self.narrow = narrow ?? unicode
    self.ascii = ascii
  }

  /// Returns the character of the glyph in one of the sets.
  public func sign(in set: GlyphSet) -> Character {
    switch set {
    case .unicode: unicode
    case .narrow: narrow
    case .ascii: ascii
    }
  }
}

/// The characters that a screen may be drawn with.
public enum GlyphSet: String, CaseIterable, Hashable, Sendable {
  /// Box drawing, blocks and symbols.
  case unicode
  /// Only characters that are one column wide even in a Chinese, Japanese or Korean terminal.
  case narrow
  /// Only ASCII.
  case ascii
}
