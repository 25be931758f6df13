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
    (self.key, self.control, self.alt) = (key, control, alt)
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

extension KeyPress: CustomStringConvertible {
  /// The press in the notation of key tables: `j`, `^d`, `A-x`, `space`, `PgDn`, `F1`.
  public var description: String {
    let name =
      switch key {
      case .character(" "): "space"
      case .character(let character): String(character)
      case .function(let number): "F\(number)"
      case .named(let named): named.rawValue
      }
    return (alt ? "A-" : "") + (control ? "^" : "") + name
  }

  /// Parses the notation of ``description``.
  ///
  /// Names are case-insensitive, and there are aliases: `Return`, `Escape`, `Space`, `PageUp`,
  /// `PageDown`, `Delete`, `Insert`, `Backspace`, `Shift-Tab`, `C-d` and `Ctrl-d`, `Alt-x`. A chord
  /// that terminals do not distinguish from another key, such as `^i` from Tab, is rejected.
  public init?(notation: String) {
    var rest = Substring(notation)
    var alt = false
    if let after = KeyPress.cut(["a-", "alt-", "m-"], from: rest) {
      alt = true
      rest = after
    }
    if let after = KeyPress.cut(["^", "c-", "ctrl-"], from: rest) {
      guard after.unicodeScalars.count == 1, let scalar = after.unicodeScalars.first,
        let character = KeyPress.controlled(scalar)
      else { return nil }
      self.init(.character(character), control: true, alt: alt)
      return
    }
    guard let key = KeyPress.key(named: rest) else { return nil }
    self.init(key, alt: alt)
  }

  private static func cut(_ prefixes: [String], from text: Substring) -> Substring? {
    let lower = text.lowercased()
    for prefix in prefixes where lower.hasPrefix(prefix) && text.count > prefix.count {
      return text.dropFirst(prefix.count)
    }
    return nil
  }

  /// Returns the letter of a control chord; `nil` for one that is another key or no key.
  static func controlled(_ scalar: Unicode.Scalar) -> Character? {
    switch scalar {
    case "h", "H", "i", "I", "j", "J", "m", "M", "[": nil
    case "a"..."z", "\\", "]", "^", "_", "@": Character(scalar)
    case "A"..."Z": Character(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    case _: nil
    }
  }

  private static func key(named text: Substring) -> Key? {
    if text.count == 1, let character = text.first {
      return character.isWhitespace && character != " " ? nil : .character(character)
    }
    let lower = text.lowercased()
    if let known = names[lower] { return known }
    guard lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number)
    else { return nil }
    return .function(number)
  }

  private static let names: [String: Key] = {
    var names: [String: Key] = [
      "space": .character(" "), "return": .named(.enter), "escape": .named(.escape),
      "pageup": .named(.pageUp), "pagedown": .named(.pageDown), "delete": .named(.delete),
      "insert": .named(.insert), "backspace": .named(.backspace), "shift-tab": .named(.backTab),
    ]
    for named in NamedKey.allCases { names[named.rawValue.lowercased()] = .named(named) }
    return names
  }()
}
