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

  /// The product identifier, the same in both stores.
  var product: ProductID {
    switch self {
    case .weekly: "kawaraban.weekly"
    case .monthly: "kawaraban.monthly"
    case .monthlyPremium: "kawaraban.premium.monthly"
    case .quarterly: "kawaraban.quarterly"
    case .annual: "kawaraban.annual"
    case .annualPremium: "kawaraban.premium.annual"
    case .committed: "kawaraban.monthly12"
    }
  }

  var period: BillingPeriod {
    switch self {
    case .weekly: .weekly
    case .monthly, .monthlyPremium, .committed: .monthly
    case .quarterly: BillingPeriod(3, .month)
    case .annual, .annualPremium: .yearly
    }
  }

  /// Google's name of the base plan.
  var basePlan: String { "p" + period.description.dropFirst().lowercased() }

  /// The price of one payment in euro cents, from which every country's price is derived.
  var cents: Int64 {
    switch self {
    case .weekly: 149
    case .monthly: 499
    case .monthlyPremium: 999
    case .quarterly: 1_299
    case .annual: 4_499
    case .annualPremium: 8_999
    case .committed: 399
    }
  }

  /// The share of the purchases, in hundredths.
  var weight: Int {
    switch self {
    case .weekly: 4
    case .monthly: 44
    case .monthlyPremium: 20
    case .quarterly: 9
    case .annual: 14
    case .annualPremium: 5
    case .committed: 4
    }
  }

  /// The more expensive plan to upgrade to, if there is one.
  var upgrade: Plan? {
    switch self {
    case .weekly: .monthly
    case .monthly, .quarterly: .monthlyPremium
    case .annual: .annualPremium
    case .monthlyPremium, .annualPremium, .committed: nil
    }
  }

  /// The cheaper plan to downgrade to, if there is one.
  var downgrade: Plan? {
    switch self {
    case .monthlyPremium: .monthly
    case .annualPremium: .annual
    case .weekly, .monthly, .quarterly, .annual, .committed: nil
    }
  }

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

  /// Returns a random plan to buy.
  static func draw(_ rng: inout SeededRNG) -> Plan {
    var rest = rng.below(allCases.reduce(0) { $0 + $1.weight })
    for plan in allCases {
      if rest < plan.weight { return plan }
      rest -= plan.weight
    }
    return .monthly
  }
}
