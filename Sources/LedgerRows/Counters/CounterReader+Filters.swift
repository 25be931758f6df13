import EventLedger
import SubscriptionCore

extension CounterReader {
  /// Counts the matches of a filter, no further than a cap; `nil` where counters cannot tell and
  /// rows have to be looked at.
  public func count(_ predicate: FilterPredicate, atMost cap: Int) throws -> CappedCount? {
    guard let filter = CountedFilter(predicate) else { return nil }
    switch filter.environments {
    case .production: return .exact(try production(filter.figure))
    case .others: return .exact(try number(of: .outside))
    case .all:
      let others = try number(of: .outside)
      let count = try production(filter.figure)
      if filter.isEverybody || others == 0 { return .exact(count + others) }
      return count > max(0, cap) ? CappedCount(count, atMost: cap) : nil
    }
  }

  private func production(_ figure: CountedFilter.Figure) throws -> Int {
    switch figure {
    case .states(let states): try number(of: .state, in: states)
    case .due(let states): try number(of: .due, in: states)
    case .dated(let instant, let from, let before):
      try count(CounterKind(instant), from: from, to: before)
    }
  }

  /// Counts all of a kind.
  func number(of kind: CounterKind) throws -> Int {
    Int(try all(kind).values.reduce(0) { $0 + $1.count })
  }

  /// The variants of these kinds begin with the state.
  private func number(of kind: CounterKind, in states: Set<SubscriptionState>) throws -> Int {
    let names = Set(states.map { $0.rawValue[...] })
    return Int(
      try all(kind).reduce(0) { sum, variant in
        names.contains(variant.key.prefix { $0 != "/" }) ? sum + variant.value.count : sum
      })
  }
}

extension CounterKind {
  /// The kind that counts by an instant of filters.
  fileprivate init(_ instant: CountedFilter.Instant) {
    switch instant {
    case .loss: self = .loss
    case .retryEnd: self = .retry
    case .dueSince: self = .dueSince
    case .scheduled: self = .scheduled
    }
  }
}
