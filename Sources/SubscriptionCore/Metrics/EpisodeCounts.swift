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
    failed += 1
    let isOpen = episode.isOpen(at: instant)
    let lostAccess = episode.holdStartedAt.map { $0 <= instant } ?? false
    if episode.enteredGrace { enteredGrace += 1 }
    if lostAccess { enteredHold += 1 }
    if isOpen {
      open += 1
      if lostAccess { inHold += 1 } else if episode.enteredGrace { inGrace += 1 }
    } else {
      count(episode.outcome)
    }
    if episode.isFirstPayment { trials.add(episode, lostAccess: lostAccess, isOpen: isOpen) }
  }

  private mutating func count(_ outcome: BillingEpisode.Outcome) {
    switch outcome {
    case .open: break
    case .recoveredInGrace: recoveredInGrace += 1
    case .recoveredInHold: recoveredInHold += 1
    case .canceledByUser: canceled += 1
    case .ranOut: ranOut += 1
    case .refunded: refunded += 1
    case .superseded: superseded += 1
    }
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

  /// Creates an empty funnel.
  public init() {}

  fileprivate mutating func add(_ episode: BillingEpisode, lostAccess: Bool, isOpen: Bool) {
    failed += 1
    if episode.enteredGrace { enteredGrace += 1 }
    if lostAccess { enteredHold += 1 }
    if isOpen { open += 1 } else if episode.isRecovered { recovered += 1 }
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

extension BillingEpisode {
  /// A Boolean value that indicates whether the renewal was paid after all.
  public var isRecovered: Bool { outcome == .recoveredInGrace || outcome == .recoveredInHold }

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

  /// Adds an amount, or counts it as unknown.
  public mutating func add(_ amount: Money?) {
    guard let amount else { return unknown += 1 }
    add(amount.micros, amount.currency)
  }

  private mutating func add(_ amount: Int64, _ currency: String) {
    let sum = micros[currency, default: 0]
    let (total, overflow) = sum.addingReportingOverflow(amount)
    micros[currency] = overflow ? (amount < 0 ? .min : .max) : total
  }

  /// Adds other sums.
  public static func += (left: inout MoneySums, right: MoneySums) {
    for (currency, amount) in right.micros { left.add(amount, currency) }
    left.unknown += right.unknown
  }

  /// The sums as the value of a metric.
  public var value: MetricValue { .money(micros, unknown: unknown) }
}
