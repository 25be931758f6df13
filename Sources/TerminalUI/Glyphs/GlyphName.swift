/// The meaning of a sign that is drawn differently where the usual one cannot be shown.
///
/// A product adds its own names, with their ``GlyphDefinition``, by the same means as the kit.
public struct GlyphName: Hashable, Sendable, ExpressibleByStringLiteral {
  let interned: Symbol

  /// Creates a name.
  public init(_ name: String) { interned = Symbol(name) }

  /// Creates a name.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name that themes use, such as `box.horizontal`.
  public var name: String { interned.text }
}

/// One sign in each of the three sets.
public struct GlyphDefinition: Hashable, Sendable {
  /// What the sign means.
  public let name: GlyphName
  /// The usual sign, one that the usual terminal fonts have.
  public let unicode: Character
  /// The sign where East Asian ambiguous characters take two columns.
  public let narrow: Character
  /// The sign where nothing but ASCII can be shown.
  public let ascii: Character

  /// Defines a sign; without one for the narrow set, the Unicode sign serves there too.
  public init(_ name: GlyphName, _ unicode: Character, narrow: Character? = nil, ascii: Character) {
    self.name = name
    self.unicode = unicode
    self.narrow = narrow ?? unicode
    self.ascii = ascii
  }

  /// The sign in one of the sets.
  public func sign(in set: GlyphSet) -> Character {
    switch set {
    case .unicode: unicode
    case .narrow: narrow
    case .ascii: ascii
    }
  }
}

/// Which characters a screen may be drawn with.
public enum GlyphSet: String, CaseIterable, Hashable, Sendable {
  /// Box drawing, blocks and symbols.
  case unicode
  /// Only characters that take one column even in a Chinese, Japanese or Korean terminal.
  case narrow
  /// Only ASCII.
  case ascii
}
