import EventLedger
import SubscriptionCore

/// Changes to the counters, gathered over a transaction and stored at its end.
public struct CounterDeltas: Sendable {
  /// The change of each counter.
  public private(set) var changes: [CounterKey: CounterValue] = [:]

  /// Begins without changes.
  public init() {}

  /// The changes other than those that came to nothing, in the one order in which every writer
  /// changes counters.
  public var sorted: [(key: CounterKey, value: CounterValue)] {
    changes.lazy.filter { !$0.value.isZero }.sorted { left, right in
      (left.key.kind.rawValue, left.key.group, left.key.bucket, left.key.variant)
        < (right.key.kind.rawValue, right.key.group, right.key.bucket, right.key.variant)
    }
  }

  /// Adds what a row adds.
  public mutating func add(_ row: SubscriberProjection) { add(row, times: 1, after: .none) }

  /// Adds other changes.
  public mutating func add(_ other: CounterDeltas) {
    if changes.isEmpty { return changes = other.changes }
    for (key, value) in other.changes { changes[key, default: CounterValue()].add(value, times: 1) }
  }

  /// Adds what a row adds in place of another.
  public mutating func replace(_ old: SubscriberProjection?, with new: SubscriberProjection?) {
    let shared = SharedBeginnings(of: old, and: new)
    if let old { add(old, times: -1, after: shared) }
    if let new { add(new, times: 1, after: shared) }
  }

  private mutating func add(
    _ row: SubscriberProjection, times sign: Int64, after shared: SharedBeginnings
  ) {
    row.eachCounter(after: shared) { key, value in
      changes[key, default: CounterValue()].add(value, times: sign)
    }
  }
}

/// The lengths of the beginnings that the lists of two rows have in common, which add the same to
/// the counters.
struct SharedBeginnings {
  private(set) var standings = 0
  private(set) var ends = 0
  private(set) var episodes = 0
  private(set) var renewals = 0
  private(set) var refunds = 0
  private(set) var firstPayments = 0

  /// Nothing in common.
  static let none = SharedBeginnings()

  private init() {}

  /// Compares two rows.
  init(of old: SubscriberProjection?, and new: SubscriberProjection?) {
    guard let old, let new, old.summary.environment == .production,
      new.summary.environment == .production
    else { return }
    // All count for groups as well, which a row may have left.
    let isOfSameGroups = MetricsDimension.allCases.allSatisfy { dimension in
      dimension.value(of: old.summary) == dimension.value(of: new.summary)
    }
    guard isOfSameGroups else { return }
    standings = shared(old.days.standings, new.days.standings)
    ends = shared(old.days.ends, new.days.ends)
    episodes = shared(old.episodes, new.episodes)
    renewals = shared(old.days.renewals, new.days.renewals)
    refunds = shared(old.days.refunds, new.days.refunds)
    firstPayments = shared(old.days.firstPayments, new.days.firstPayments)
  }

  private func shared<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int {
    let most = min(one.count, other.count)
    return (0..<most).first { one[$0] != other[$0] } ?? most
  }
}
