/// A set of keys to begin with, which the user's own bindings change.
public enum KeyPreset: String, Hashable, Sendable, CaseIterable {
  /// The keys of the command table: those of vi, less and most terminal programs.
  case vi
  /// The movements and commands of Emacs where they can be had.
  case emacs
  /// The function keys of htop beside those of the command table.
  case htop

  /// A description in one sentence without a full stop.
  public var summary: String {
    switch self {
    case .vi: "the keys of vi, less and most terminal programs"
    case .emacs: "the movements and commands of Emacs where they can be had"
    case .htop: "the function keys of htop beside those of vi"
    }
  }

  /// The keys that a command has; its own where the preset says nothing about it.
  func keys(of command: Command) -> [KeyChord] {
    switch self {
    case .vi: command.keys
    case .emacs: Self.emacsKeys[command.id] ?? command.keys
    case .htop: command.keys + (Self.htopKeys[command.id] ?? [])
    }
  }

  private static let emacsKeys: [CommandID: [KeyChord]] = [
    .moveDown: ["^n", "Down"], .moveUp: ["^p", "Up"],
    .moveTop: ["A-<", "Home"], .moveBottom: ["A->", "End"],
    .movePageDown: ["^v", "PgDn"], .movePageUp: ["A-v", "PgUp"],
    .moveHalfDown: [], .moveHalfUp: [],
    .timeEarlier: ["^b", "Left"], .timeLater: ["^f", "Right"],
    .palette: ["A-x", ":"], .back: ["^g", "Esc", "q"], .mask: ["A-g"],
    .open: ["Enter", "^o"], .filter: ["/", "A-s"],
    .fieldLess: ["^b", "Left", "-"], .fieldMore: ["^f", "Right", "+"],
  ]

  private static let htopKeys: [CommandID: [KeyChord]] = [
    .palette: ["F3"], .filter: ["F4"], .open: ["F5"], .sortMenu: ["F6"], .actions: ["F9"],
    .quit: ["F10"],
  ]
}
