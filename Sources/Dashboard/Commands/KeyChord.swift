import TerminalUI

/// One key with its modifiers, by the name that hints, help and configuration share.
///
/// A letter, digit or sign stands for itself; `^d` is control and d; the others are `Enter`,
/// `Esc`, `Tab`, `S-Tab`, `space`, `Bksp`, `Del`, `Up`, `Down`, `Left`, `Right`, `Home`, `End`,
/// `PgUp`, `PgDn`, `F1` to `F12`: the notation of ``TerminalUI/KeyPress``.
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
