import SubscriptionCore

/// The money of the window as the page shows it.
extension MetricsState {
  /// Returns the rates in force on the page of money; `nil` where amounts stay in their own
  /// currencies.
  ///
  /// - Parameter rates: The rates of the settings; `nil` for none.
  /// - Returns: Those rates, if they bring some amount to another currency.
  func moneyRates(_ rates: ExchangeRates?) -> ExchangeRates? {
    guard !showsCurrencies, let rates, let currencies = report?.revenue.currencies else {
      return nil
    }
    return currencies.contains { $0 != rates.currency && rates.rates[$0] != nil } ? rates : nil
  }

  /// Returns the money of the window, in one currency where rates bring it there; empty before it
  /// is known.
  ///
  /// - Parameter rates: The rates of the settings; `nil` for none.
  /// - Returns: The lines.
  func moneyLines(at rates: ExchangeRates?) -> [RevenueLine] {
    guard let revenue = report?.revenue, !isPartial else { return [] }
    return (moneyRates(rates).map(revenue.converted) ?? revenue).lines
  }
}
