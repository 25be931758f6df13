/// Running counts of billing episodes, from which every recovery metric follows.
///
/// Counts of disjoint sets of episodes add up, so that parts can be counted apart and merged.
public struct EpisodeCounts: Hashable, Sendable {
  /// The episodes.
  public var failed = 0
  /// The episodes that are open.
  public var open = 0
  /// The episodes that the store gave grace.
  public var enteredGrace = 0
  /// The episodes that are in grace.
  public var inGrace = 0
  /// The episodes that were paid while the user had access.
  public var recoveredInGrace = 0
  /// The episodes in which access was lost.
  public var enteredHold = 0
  /// The episodes that are in hold.
  public var inHold = 0
  /// The episodes that were paid after access was lost.
  public var recoveredInHold = 0
  /// The episodes that the user ended by canceling.
  public var canceled = 0
  /// The episodes in which the store gave up.
  public var ranOut = 0
  /// The episodes that a refund of an earlier payment ended.
  public var refunded = 0
  /// The episodes that another purchase replaced.
  public var superseded = 0
  /// The episodes after a free trial.
  public var trials = TrialFunnel()

  /// Creates empty counts.
  public init() {}

  /// The episodes that were paid after all.
  public var recovered: Int { recoveredInGrace + recoveredInHold }

  /// Counts an episode as it was known at an instant not before its failure.
  ///
  /// What happened after the instant does not count: an end makes the episode open, and a loss of
  /// access leaves it in grace.
  public mutating func add(_ episode: BillingEpisode, at instant: Timestamp) {
    add(EpisodeStatus(episode, at: instant), count: 1)
  }

  /// Counts a number of episodes that stand alike.
  public mutating func add(_ status: EpisodeStatus, count number: Int) {
    failed += number
    if status.enteredGrace { enteredGrace += number }
    if status.lostAccess { enteredHold += number }
    switch status.outcome {
    case .open:
      open += number
      if status.lostAccess {
        inHold += number
      } else if status.enteredGrace {
        inGrace += number
      }
    case .recoveredInGrace: recoveredInGrace += number
    case .recoveredInHold: recoveredInHold += number
    case .canceledByUser: canceled += number
    case .ranOut: ranOut += number
    case .refunded: refunded += number
    case .superseded: superseded += number
    }
    if status.isFirstPayment { trials.add(status, count: number) }
  }

  /// The episodes by outcome; those without any are left out.
  public var outcomes: [BillingEpisode.Outcome: Int] {
    let counts: [BillingEpisode.Outcome: Int] = [
      .open: open, .recoveredInGrace: recoveredInGrace, .recoveredInHold: recoveredInHold,
      .canceledByUser: canceled, .ranOut: ranOut, .refunded: refunded, .superseded: superseded,
    ]
    return counts.filter { $0.value > 0 }
  }

  /// Adds the counts of other episodes.
  public static func += (left: inout EpisodeCounts, right: EpisodeCounts) {
    left.failed += right.failed
    left.open += right.open
    left.enteredGrace += right.enteredGrace
    left.inGrace += right.inGrace
    left.recoveredInGrace += right.recoveredInGrace
    left.enteredHold += right.enteredHold
    left.inHold += right.inHold
    left.recoveredInHold += right.recoveredInHold
    left.canceled += right.canceled
    left.ranOut += right.ranOut
    left.refunded += right.refunded
    left.superseded += right.superseded
    left.trials += right.trials
  }
}

/// The steps from a failed first renewal after a free trial to its payment.
public struct TrialFunnel: Hashable, Sendable {
  /// The episodes after a trial.
  public var failed = 0
  /// Of ``failed``, those that the store gave grace.
  public var enteredGrace = 0
  /// Of ``failed``, those in which access was lost.
  public var enteredHold = 0
  /// Of ``failed``, those that were paid, in grace or in hold.
  public var recovered = 0
  /// Of ``failed``, those that are open.
  public var open = 0

  /// Of ``failed``, those that ended without a payment, whatever the cause.
  public var endedUnpaid: Int { failed - recovered - open }

  fileprivate mutating func add(_ status: EpisodeStatus, count number: Int) {
    failed += number
    if status.enteredGrace { enteredGrace += number }
    if status.lostAccess { enteredHold += number }
    switch status.outcome {
    case .open: open += number
    case .recoveredInGrace, .recoveredInHold: recovered += number
    case .canceledByUser, .ranOut, .refunded, .superseded: break
    }
  }

  /// Adds the counts of other episodes.
  public static func += (left: inout TrialFunnel, right: TrialFunnel) {
    left.failed += right.failed
    left.enteredGrace += right.enteredGrace
    left.enteredHold += right.enteredHold
    left.recovered += right.recovered
    left.open += right.open
  }
}

/// The part of an episode's state at an instant that counts depend on; there are few.
public struct EpisodeStatus: Hashable, Sendable {
  /// The outcome by then.
  var outcome: BillingEpisode.Outcome
  /// A Boolean value that indicates whether the store granted grace.
  var enteredGrace: Bool
  /// A Boolean value that indicates whether access was lost by then.
  var lostAccess: Bool
  /// A Boolean value that indicates whether the failed renewal was to be the first payment.
  var isFirstPayment: Bool

  /// Creates a status.
  public init(
    _ outcome: BillingEpisode.Outcome, enteredGrace: Bool, lostAccess: Bool,
    isFirstPayment: Bool = false
  ) {
    (self.outcome, self.enteredGrace) = (outcome, enteredGrace)
    (self.lostAccess, self.isFirstPayment) = (lostAccess, isFirstPayment)
  }

  /// Creates the status of an episode at an instant.
  init(_ episode: BillingEpisode, at instant: Timestamp) {
    outcome = episode.isOpen(at: instant) ? .open : episode.outcome
    enteredGrace = episode.enteredGrace
    lostAccess = episode.holdStartedAt.map { $0 <= instant } ?? false
    isFirstPayment = episode.isFirstPayment
  }

  /// Creates the status with a code, below ``codes``.
  init(code: Int) {
    outcome = BillingEpisode.Outcome.allCases[code >> 3]
    (enteredGrace, lostAccess) = (code & 4 != 0, code & 2 != 0)
    isFirstPayment = code & 1 != 0
  }

  /// Returns the code of a status, whose outcome is a place in `BillingEpisode.Outcome.allCases`.
  @inline(__always)
  static func code(
    _ outcome: Int, enteredGrace: Bool, lostAccess: Bool, isFirstPayment: Bool
  ) -> Int {
    outcome << 3 | (enteredGrace ? 4 : 0) | (lostAccess ? 2 : 0) | (isFirstPayment ? 1 : 0)
  }

  /// The number of codes.
  static let codes = BillingEpisode.Outcome.allCases.count << 3
}

extension BillingEpisode {
  /// A Boolean value that indicates whether the renewal was paid after all.
  public var isRecovered: Bool { outcome.isRecovered }

  /// Returns a Boolean value that indicates whether the episode had not ended at an instant.
  public func isOpen(at instant: Timestamp) -> Bool {
    outcome == .open || endedAt.map { $0 > instant } ?? false
  }
}

/// Sums of money by currency, and the number of amounts that are unknown.
public struct MoneySums: Hashable, Sendable {
  /// The sums in millionths, by currency.
  public var micros: [String: Int64] = [:]
  /// The number of amounts that are in no sum.
  public var unknown = 0

  /// Creates sums.
  public init(micros: [String: Int64] = [:], unknown: Int = 0) {
    (self.micros, self.unknown) = (micros, unknown)
  }

  /// Adds an amount a number of times, or counts it as unknown.
  public mutating func add(_ amount: Money?, count: Int = 1) {
    guard let amount else { return unknown += count }
    add(amount.micros.multipliedClamped(by: Int64(count)), amount.currency)
  }

  /// Adds an amount in millionths of a currency.
  mutating func add(_ amount: Int64, _ currency: String) {
    micros[currency] = micros[currency, default: 0].addingClamped(amount)
  }

  /// Adds other sums.
  public static func += (left: inout MoneySums, right: MoneySums) {
    for (currency, amount) in right.micros { left.add(amount, currency) }
    left.unknown += right.unknown
  }

  /// The sums as the value of a metric.
  public var value: MetricValue { .money(micros, unknown: unknown) }
}
