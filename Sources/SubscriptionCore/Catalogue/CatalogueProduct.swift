/// The known facts of one product or base plan.
public struct CatalogueProduct: Hashable, Sendable, Codable {
  /// The product.
  public var key: ProductKey
  /// The name that customers see.
  public var name = CatalogueFacts<String>()
  /// The subscription group; a customer can have one subscription per group at a time.
  public var group = CatalogueFacts<String>()
  /// The level within the group, 1 for the highest (`groupLevel`).
  public var level = CatalogueFacts<Int>()
  /// The billing period.
  public var period = CatalogueFacts<BillingPeriod>()
  /// Google's grace in whole days, 0 to 30 (`gracePeriodDuration`).
  public var graceDays = CatalogueFacts<Int>()
  /// Google's account hold in whole days, 0 to 60 (`accountHoldDuration`).
  public var holdDays = CatalogueFacts<Int>()
  /// The price of one period by country; the empty country means all others.
  public var prices: [String: CatalogueFacts<Money>] = [:]
  /// The offers by identifier; the empty identifier is the App Store's introductory offer.
  public var offers: [String: CatalogueFacts<CatalogueOffer>] = [:]

  /// Creates a product without facts.
  public init(_ key: ProductKey) { self.key = key }
}

/// An offer, with which a subscription begins or continues, in one or several phases.
public struct CatalogueOffer: Hashable, Sendable, Codable {
  /// A phase of an offer.
  public struct Phase: Hashable, Sendable, Codable {
    /// The kind of discount.
    public var mode: Offer.Kind
    /// The period that one payment covers, or the whole free or prepaid time.
    public var period: BillingPeriod
    /// The number of payments, at least one.
    public var count: Int
    /// The price of one payment by country; the empty country means all others.
    public var prices: [String: Money]

    /// Creates a phase.
    public init(
      mode: Offer.Kind, period: BillingPeriod, count: Int = 1, prices: [String: Money] = [:]
    ) {
      (self.mode, self.period, self.count) = (mode, period, max(1, count))
      self.prices = prices
    }
  }

  /// The phases, first one first.
  public var phases: [Phase]

  /// Creates an offer.
  public init(phases: [Phase]) { self.phases = phases }
}

/// The App Store's billing grace period setting of an app (`subscriptionGracePeriods`), shared by
/// all of its products (<doc:AppStoreRules#Grace-and-retry>).
public struct AppStoreGraceSetting: Hashable, Sendable, Codable {
  /// The length; `off` if the app has not opted in.
  public var length: RecoveryPolicy.AppStoreGrace
  /// A Boolean value that indicates whether the sandbox grants grace.
  public var inSandbox: Bool
  /// A Boolean value that indicates whether grace excludes trials that cannot be charged
  /// (`PAID_TO_PAID_ONLY`).
  public var paidOnly: Bool

  /// Creates a setting.
  public init(
    length: RecoveryPolicy.AppStoreGrace, inSandbox: Bool = false, paidOnly: Bool = false
  ) {
    (self.length, self.inSandbox, self.paidOnly) = (length, inSandbox, paidOnly)
  }
}
