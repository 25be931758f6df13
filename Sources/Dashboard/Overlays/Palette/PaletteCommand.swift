import EventLedger

/// The commands of the command line, beside the names of the command table and any identifier.
public enum PaletteCommand: String, Hashable, Sendable, CaseIterable {
  case overview, subs, due, events, metrics, whatif, help, open, filter, sort, theme, glyphs, mask
  case asof, live, set, clock, messages, undelivered, digest, big, run
  case quit = "q"

  /// A row of the table of commands.
  private struct Row {
    var help: String
    var value: String?
    var aliases: [String]

    init(_ help: String, value: String? = nil, aliases: [String] = []) {
      (self.help, self.value, self.aliases) = (help, value, aliases)
    }
  }

  private var row: Row {
    switch self {
    case .overview: Row("counts, prompts, time to loss of access")
    case .subs: Row("the list of subscribers", aliases: ["subscribers", "list"])
    case .due: Row("the prompts that are due")
    case .events: Row("every event")
    case .metrics: Row("churn and recovery over a window")
    case .whatif: Row("past failures under another policy", aliases: ["what-if"])
    case .help: Row("keys, filter language, states", aliases: ["h"])
    case .open:
      Row(
        "one subscriber by any identifier, account or mail address", value: "IDENTIFIER",
        aliases: ["show", "find"])
    case .filter: Row("narrows the list of subscribers", value: "EXPRESSION", aliases: ["user"])
    case .sort: Row("orders the list: " + Self.orders, value: "ORDER")
    case .theme:
      Row(
        "draws with another theme; inspect names what colours a cell, and where",
        value: "NAME|inspect")
    case .glyphs: Row("draws with other signs: unicode, narrow, ascii", value: "SET")
    case .mask: Row("hides or shows names and mail addresses", value: "on|off")
    case .set:
      Row(
        "theme, glyphs, mask, sort or tz, as in mask=off; app-store-grace=28d and such try a "
          + "policy", value: "NAME=VALUE")
    case .asof:
      Row(
        "everything as it was at a time: 2025-11-14, -3d, -6h", value: "TIME",
        aliases: ["as-of", "at"])
    case .live: Row("back to now", aliases: ["now"])
    case .clock:
      Row(
        "the demo's clock: +3d goes forward, 6h/s is a speed, 0 stops it",
        value: "FORWARD|SPEED")
    case .messages: Row("the latest messages")
    case .digest:
      Row(
        "what happened since a time: 18:00, -12h; without one, since the last visit",
        value: "TIME")
    case .big: Row("four figures in big digits, for a wall or a talk")
    case .undelivered: Row("the changes that receivers did not take in days, and why")
    case .run: Row("runs one of your own programs (commands.toml)", value: "COMMAND")
    case .quit: Row("leaves churntop", aliases: ["quit", "qa", "q!"])
    }
  }

  /// The words after the colon, with what follows in capitals.
  public var usage: String { rawValue + (row.value.map { " " + $0 } ?? "") }

  /// A Boolean value that indicates whether something may follow the word.
  var takesValue: Bool { row.value != nil }

  /// A Boolean value that indicates whether it opens a screen with a filter of its own.
  var isFiltered: Bool { [.subs, .due, .events, .metrics, .whatif].contains(self) }

  /// One sentence without a full stop.
  public var help: String { row.help }

  /// Other words for the same.
  var aliases: [String] { row.aliases }

  /// The orders of the list.
  static let orders = SubscriberSort.allCases.map(\.rawValue).joined(separator: ", ")

  /// The command of a word.
  init?(word: String) {
    guard
      let found = PaletteCommand.allCases.first(where: {
        $0.rawValue == word || $0.aliases.contains(word)
      })
    else { return nil }
    self = found
  }
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
