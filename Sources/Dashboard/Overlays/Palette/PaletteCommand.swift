import EventLedger

/// The commands of the command line, beside the names of the command table and any identifier.
public enum PaletteCommand: Hashable, Sendable, CaseIterable {
  /// Opens a screen with a tab.
  case show(Screen)
  /// Does anything else.
  case verb(PaletteVerb)

  /// The commands in the order of help: the tabs, and then everything else.
  public static let allCases = Screen.tabs.map(Self.show) + PaletteVerb.allCases.map(Self.verb)

  /// The word of the command.
  var word: PaletteWord {
    switch self {
    case .show(let screen): screen.controller.word
    case .verb(let verb): verb.word
    }
  }

  /// The command that a word names.
  static func named(_ word: String) -> Self? { allCases.first { $0.word.names.contains(word) } }
}

/// A word of the command line.
struct PaletteWord: Hashable, Sendable {
  /// The word, and others for the same.
  var names: [String]
  /// One sentence without a full stop.
  var help: String
  /// The value that may follow it; `nil` where nothing may.
  var value: String?

  /// Creates a word.
  init(_ name: String, _ help: String, value: String? = nil, aliases: [String] = []) {
    (names, self.help, self.value) = ([name] + aliases, help, value)
  }

  /// The words after the colon, with what follows in capitals.
  var usage: String { names[0] + (value.map { " " + $0 } ?? "") }
}

/// The commands of the command line that open no tab.
public enum PaletteVerb: String, Hashable, Sendable, CaseIterable {
  case help, open, filter, sort, theme, glyphs, mask
  case asof, live, set, clock, messages, undelivered, digest, big, run
  case quit = "q"

  /// The word of the command.
  var word: PaletteWord {
    switch self {
    case .help: word("keys, filter language, states", aliases: ["h"])
    case .open:
      word(
        "one subscriber by any identifier, account or mail address", value: "IDENTIFIER",
        aliases: ["show", "find"])
    case .filter: word("narrows the list of subscribers", value: "EXPRESSION", aliases: ["user"])
    case .sort: word("orders the list: " + Self.orders, value: "ORDER")
    case .theme:
      word(
        "draws with another theme; inspect names what colours a cell, and where",
        value: "NAME|inspect")
    case .glyphs: word("draws with other signs: unicode, narrow, ascii", value: "SET")
    case .mask: word("hides or shows names and mail addresses", value: "on|off")
    case .set:
      word(
        "theme, glyphs, mask, sort or tz, as in mask=off; app-store-grace=28d and such try a "
          + "policy", value: "NAME=VALUE")
    case .asof:
      word(
        "everything as it was at a time: 2025-11-14, -3d, -6h", value: "TIME",
        aliases: ["as-of", "at"])
    case .live: word("back to now", aliases: ["now"])
    case .clock:
      word(
        "the demo's clock: +3d goes forward, 6h/s is a speed, 0 stops it",
        value: "FORWARD|SPEED")
    case .messages: word("the latest messages")
    case .digest:
      word(
        "what happened since a time: 18:00, -12h; without one, since the last visit",
        value: "TIME")
    case .big: word("four figures in big digits, for a wall or a talk")
    case .undelivered: word("the changes that receivers did not take in days, and why")
    case .run: word("runs one of your own programs (commands.toml)", value: "COMMAND")
    case .quit: word("leaves churntop", aliases: ["quit", "qa", "q!"])
    }
  }

  private func word(
    _ help: String, value: String? = nil, aliases: [String] = []
  ) -> PaletteWord {
    PaletteWord(rawValue, help, value: value, aliases: aliases)
  }

  /// The orders of the list.
  static let orders = SubscriberSort.allCases.map(\.rawValue).joined(separator: ", ")
}

/// A line that the palette offers.
public struct Suggestion: Hashable, Sendable {
  /// The text that goes into the line.
  public var text: String
  /// Its effect.
  public var help: String
  /// The keys that do the same.
  public var keys: [KeyChord] = []
  /// A Boolean value that indicates whether it is a command with its value, which runs unchanged.
  public var isWhole = false
  /// A Boolean value that indicates whether it looks for what is typed as a name or an identifier.
  public var looksUp = false
  /// The reason that it cannot be done now; `nil` when it can.
  public var disabledReason: String?
}
