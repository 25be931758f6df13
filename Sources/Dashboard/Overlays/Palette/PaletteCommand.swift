import EventLedger

/// The commands of the command line, beside the names of the command table and any identifier.
public enum PaletteCommand: String, Hashable, Sendable, CaseIterable {
  case overview, subs, due, events, metrics, whatif, help, open, filter, sort, theme, glyphs, mask
  case asof, live, set, clock, messages, undelivered, digest, big, run
  case quit = "q"

  /// The words after the colon, with what follows in capitals.
  public var usage: String {
    switch self {
    case .overview, .subs, .due, .events, .metrics, .whatif, .help, .live, .messages, .undelivered,
      .big, .quit:
      rawValue
    case .asof: "asof TIME"
    case .digest: "digest TIME"
    case .clock: "clock FORWARD|SPEED"
    case .open: "open IDENTIFIER"
    case .filter: "filter EXPRESSION"
    case .sort: "sort ORDER"
    case .theme: "theme NAME|inspect"
    case .glyphs: "glyphs SET"
    case .mask: "mask on|off"
    case .set: "set NAME=VALUE"
    case .run: "run COMMAND"
    }
  }

  /// A Boolean value that indicates whether something may follow the word.
  var takesValue: Bool { usage.contains(" ") }

  /// A Boolean value that indicates whether it opens a screen with a filter of its own.
  var isFiltered: Bool { [.subs, .due, .events, .metrics, .whatif].contains(self) }

  /// One sentence without a full stop.
  public var help: String {
    switch self {
    case .overview: "counts, prompts, time to loss of access"
    case .subs: "the list of subscribers"
    case .due: "the prompts that are due"
    case .events: "what was heard"
    case .metrics: "churn and recovery over a window"
    case .whatif: "past failures under another policy"
    case .help: "keys, filter language, states"
    case .open: "one subscriber by any identifier, account or mail address"
    case .filter: "narrows the list of subscribers"
    case .sort: "orders the list: " + Self.orders
    case .theme: "draws with another theme; inspect names what colours a cell, and where"
    case .glyphs: "draws with other signs: unicode, narrow, ascii"
    case .mask: "hides or shows names and mail addresses"
    case .set:
      "theme, glyphs, mask, sort or tz, as in mask=off; app-store-grace=28d and such try a policy"
    case .asof: "everything as it was at a time: 2025-11-14, -3d, -6h"
    case .live: "back to now"
    case .clock: "the demo's clock: +3d goes forward, 6h/s is a speed, 0 stands still"
    case .messages: "the latest messages"
    case .digest: "what happened since a time: 18:00, -12h; without one, since the last visit"
    case .big: "four figures in big digits, for a wall or a talk"
    case .undelivered: "the changes that receivers did not take in days, and why"
    case .run: "runs one of your own programs (commands.toml)"
    case .quit: "leaves churntop"
    }
  }

  /// The orders of the list.
  static let orders = SubscriberSort.allCases.map(\.rawValue).joined(separator: ", ")

  /// Other words for the same.
  var aliases: [String] {
    switch self {
    case .subs: ["subscribers", "list"]
    case .quit: ["quit", "qa", "q!"]
    case .whatif: ["what-if"]
    case .help: ["h"]
    case .open: ["show", "find"]
    case .asof: ["as-of", "at"]
    case .live: ["now"]
    case .filter: ["user"]
    case .overview, .due, .events, .metrics, .sort, .theme, .glyphs, .mask, .set, .clock, .messages,
      .undelivered, .digest, .big, .run:
      []
    }
  }

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
  /// A Boolean value that indicates whether it is a command with its value, to be run as it stands.
  public var isWhole = false
  /// A Boolean value that indicates whether it looks for what is typed as a name or an identifier.
  public var looksUp = false
  /// The reason that it cannot be done now; `nil` when it can.
  public var disabledReason: String?
}
