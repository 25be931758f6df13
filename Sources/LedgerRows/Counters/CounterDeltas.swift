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
    changes.filter { !$0.value.isZero }.sorted { left, right in
      (left.key.kind.rawValue, left.key.group, left.key.bucket, left.key.variant)
        < (right.key.kind.rawValue, right.key.group, right.key.bucket, right.key.variant)
    }
  }

  /// Adds what a row adds.
  public mutating func add(_ row: SubscriberProjection) { add(row, times: 1, after: .none) }

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
