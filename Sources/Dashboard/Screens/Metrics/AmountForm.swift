import EventLedger
import SubscriptionCore

/// The order and currency in which amounts are shown.
struct AmountForm: Hashable, ExpressibleByArrayLiteral {
  /// The currencies, the first one first.
  var currencies: [String]
  /// The rates by which amounts are brought to one currency; `nil` where each stays in its own.
  var rates: ExchangeRates?

  /// Creates an order of currencies, with rates or without.
  init(_ currencies: [String], at rates: ExchangeRates? = nil) {
    (self.currencies, self.rates) = (currencies, rates)
  }

  init(arrayLiteral currencies: String...) { self.init(currencies) }
}

extension MetricValue {
  /// Returns the amounts in a form; those in a currency that its order lacks follow by name.
  func amounts(inOrder form: AmountForm) -> [Money] {
    guard case .money(let micros, _) = self else { return [] }
    let total = OverviewFigures.Total(mrrMicros: micros)
    return total.amounts(inOrder: form.currencies, at: form.rates)
  }
}
