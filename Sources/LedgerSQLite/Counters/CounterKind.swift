import EventLedger
import SubscriptionCore

/// The counters of the table `tallies`, which make a figure a sum over few rows and never a scan.
///
/// Every kind counts production subscriptions, except ``outside``. A dated kind counts by the
/// hour or day of an instant; the hours at the ends of a range are counted row by row, through an
/// index that holds nothing else (`Edge`).
enum CounterKind: Int, CaseIterable {
  /// By state and currency.
  case state = 1
  /// Subscriptions outside production.
  case outside
  /// Due prompts by state.
  case due
  /// Suppressed prompts.
  case suppressed
  /// Subscriptions with anomalies.
  case anomalies
  /// In grace, by the hour in which access ends, and currency.
  case loss
  /// In hold, by the hour in which the tries end, and currency.
  case retry
  /// Due prompts by the hour since which they are due.
  case dueSince
  /// Scheduled prompts by their hour.
  case scheduled
  /// Snoozed prompts by the hour in which they go on.
  case snoozed
  /// Ended, by day and cause.
  case ended
  /// Billing episodes by the day of the failure and by class.
  case episode
  /// By the hour, how many more came into a state than left it.
  case flowByHour
  /// By the day, how many more came into a state than left it.
  case flowByDay

  /// The length of a bucket in milliseconds; 0 for kinds that are not dated.
  var bucketLength: Int64 {
    switch self {
    case .state, .outside, .due, .suppressed, .anomalies: 0
    case .loss, .retry, .dueSince, .scheduled, .snoozed, .flowByHour: 3_600_000
    case .ended, .episode, .flowByDay: 86_400_000
    }
  }

  /// A Boolean value that indicates whether the instants are those of things that have happened, so
  /// that none lies ahead.
  var isPast: Bool {
    switch self {
    case .episode, .ended: true
    case .state, .outside, .due, .suppressed, .anomalies, .loss, .retry, .dueSince, .scheduled,
      .snoozed, .flowByHour, .flowByDay:
      false
    }
  }

  /// The bucket in which an instant lies.
  func bucket(of instant: Timestamp) -> Int64 {
    bucketLength == 0 ? 0 : instant.milliseconds.floored(to: bucketLength)
  }

  /// The bucket of a dated kind for rows without the date, beyond every instant.
  static let undated = Int64.max

  /// The greatest multiple of a length that is not greater than a number.
  static func floor(_ number: Int64, _ length: Int64) -> Int64 {
    let rest = number % length
    return number - (rest < 0 ? rest + length : rest)
  }

  /// The rows of a kind that lie in part of a bucket.
  struct Boundary {
    /// The column that holds the instant.
    var column: String
    /// The expression for the variant.
    var variant: String
    /// The condition that makes a row one of this kind.
    var condition: String
  }

  /// The rows of the kind that lie in part of a bucket; `nil` where no figure asks for parts.
  var edge: Boundary? {
    let production = "environment = \(CounterKind.productionCode)"
    return switch self {
    case .loss:
      Boundary(
        column: "losesAt", variant: "mrrCurrency",
        condition: "state = \(SubscriptionState.grace.code) AND \(production)")
    case .retry:
      Boundary(
        column: "retryEnds", variant: "mrrCurrency",
        condition: "state = \(SubscriptionState.hold.code) AND \(production)")
    case .dueSince:
      Boundary(column: "dueAt", variant: "verdict", condition: "verdict = 1 AND \(production)")
    case .scheduled:
      Boundary(column: "dueAt", variant: "verdict", condition: "verdict = 2 AND \(production)")
    case .snoozed:
      Boundary(
        column: "snoozedUntil", variant: "verdict",
        condition: "snoozedUntil IS NOT NULL AND \(production)")
    case .ended:
      Boundary(
        column: "endedAt", variant: "cause", condition: "endedAt IS NOT NULL AND \(production)")
    case .state, .outside, .due, .suppressed, .anomalies, .episode, .flowByHour, .flowByDay: nil
    }
  }

  private static let productionCode =
    SubscriberField.environment.code(of: StoreEnvironment.production.rawValue)
}

/// One counter.
struct CounterKey: Hashable {
  var kind: CounterKind
  var bucket: Int64
  var variant: String

  init(_ kind: CounterKind, at instant: Timestamp? = nil, _ variant: String = "") {
    self.kind = kind
    self.variant = variant
    bucket =
      instant.map(kind.bucket(of:)) ?? (kind.bucketLength == 0 ? 0 : CounterKind.undated)
  }
}

/// The value of a counter.
struct CounterValue: Hashable {
  var count: Int64 = 0
  var mrr: Int64 = 0

  /// Adds another value, times 1 or -1.
  mutating func add(_ other: CounterValue, times sign: Int64 = 1) {
    count += other.count * sign
    mrr = OverviewFigures.Total.sum(mrr, other.mrr * sign)
  }

  var isZero: Bool { count == 0 && mrr == 0 }
}

extension SubscriberProjection {
  /// Calls a closure for each counter that the row adds to, with what it adds.
  func eachCounter(_ body: (CounterKey, CounterValue) -> Void) {
    let one = CounterValue(count: 1)
    guard summary.environment == .production else { return body(CounterKey(.outside), one) }
    let status = summary.status
    let currency = summary.mrr?.currency ?? ""
    let worth = CounterValue(
      count: 1, mrr: summary.mrr.map { OverviewFigures.Total.clamped($0.micros) } ?? 0)
    body(CounterKey(.state, status.state.rawValue + "/" + currency), worth)
    if status.state == .grace {
      body(
        CounterKey(.loss, at: status.access.granted ? status.access.until : nil, currency), worth)
    } else if status.state == .hold {
      body(CounterKey(.retry, at: status.retryEnds, currency), worth)
    }
    switch status.prompt.verdict {
    case .due(let since):
      body(CounterKey(.due, status.state.rawValue), one)
      body(CounterKey(.dueSince, at: since), one)
    case .scheduled(let at): body(CounterKey(.scheduled, at: at), one)
    case .withheld(.suppressed): body(CounterKey(.suppressed), one)
    case .withheld: break
    }
    if let until = summary.snoozedUntil { body(CounterKey(.snoozed, at: until), one) }
    if summary.anomalyCount > 0 { body(CounterKey(.anomalies), one) }
    if let end = status.end { body(CounterKey(.ended, at: end.at, end.causeName), one) }
    for episode in episodes {
      body(CounterKey(.episode, at: episode.failedAt, EpisodeClass(episode).name), one)
    }
    for change in history {
      for kind in [CounterKind.flowByHour, .flowByDay] {
        body(CounterKey(kind, at: change.at, change.to.rawValue), one)
        if let from = change.from {
          body(CounterKey(kind, at: change.at, from.rawValue), CounterValue(count: -1))
        }
      }
    }
  }
}

extension SubscriptionEnd {
  /// The cause as the variant of a counter; empty where no store says.
  var causeName: String { cause?.rawValue ?? "" }
}

extension EpisodeClass {
  /// The class as one text: the outcome, and a letter for grace and for hold.
  var name: String { "\(outcome.rawValue)/\(enteredGrace ? "g" : "")\(enteredHold ? "h" : "")" }

  /// Reads the text.
  init?(name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let outcome = BillingEpisode.Outcome(rawValue: String(parts[0]))
    else { return nil }
    self.init(
      outcome: outcome, enteredGrace: parts[1].contains("g"), enteredHold: parts[1].contains("h"))
  }
}
