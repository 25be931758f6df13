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
