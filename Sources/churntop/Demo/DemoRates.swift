import SubscriptionCore

/// The exchange rates of the simulated world: round, invented numbers of the day of its start.
enum DemoRates {
  /// The table, to the euro.
  static let table: ExchangeRates = {
    var table = ExchangeRates(
      currency: "EUR", date: CivilDate(year: 2026, month: 11, day: 20),
      rates: [
        "JPY": 160 * ExchangeRates.scale, "USD": 11 * ExchangeRates.scale / 10,
        "KRW": 1_500 * ExchangeRates.scale, "CNY": 8 * ExchangeRates.scale,
        "BRL": 6 * ExchangeRates.scale,
      ])
    table.isInvented = true
    return table
  }()
}
