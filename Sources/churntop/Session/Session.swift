import ConfigurationFiles
import EventLedger
import LedgerSQLite
import ProgramConventions
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

  /// What a configuration that cannot be read at all leads to.
  enum Damage {
    /// The command ends: the configuration could, for example, name another ledger.
    case refused
    /// Nothing may be written.
    case readOnly
    /// Nothing, for a ledger that no configuration could name.
    case ignored
  }

  /// The process's surroundings.
  let dependencies: Dependencies
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
  /// Why nothing may be written; `nil` where it may.
  let readOnlyCause: ReadOnlyCause?
  /// Whether nothing may be written.
  var isReadOnly: Bool { readOnlyCause != nil }
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

  /// Puts a command's surroundings together.
  ///
  /// Says what is wrong with the configuration, unless a screen will.
  init(
    _ options: CommonValues, asOf: String? = nil, damage tolerance: Damage = .refused,
    dependencies: Dependencies = .current
  ) throws(CommandError) {
    self.dependencies = dependencies
    var settings = try Settings(options: options, dependencies: dependencies)
    if let damage = settings.damage, tolerance == .refused {
      throw .notUnderstood(damage.problem.sentence)
    }
    let clock = dependencies.clock
    now =
      try asOf.map { text throws(CommandError) in
        try TimeExpression.parse(text, now: clock, option: "--as-of")
      } ?? clock
    isAsOf = asOf != nil
    path = try LedgerLocation.path(settings.values[.ledger], dependencies: dependencies)
    readOnlyCause = try Self.readOnlyCause(settings, tolerance, path, dependencies)
    time = try Self.time(settings)
    color = try settings.value(
      .color, default: .auto, expected: "auto, always or never"
    ) { ColorFlag(rawValue: $0) }
    ink = dependencies.tier(flag: color, isTerminal: output.isTerminal) != .mono
    policy = settings.policy()
    self.settings = settings
    if tolerance == .refused {
      for problem in settings.problems { diagnostics.say(problem.sentence) }
    }
  }

  /// How instants are shown.
  private static func time(_ settings: Settings) throws(CommandError) -> LocalTime {
    guard let setting = settings.values[.timezone] else { return .utc }
    if let time = LocalTime(identifier: setting.text) { return time }
    let words = TextRule.zone.problem(setting.text) ?? "is not a time zone."
    throw .notUnderstood("\(setting.origin.text): '\(setting.text)' \(words)")
  }

  /// How many colours text may use.
  var tier: ColorTier {
    let tier = dependencies.tier(flag: color, isTerminal: output.isTerminal)
    return tier > .mono && !output.isTerminal ? max(tier, .indexed) : tier
  }

  /// Speaks about another instant from now on.
  mutating func speak(about instant: Timestamp) { now = instant }

  /// What the ledger is called on screens: the file's name.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Why nothing may be written, where that is not an option's doing.
  var readOnlyReason: String? {
    guard let readOnlyCause else { return nil }
    if case .setting(.option) = readOnlyCause { return nil }
    return readOnlyCause.words
  }

  /// That a ledger which nobody asked to read only is read-only all the same.
  var permissionNote: String? {
    guard case .permission? = readOnlyCause, let words = readOnlyCause?.words else { return nil }
    return "\(name) is opened read-only: \(words)."
  }

  private static func readOnlyCause(
    _ settings: Settings, _ tolerance: Damage, _ path: String, _ dependencies: Dependencies
  ) throws(CommandError) -> ReadOnlyCause? {
    if let damage = settings.damage, tolerance == .readOnly {
      return .damage(damage.problem.sentence)
    }
    if try settings.flag(.readonly), let setting = settings.values[.readonly] {
      return .setting(setting.origin)
    }
    guard LedgerLocation.exists(path), !dependencies.mayWrite(path) else { return nil }
    return .permission(user: dependencies.user)
  }

  /// How often the dashboard looks whether the ledger has grown; a tenth of a second at least.
  var refresh: Duration {
    get throws(CommandError) {
      let length = try settings.value(
        .refresh, default: .seconds(1), expected: "a length of time, such as 5s"
      ) { DurationText.parse($0) }
      return max(length, .milliseconds(100))
    }
  }

  /// How long a feed of a store may be silent before that is an alarm; `nil` for what is usual for
  /// each.
  var silenceMax: Duration? {
    get throws(CommandError) {
      try settings.value(
        .stale, default: nil, expected: "auto or a length of time, such as 6h"
      ) { text -> Duration?? in text == "auto" ? .some(nil) : DurationText.parse(text).map { $0 } }
    }
  }

  /// How long a dashboard takes back what was recorded.
  var undoFor: Duration {
    get throws(CommandError) {
      try settings.value(
        .undo, default: .minutes(10), expected: "a length of time, such as 10m"
      ) { DurationText.parse($0) }
    }
  }

  /// Who acts, as the ledger records it.
  var actor: String { settings.values[.actor]?.text ?? dependencies.user }

  /// The present by the machine's clock, for whatever is written.
  var clock: Timestamp { dependencies.clock }
}
