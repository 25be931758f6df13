import SeededNumbers
import SubscriptionCore

/// A product as the console has it.
struct StorePlan: Hashable, Sendable {
  /// The product identifier.
  var product: String
  /// Google's base plan identifier.
  var basePlan: String
  /// Whether the base plan's identifier is a period in plain words.
  var isPlain: Bool
  /// The billing period.
  var period: BillingPeriod
  /// The price of one period.
  var price: Money
  /// How many days of grace the console grants; 0 for none.
  var graceDays: Int

  /// Whether one period is a week.
  var isWeekly: Bool { period.unit == .week }

  private static let periods: [(BillingPeriod, plain: [String], micros: Int64)] = [
    (BillingPeriod(1, .week), ["p1w", "weekly"], 1_990_000),
    (BillingPeriod(1, .month), ["p1m", "monthly", "P1M"], 4_990_000),
    (BillingPeriod(3, .month), ["p3m", "quarterly"], 11_990_000),
    (BillingPeriod(6, .month), ["p6m"], 19_990_000),
    (BillingPeriod(1, .year), ["p1y", "yearly", "annual"], 34_990_000),
  ]

  /// A product of a period chosen by chance, most often a month.
  static func any(
    _ random: inout SeededNumbers, store: Store, graceDays: Int? = nil, number: Int
  ) -> StorePlan {
    let place = random.pick([0, 1, 1, 1, 1, 2, 3, 4, 4])
    let (period, plain, micros) = periods[place]
    let isPlain = random.happens(30)
    let id = isPlain ? random.pick(plain) : random.pick(["base", "standard-2", "b7", "eu"])
    let currency = random.pick(["USD", "EUR", "JPY"])
    let price = Money(
      micros: currency == "JPY" ? micros / 10_000 * 1_000_000 : micros,
      currency: currency)
    let grace: Int
    switch store {
    case .googlePlay: grace = random.pick(place == 0 ? [0, 3, 7, 3] : [0, 3, 7, 7, 14, 30])
    case .appStore:
      let days = graceDays ?? 0
      grace = place == 0 ? min(days, days == 3 ? 3 : 6) : days
    }
    return StorePlan(
      product: "app.pro.\(number)", basePlan: id, isPlain: isPlain, period: period, price: price,
      graceDays: grace)
  }
}
