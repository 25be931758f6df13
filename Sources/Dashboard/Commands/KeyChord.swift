import TerminalUI

/// One key with its modifiers, by the name that hints, help and configuration share.
///
/// A letter, digit or sign means itself; `^d` is control and d; the others are `Enter`,
/// `Esc`, `Tab`, `S-Tab`, `space`, `Bksp`, `Del`, `Up`, `Down`, `Left`, `Right`, `Home`, `End`,
/// `PgUp`, `PgDn`, `F1` to `F12`: the notation of `KeyPress`.
public struct KeyChord: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let name: String

  /// Creates a chord from its name.
  public init(_ name: String) { self.name = name }

  /// Creates the chord of a press.
  public init(_ press: KeyPress) { name = press.description }

  /// Creates a chord from a literal.
  public init(stringLiteral value: String) { name = value }

  /// The name.
  public var description: String { name }

  /// The name as hints print it: an arrow where the terminal can show one.
  public func label(ascii: Bool) -> String {
    guard !ascii else { return name }
    return switch name {
    case "Up": "↑"
    case "Down": "↓"
    case "Left": "←"
    case "Right": "→"
    case _: name
    }
  }
}

extension KeyChord {
  /// Reads a key as a user writes it, in any of the spellings of the notation.
  ///
  /// `nil` for what ``problem(with:)`` names.
  public init?(written text: String) {
    guard KeyChord.problem(with: text) == nil, let press = KeyPress(notation: text) else {
      return nil
    }
    self.init(press)
  }

  /// The reason that a text cannot be a key, to follow it in quotes; `nil` when it can.
  public static func problem(with text: String) -> String? {
    let lower = text.lowercased()
    for prefix in ["^", "c-", "ctrl-"] where lower.hasPrefix(prefix) {
      let rest = lower.dropFirst(prefix.count)
      guard !rest.isEmpty else { continue }
      if rest == "c" {
        return "always closes what is open, and leaves churntop when pressed twice."
      }
      if let twin = twins[String(rest)] {
        return "reaches a program as \(twin): terminals cannot tell the two apart. Bind \(twin)."
      }
      if rest.count == 1, rest.first?.isNumber == true {
        return "is a chord that terminals do not send. Bind a letter or a function key."
      }
    }
    if KeyPress(notation: text) != nil { return nil }
    for prefix in ["s-", "shift-"] where lower.hasPrefix(prefix) {
      return "is the same as the key without shift. Write a capital letter as itself, and "
        + "S-Tab for Tab."
    }
    if text.count > 1, text.allSatisfy({ $0.isLetter || $0.isNumber || "@!".contains($0) }) {
      return "is not a key. Write one key, such as j, ^d, A-x, F5, PgDn, Enter or space."
    }
    return "is a chord that terminals do not send. Write one key, such as j, ^d, A-x or F5."
  }

  /// The keys that terminals send for a letter with control.
  private static let twins = [
    "i": "Tab", "m": "Enter", "j": "Enter", "h": "Bksp", "[": "Esc", "enter": "Enter",
    "tab": "Tab", "esc": "Esc",
  ]
}
