/// A key without its modifiers.
public enum Key: Hashable, Sendable {
  /// A key that types a character; shift is part of the character.
  case character(Character)
  /// F1 to F12, by number.
  case function(Int)
  /// A key with a name.
  case named(NamedKey)
}

/// The keys that do not type a character.
public enum NamedKey: String, CaseIterable, Hashable, Sendable {
  /// Enter, also sent by ^J and ^M.
  case enter = "Enter"
  /// Escape.
  case escape = "Esc"
  /// Tab, also sent by ^I.
  case tab = "Tab"
  /// Tab with shift.
  case backTab = "S-Tab"
  /// Backspace, also sent by ^H.
  case backspace = "Bksp"
  /// Delete forwards.
  case delete = "Del"
  /// Insert.
  case insert = "Ins"
  /// Arrow up.
  case up = "Up"
  /// Arrow down.
  case down = "Down"
  /// Arrow left.
  case left = "Left"
  /// Arrow right.
  case right = "Right"
  /// Home.
  case home = "Home"
  /// End.
  case end = "End"
  /// Page up.
  case pageUp = "PgUp"
  /// Page down.
  case pageDown = "PgDn"
}

/// One press of a key, as a terminal can report it.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// A Boolean value that indicates whether control was held; only with a letter or one of `\ ] ^ _
  /// @`.
  public var control: Bool
  /// A Boolean value that indicates whether alt was held, which terminals send as Escape before the
  /// key.
  public var alt: Bool

  /// Creates a press.
  public init(_ key: Key, control: Bool = false, alt: Bool = false) {
    self.key = key
    self.control = control
    self.alt = alt
  }

  /// Creates the press of a named key.
  public init(_ named: NamedKey) { self.init(.named(named)) }

  /// Creates the press that types a character.
  public init(_ character: Character) { self.init(.character(character)) }

  /// The character the press types into a field; `nil` for every other key.
  public var typed: Character? {
    guard case .character(let character) = key, !control, !alt else { return nil }
    return character
  }
}
