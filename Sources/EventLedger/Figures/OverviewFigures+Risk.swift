import SubscriptionCore

/// The money at risk, and money in one currency.
extension OverviewFigures {
  /// Grace and hold together: the subscriptions whose renewal is failing.
  public var atRisk: Total {
    var sum = Total()
    for (state, total) in states where state.isFailing { sum += total }
    return sum
  }

  /// Returns the sums of ``atRisk`` as people add them up: out of those of its states, each in the
  /// report currency where it has a rate, and rounded as it is printed.
  public func amountsAtRisk(at rates: ExchangeRates?) -> [Money] {
    var sum = Total()
    for (state, total) in states where state.isFailing {
      for amount in total.amounts(inOrder: [], at: rates) {
        sum.mrrMicros[amount.currency, default: 0] += amount.rounded.micros
      }
    }
    return sum.amounts(inOrder: rates.map { [$0.currency] } ?? currencies)
  }

  /// The filter for the subscriptions of ``atRisk``.
  public static let atRiskFilter = "state:grace,hold env:production"

  /// The filter for the subscriptions of ``failedToday``.
  public static let failedTodayFilter = "failed:today env:production"
}

extension OverviewFigures.Total {
  /// The number of the subscriptions whose money is in no sum.
  public var moneyUnknown: Int { max(0, count - pricedIn.values.reduce(0, +)) }

  /// Adds the subscriptions of another tally.
  public static func += (left: inout Self, right: Self) {
    left.count += right.count
    for (currency, micros) in right.mrrMicros {
      left.mrrMicros[currency] = sum(left.mrrMicros[currency, default: 0], micros)
    }
    left.pricedIn.merge(right.pricedIn, uniquingKeysWith: +)
  }

  /// The sums in the report currency of exchange rates, followed by those without a rate; without
  /// rates, the sums of all currencies in an order.
  public func amounts(inOrder currencies: [String], at rates: ExchangeRates?) -> [Money] {
    guard let rates else { return amounts(inOrder: currencies) }
    return rates.converted(mrrMicros).filter { $0.micros != 0 }
  }
}
