import SubscriptionCore

/// One product of the simulated app.
enum Plan: String, Hashable, Sendable, CaseIterable {
  case weekly
  case monthly
  case monthlyPremium
  case quarterly
  case annual
  case annualPremium
  /// Twelve monthly payments with a commitment (<doc:EdgeCases#Case-38>).
  case committed

  private typealias Row = (
    product: ProductID, period: BillingPeriod, cents: Int64, weight: Int, upgrade: Plan?,
    downgrade: Plan?
  )

  private var row: Row {
    switch self {
    case .weekly: ("kawaraban.weekly", .weekly, 149, 4, .monthly, nil)
    case .monthly: ("kawaraban.monthly", .monthly, 499, 44, .monthlyPremium, nil)
    case .monthlyPremium: ("kawaraban.premium.monthly", .monthly, 999, 20, nil, .monthly)
    case .quarterly:
      ("kawaraban.quarterly", BillingPeriod(3, .month), 1_299, 9, .monthlyPremium, nil)
    case .annual: ("kawaraban.annual", .yearly, 4_499, 14, .annualPremium, nil)
    case .annualPremium: ("kawaraban.premium.annual", .yearly, 8_999, 5, nil, .annual)
    case .committed: ("kawaraban.monthly12", .monthly, 399, 4, nil, nil)
    }
  }

  /// The product identifier, the same in both stores.
  var product: ProductID { row.product }
  var period: BillingPeriod { row.period }
  /// The price of one payment in euro cents, from which every country's price is derived.
  var cents: Int64 { row.cents }
  /// The share of the purchases, in hundredths.
  var weight: Int { row.weight }
  /// The more expensive plan to upgrade to, if there is one.
  var upgrade: Plan? { row.upgrade }
  /// The cheaper plan to downgrade to, if there is one.
  var downgrade: Plan? { row.downgrade }
  /// Google's name of the base plan.
  var basePlan: String { "p" + period.description.dropFirst().lowercased() }

  /// The number of committed payments.
  var commitment: Int? { self == .committed ? 12 : nil }

  /// Returns the price of one payment in a country, in thousandths of its currency's unit.
  func milliunits(in country: Country) -> Int64 {
    let exact = cents * country.milliunitsPerCent
    return max(country.priceStep, exact / country.priceStep * country.priceStep)
  }

  /// Returns the app's grace at a store in whole days; 0 without grace.
  ///
  /// On the App Store it is the setting of 16 days, which is 6 for weekly plans; on Google Play a
  /// length for each base plan.
  func graceDays(at store: Store) -> Int {
    switch (store, self) {
    case (.appStore, .weekly): 6
    case (.appStore, _): 16
    case (.googlePlay, .weekly): 3
    case (.googlePlay, .monthlyPremium): 14
    case (.googlePlay, .annual), (.googlePlay, .annualPremium): 30
    case (.googlePlay, _): 7
    }
  }
}
