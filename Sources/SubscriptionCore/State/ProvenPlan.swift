/// A billing period and the evidence for it.
///
/// No resource of Google's and no transaction of Apple's states a billing period by itself, and the
/// time from the first purchase to the next renewal includes trials, deferrals, pauses and holds. A
/// period is therefore known only if there is evidence for it.
public struct ProvenPlan: Hashable, Sendable {
  /// The billing period of the base phase.
  public var period: BillingPeriod
  /// The evidence for the period.
  public var source: PlanSource

  /// Creates a plan from a period and its evidence.
  public init(_ period: BillingPeriod, from source: PlanSource) {
    (self.period, self.source) = (period, source)
  }

  /// Returns whether later evidence replaces this one.
  ///
  /// A product's period never changes, so known evidence prevails over a different interval. Only
  /// the dates of one transaction, which may have been moved without a report, give way to stronger
  /// evidence, and every date gives way to the store's own statement.
  func yields(to other: ProvenPlan) -> Bool {
    guard source < other.source else { return false }
    return period == other.period || source == .transaction || other.source >= .basePlan
  }
}

/// The kind of evidence for a billing period, the strongest first.
public enum PlanSource: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The product catalogue states it.
  case catalogue
  /// The store states it: a base plan that is named by its period, such as `p1m` or `monthly`, or a
  /// commitment at the App Store, which is paid by the month.
  case basePlan
  /// Two consecutive paid-through dates with one renewal between them.
  case renewals
  /// A payment out of account hold or billing retry, which starts a new period.
  case recovery
  /// The first period of a purchase at Google Play without trial, offer or predecessor.
  case firstPeriod
  /// The dates of one transaction of the App Store, neither extended nor bought with an offer.
  case transaction

  /// The evidence in a few words, as written after `known from`.
  public var words: String {
    switch self {
    case .catalogue: "the product catalogue"
    case .basePlan: "the plan that the store names"
    case .renewals: "two renewals in a row"
    case .recovery: "the period paid after hold"
    case .firstPeriod: "the first period paid"
    case .transaction: "the dates of a transaction"
    }
  }

  /// Orders weaker evidence before stronger evidence.
  public static func < (left: PlanSource, right: PlanSource) -> Bool { left.rank > right.rank }

  private var rank: Int {
    switch self {
    case .catalogue: 0
    case .basePlan: 1
    case .renewals: 2
    case .recovery: 3
    case .firstPeriod: 4
    case .transaction: 5
    }
  }
}

/// The payment that an amount a month is computed from.
public enum MRRBasis: String, Hashable, Sendable, CaseIterable {
  /// The payment for the current period.
  case paid
  /// The renewal that fails, which is what is at risk.
  case renewal
}

/// The known terms of one product, and of one base plan of it, that a subscriber had.
struct ProductTerms: Hashable, Sendable {
  /// The product.
  var product: ProductID
  /// The name of the plan (``StoreFacts/basePlanName``); `nil` if none is named.
  var basePlan: String?
  /// The billing period, if there is evidence for it.
  var plan: ProvenPlan?
  /// The price of one period in the base phase, as last stated.
  var price: Money?
}

extension StoreFacts {
  /// The name of the App Store's instalments among the plans of a product.
  static let instalments = "instalments"

  /// Google's base plan without the offer after it; at the App Store `instalments` if the
  /// transaction is a payment of a commitment, to a product that is also sold for a year at once.
  var basePlanName: String? {
    guard let basePlan else {
      return transactionID == nil || commitmentPaymentsLeft == nil ? nil : Self.instalments
    }
    guard let slash = basePlan.utf8.firstIndex(of: UInt8(ascii: "/")) else { return basePlan }
    return String(basePlan[..<slash])
  }
}

extension BillingPeriod {
  /// Parses a name that is a period: ISO 8601 in any case (`P1M`, `p1m`) or an English word.
  ///
  /// Ambiguous words, such as `bimonthly`, are not accepted.
  public init?(named name: some StringProtocol) {
    // Most names are neither, and every event has a name.
    guard name.utf8.count <= Self.nameBytesMax else { return nil }
    let name = name.uppercased()
    if name.utf8.first == UInt8(ascii: "P"), let period = BillingPeriod(iso8601: name) {
      self = period == BillingPeriod(12, .month) ? .yearly : period
    } else if let period = Self.named[name] {
      self = period
    } else {
      return nil
    }
  }

  /// Parses the name of a base plan of Google Play.
  ///
  /// Instalments are paid by the month, so another period in the name of their plan is the length
  /// of the commitment (<doc:EdgeCases#Case-38>).
  init?(ofBasePlan name: String, hasCommitment: Bool) {
    guard let period = BillingPeriod(named: name), !hasCommitment || period == .monthly else {
      return nil
    }
    self = period
  }

  private static let named: [String: BillingPeriod] = [
    "WEEKLY": .weekly, "WEEK": .weekly, "MONTHLY": .monthly, "MONTH": .monthly,
    "QUARTERLY": BillingPeriod(3, .month), "QUARTER": BillingPeriod(3, .month),
    "SEMIANNUAL": BillingPeriod(6, .month), "SEMIANNUALLY": BillingPeriod(6, .month),
    "SEMI-ANNUAL": BillingPeriod(6, .month), "HALF-YEARLY": BillingPeriod(6, .month),
    "HALFYEARLY": BillingPeriod(6, .month), "YEARLY": .yearly, "YEAR": .yearly, "ANNUAL": .yearly,
    "ANNUALLY": .yearly,
  ]
  private static let nameBytesMax = 12

  /// Finds the only period on sale in a store that leads by the calendar from one instant to
  /// another.
  ///
  /// Stores follow the calendar: the end of a month may be clamped and stay so or not, and summer
  /// time shifts the App Store's hours. A length that fits two periods, such as the 28 days of a
  /// February, or none, is no evidence.
  ///
  /// - Parameters:
  ///   - start: The first instant.
  ///   - end: The instant after the last.
  ///   - store: The store, since Google Play sells more periods than the App Store.
  ///   - weekSlack: The tolerance for a week; longer periods may be off by a day.
  init?(sold start: Timestamp, to end: Timestamp, at store: Store, weekSlack: Duration = .days(1)) {
    guard start < end else { return nil }
    var found: BillingPeriod?
    for period in Self.onSale(store) {
      let slack: Duration
      switch period.unit {
      case .day, .week: slack = weekSlack
      case .month, .year:
        let isMonthEnd = CivilDate(start).day >= 28 && CivilDate(end).day >= 28
        slack = isMonthEnd ? .days(3) : .days(1)
      }
      guard period.after(start).distance(to: end) <= slack else { continue }
      guard found == nil else { return nil }
      found = period
    }
    guard let found else { return nil }
    self = found
  }

  private static func onSale(_ store: Store) -> [BillingPeriod] {
    switch store {
    case .appStore: appStorePeriods
    case .googlePlay: googlePlayPeriods
    }
  }

  /// The App Store's durations of auto-renewable subscriptions.
  private static let appStorePeriods: [BillingPeriod] = [
    .weekly, .monthly, BillingPeriod(2, .month), BillingPeriod(3, .month),
    BillingPeriod(6, .month), .yearly,
  ]
  /// Google Play's billing periods of base plans.
  private static let googlePlayPeriods: [BillingPeriod] = [
    .weekly, BillingPeriod(4, .week), .monthly, BillingPeriod(2, .month), BillingPeriod(3, .month),
    BillingPeriod(4, .month), BillingPeriod(6, .month), BillingPeriod(8, .month), .yearly,
  ]
}
