import EventLedger
import LedgerSQLite
import SubscriptionCore
import TerminalUI

/// Everything a command works with, put together in one place.
struct Session {
  /// What a command is going to do with the ledger.
  enum Purpose {
    /// Look at it as it lies: not even rows that follow from the rest are brought up to date.
    case inspecting
    /// Read it.
    case reading
    /// Write to it; a missing one is an error.
    case writing
    /// Write to it, starting it where there is none.
    case creating
  }

  /// The process's surroundings.
  let surroundings: Surroundings
  /// What was configured.
  let settings: Settings
  /// The instant that the command speaks about: the present, or `--as-of`.
  ///
  /// In a ledger that may not be written, the instant that its rows stand at.
  private(set) var now: Timestamp
  /// Whether that instant is not the present.
  let isAsOf: Bool
  /// Where the ledger lies.
  let path: String
  /// Whether nothing may be written.
  let isReadOnly: Bool
  /// The rules for dates and prompts.
  let policy: ChurnPolicy
  /// How instants are shown in text.
  let time: LocalTime
  /// What was asked about colour.
  let color: ColorFlag
  /// Whether text may be coloured.
  let ink: Bool
  /// Where the command's data goes.
  let output = StandardOutput()

  /// Puts a command's surroundings together, and says what is wrong with the configuration.
  init(
    _ options: CommonValues, asOf: String? = nil, surroundings: Surroundings = .current
  ) throws(CommandError) {
    self.surroundings = surroundings
    var settings = try Settings(options: options, surroundings: surroundings)
    let clock = surroundings.clock
    now =
      try asOf.map { text throws(CommandError) in
        try TimeExpression.parse(text, now: clock, option: "--as-of")
      } ?? clock
    isAsOf = asOf != nil
    path = try LedgerLocation.path(settings.values[.ledger], surroundings: surroundings)
    isReadOnly = try settings.value(
      .readonly, default: false, expected: "true or false"
    ) { Bool($0) ?? ["1": true, "0": false][$0] }
    time = try settings.value(
      .timezone, default: .utc, expected: "a time zone, such as Asia/Tokyo or UTC"
    ) { LocalTime(identifier: $0) }
    color = try settings.value(
      .color, default: .auto, expected: "auto, always or never"
    ) { ColorFlag(rawValue: $0) }
    ink = surroundings.tier(flag: color, isTerminal: output.isTerminal) != .mono
    policy = PolicyConfiguration.policy(&settings)
    self.settings = settings
    for warning in settings.warnings { Narration.say(warning) }
  }

  /// How many colours text may use.
  var tier: ColorTier {
    let tier = surroundings.tier(flag: color, isTerminal: output.isTerminal)
    return tier > .mono && !output.isTerminal ? max(tier, .indexed) : tier
  }

  /// Speaks about another instant from now on.
  mutating func speak(about instant: Timestamp) { now = instant }

  /// What the ledger is called on screens: the file's name.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Who acts, as the ledger records it.
  var actor: String { settings.values[.actor]?.text ?? surroundings.user }

  /// The present by the machine's clock, for whatever is written.
  var clock: Timestamp { surroundings.clock }
}
