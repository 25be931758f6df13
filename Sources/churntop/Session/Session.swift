import ConfigurationFiles
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// The parts that a command works with: settings, ledger path, time and output.
struct Session {
  /// The purpose of opening the ledger.
  enum Purpose {
    /// Inspect the file without changing even derived rows.
    case inspecting
    /// Read the ledger.
    case reading
    /// Write to the ledger; a missing one is an error.
    case writing
    /// Write to the ledger, and create it if it is missing.
    case creating
  }

  /// The consequence of a configuration that cannot be read at all.
  enum Damage {
    /// The command fails: the configuration could, for example, name another ledger.
    case refused
    /// The session is read-only.
    case readOnly
    /// There is none, for a ledger that no configuration could name.
    case ignored
  }

  /// The environment of the process.
  let dependencies: Dependencies
  let settings: Settings
  /// The instant of the command: the present, or `--as-of`.
  ///
  /// For a read-only ledger, the instant of its rows.
  private(set) var now: Timestamp
  /// A Boolean value that indicates whether the instant is not the present.
  let isAsOf: Bool
  let address: LedgerAddress
  /// The clock of the simulation that fills the ledger; `nil` for the system clock.
  let acceleration: AcceleratedClock?
  /// The path of the ledger, or the server without any secret.
  var path: String { address.shown }
  /// The reason that nothing may be written; `nil` if the session may write.
  private(set) var readOnlyCause: ReadOnlyCause?
  /// A Boolean value that indicates whether nothing may be written.
  var isReadOnly: Bool { readOnlyCause != nil }
  /// The policy about recovery and prompts.
  let policy: ChurnPolicy
  /// The exchange rates to the report currency; `nil` for none.
  private(set) var rates: ExchangeRates?
  /// The formatter of instants in text.
  let time: LocalTime
  /// The requested colour.
  let color: ColorFlag
  /// A Boolean value that indicates whether text may be coloured.
  let ink: Bool
  /// The output of the command's data.
  let output = StandardOutput()

  /// Creates a session.
  ///
  /// Problems of the configuration are reported, unless a screen will show them.
  init(
    _ options: CommonValues, asOf: String? = nil, damage tolerance: Damage = .refused,
    dependencies: Dependencies = .current
  ) throws(CommandError) {
    var settings = try Settings(options: options, dependencies: dependencies)
    if let damage = settings.damage, tolerance == .refused {
      throw .notUnderstood(damage.problem.sentence)
    }
    address = try LedgerLocation.address(settings.values[.ledger], dependencies: dependencies)
    acceleration = address.isServer ? nil : AcceleratedClock(beside: address.text)
    var dependencies = dependencies
    if let acceleration { dependencies.clock = acceleration.shows(at: dependencies.clock) }
    self.dependencies = dependencies
    let clock = dependencies.clock
    let time = try Self.time(settings)
    self.time = time
    now =
      try asOf.map { text throws(CommandError) -> Timestamp in
        if let past = InstantText.earlier(text, now: clock, in: time.zone) { return past }
        return try TimeExpression.parse(text, now: clock, in: time.zone, option: "--as-of")
      } ?? clock
    isAsOf = asOf != nil
    readOnlyCause = try Self.readOnlyCause(settings, tolerance, address, dependencies)
    color = try settings.value(
      .color, default: .auto, expected: "auto, always or never"
    ) { ColorFlag(rawValue: $0) }
    ink = dependencies.tier(flag: color, isTerminal: output.isTerminal) != .mono
    policy = settings.policy()
    rates = settings.exchangeRates()
    self.settings = settings
    if tolerance == .refused {
      for problem in settings.problems { diagnostics.say(problem.sentence) }
    }
  }

  /// Returns the formatter of instants.
  private static func time(_ settings: Settings) throws(CommandError) -> LocalTime {
    guard let setting = settings.values[.timezone] else { return .utc }
    if let time = LocalTime(identifier: setting.text) { return time }
    let words = TextRule.zone.problem(setting.text) ?? "is not a time zone."
    throw .notUnderstood("\(setting.origin.text): '\(setting.text)' \(words)")
  }

  /// The colour tier of text output.
  var tier: ColorTier {
    let tier = dependencies.tier(flag: color, isTerminal: output.isTerminal)
    return tier > .mono && !output.isTerminal ? max(tier, .indexed) : tier
  }

  /// Sets the exchange rates, unless the configuration has some.
  mutating func fallBack(on table: ExchangeRates) { rates = rates ?? table }

  /// Changes the instant of the command.
  mutating func speak(about instant: Timestamp) { now = instant }

  /// The name of the ledger on screens: that of the file, the database or the service.
  var name: String { address.name }

  /// The reason that nothing may be written, if it is not an option.
  var readOnlyReason: String? {
    guard let readOnlyCause else { return nil }
    if case .setting(.option) = readOnlyCause { return nil }
    return readOnlyCause.words
  }

  /// The note that a ledger is read-only although no option requests it.
  var permissionNote: String? {
    guard let readOnlyCause, readOnlyCause.isOfPermission else { return nil }
    return "\(name) is opened read-only: \(readOnlyCause.words)."
  }

  /// Takes over what a ledger permits that is open.
  mutating func respect(_ ledger: any Ledger) {
    if readOnlyCause == nil, LedgerEngine.isReadOnly(ledger) { readOnlyCause = .role }
  }

  private static func readOnlyCause(
    _ settings: Settings, _ tolerance: Damage, _ address: LedgerAddress,
    _ dependencies: Dependencies
  ) throws(CommandError) -> ReadOnlyCause? {
    if let damage = settings.damage, tolerance == .readOnly {
      return .damage(damage.problem.sentence)
    }
    if try settings.flag(.readonly), let setting = settings.values[.readonly] {
      return .setting(setting.origin)
    }
    guard !address.isServer, LedgerLocation.exists(address.text),
      !dependencies.mayWrite(address.text)
    else { return nil }
    return .permission(user: dependencies.user)
  }

  /// The interval at which the dashboard checks the ledger for changes; a tenth of a second at
  /// least.
  var refresh: Duration {
    get throws(CommandError) {
      let length = try settings.value(
        .refresh, default: .seconds(1), expected: "a length of time, such as 5s"
      ) { DurationText.parse($0) }
      return max(length, .milliseconds(100))
    }
  }

  /// The time for which a store's feed may be silent before that is an alarm; `nil` for the usual
  /// silence of each feed.
  var silenceMax: Duration? {
    get throws(CommandError) {
      try settings.value(
        .stale, default: nil, expected: "auto or a length of time, such as 6h"
      ) { text -> Duration?? in text == "auto" ? .some(nil) : DurationText.parse(text).map { $0 } }
    }
  }

  /// The time for which a dashboard can undo an action.
  var undoFor: Duration {
    get throws(CommandError) {
      try settings.value(
        .undo, default: .minutes(10), expected: "a length of time, such as 10m"
      ) { DurationText.parse($0) }
    }
  }

  /// The absence after which a dashboard announces what happened meanwhile; zero for never.
  var digestAfter: Duration {
    get throws(CommandError) {
      try settings.value(
        .digest, default: .hours(4), expected: "0 or a length of time, such as 4h"
      ) { text in text == "0" ? .zero : DurationText.parse(text) }
    }
  }

  /// The time at which the command began, for records.
  var clock: Timestamp { dependencies.clock }

  /// The clock of records of a session that lasts: the system clock, or that of the simulation.
  var present: @Sendable () -> Timestamp {
    guard let acceleration else { return MachineClock.now }
    return { acceleration.shows(at: MachineClock.now()) }
  }

  /// The clock of a dashboard on the ledger.
  var dashboardClock: DashboardClock {
    acceleration.map { .accelerated(start: $0.start, since: $0.began, speed: $0.speed) } ?? .live
  }
}
