/// One line of a list: who a subscriber is and where the subscription stands.
///
/// What a ledger stores as a derived row, what filters are evaluated on, and what lists show.
public struct SubscriberSummary: Hashable, Sendable {
  /// The subscription.
  public var id: SubscriptionID
  /// The store.
  public var store: Store
  /// The world it was bought in.
  public var environment: StoreEnvironment
  /// The app, where the store stated it.
  public var app: AppID?
  /// The app's name for the user, where the store stated it.
  public var account: AccountID?
  /// What the app told us about the account.
  public var profile: AccountProfile?
  /// The product paid for now or last; empty where no store has said.
  public var product: ProductID
  /// The billing period of the base phase; `nil` where nothing proves it.
  public var plan: BillingPeriod?
  /// What proves the billing period.
  public var planSource: PlanSource?
  /// The price of the current period.
  public var price: Money?
  /// The payments brought to one month; `nil` where the amount or its period is unknown,
  /// and for a subscription that is over.
  public var mrr: Money?
  /// The payment that ``mrr`` is computed from.
  public var mrrBasis: MRRBasis?
  /// The storefront's country, as an ISO 3166-1 alpha-2 code where it is one.
  public var country: String?
  /// Where it stands.
  public var status: SubscriptionStatus
  /// Who claimed the case, while the claim lasts.
  public var claimedBy: String?
  /// Until when prompts wait, where they do.
  public var snoozedUntil: Timestamp?
  /// How many anomalies it has.
  public var anomalyCount: Int
  /// When a fresh answer from the store was asked for that has not come yet.
  public var refreshRequestedAt: Timestamp?
  /// When its latest event was stated.
  public var lastEventAt: Timestamp

  /// Creates a summary; with a price and a plan, the payments a month follow from both.
  public init(
    id: SubscriptionID, store: Store, environment: StoreEnvironment, app: AppID? = nil,
    account: AccountID? = nil, profile: AccountProfile? = nil, product: ProductID,
    plan: BillingPeriod? = nil, price: Money? = nil, country: String? = nil,
    status: SubscriptionStatus, claimedBy: String? = nil, snoozedUntil: Timestamp? = nil,
    anomalyCount: Int = 0, refreshRequestedAt: Timestamp? = nil, lastEventAt: Timestamp
  ) {
    self.id = id
    self.store = store
    self.environment = environment
    self.app = app
    self.account = account
    self.profile = profile
    self.product = product
    self.plan = plan
    self.price = price
    if let price, let plan, !status.state.isOver {
      (mrr, mrrBasis) = (plan.monthly(price), .paid)
    }
    self.country = country
    self.status = status
    self.claimedBy = claimedBy
    self.snoozedUntil = snoozedUntil
    self.anomalyCount = anomalyCount
    self.refreshRequestedAt = refreshRequestedAt
    self.lastEventAt = lastEventAt
  }
}

/// What the app told us about an account, so that support can search by what a user says.
public struct AccountProfile: Hashable, Sendable, Codable {
  /// The account.
  public var account: AccountID
  /// The user's name; text from outside.
  public var name: String
  /// The mail address; text from outside.
  public var email: String
  /// Labels, in the order given; text from outside.
  public var tags: [String]
  /// An IANA time zone name, or empty.
  public var timezone: String

  /// Creates a profile.
  public init(
    account: AccountID, name: String = "", email: String = "", tags: [String] = [],
    timezone: String = ""
  ) {
    self.account = account
    self.name = name
    self.email = email
    self.tags = tags
    self.timezone = timezone
  }
}

extension BillingPeriod {
  /// A price of one period, brought to one month by RevenueCat's factors.
  ///
  /// A day counts 30 times, three days 10, a week 4, two weeks 2, four weeks and a month once; a
  /// longer period is divided by its months. Other lengths go by days, 30 to the month.
  public func monthly(_ price: Money) -> Money {
    let micros: Int64 =
      switch unit {
      case .day: price.micros.scaled(by: 30, over: Int64(count))
      case .week where count == 4: price.micros
      case .week: price.micros.scaled(by: 4, over: Int64(count))
      case .month: price.micros / Int64(count)
      case .year: price.micros / Int64(12 * count)
      }
    return Money(micros: micros, currency: price.currency)
  }
}

extension Int64 {
  /// The product with one number over another, clamped to 64 bits.
  fileprivate func scaled(by factor: Int64, over divisor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? (self < 0 ? .min : .max) : product / divisor
  }
}
