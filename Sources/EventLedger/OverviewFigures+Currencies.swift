import SubscriptionCore

extension OverviewFigures {
  /// The currencies that production subscriptions are priced in, most subscribers first.
  ///
  /// The number of units says nothing across currencies, and no store states a rate, so amounts
  /// are told in this order: the currency that most subscribers pay in comes first.
  public var currencies: [String] {
    var counts: [String: Int] = [:]
    for counter in states.values { counts.merge(counter.pricedIn, uniquingKeysWith: +) }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

extension OverviewFigures.Total {
  /// The sums in an order of currencies; those that the order lacks follow by name.
  public func amounts(inOrder currencies: [String]) -> [Money] {
    let rest = mrrMicros.keys.filter { !currencies.contains($0) }.sorted()
    return (currencies + rest).compactMap { currency in
      mrrMicros[currency].flatMap { $0 == 0 ? nil : Money(micros: $0, currency: currency) }
    }
  }
}
