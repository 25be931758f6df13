/// One row of a subscriber list: a subscription's identity and its status.
///
/// Ledgers store it as a derived row, filters are evaluated on it, and lists show it.
public struct SubscriberSummary: Hashable, Sendable {
  /// The subscription.
  public var id: SubscriptionID
  /// The store.
  public var store: Store
  /// The environment the purchase was made in.
  public var environment: StoreEnvironment
  /// The app, if the store stated it.
  public var app: AppID?
  /// The app's identifier of the user, if the store stated it.
  public var account: AccountID?
  /// The account's profile, if the app supplied one.
  public var profile: AccountProfile?
  /// The current or last product; empty if no store stated it.
  public var product: ProductID
  /// The other products of the life, of which a store named a payment or a failed renewal, in
  /// order: the row follows from what a ``ProductCatalogue`` says of them as well.
  public var otherProducts: [ProductID] = []
  /// The billing period of the base phase; `nil` if there is no evidence for it.
  public var plan: BillingPeriod?
  /// The evidence for the billing period.
  public var planSource: PlanSource?
  /// The price of the current period.
  public var price: Money?
  /// The price per month; `nil` if the amount or its period is unknown, and for a subscription that
  /// has ended.
  public var mrr: Money?
  /// The payment that ``mrr`` is computed from.
  public var mrrBasis: MRRBasis?
  /// The storefront's country, as an ISO 3166-1 alpha-2 code if it is one.
  public var country: String?
  /// The status.
  public var status: SubscriptionStatus
  /// The operator who claimed the case, while the claim lasts.
  public var claimedBy: String?
  /// The end of the snooze, while prompts are snoozed.
  public var snoozedUntil: Timestamp?
  /// The number of anomalies.
  public var anomalyCount: Int
  /// The instant of a refresh request that the store has not answered yet.
  public var refreshRequestedAt: Timestamp?
  /// The instant at which the store stated its latest event.
  public var lastEventAt: Timestamp
  /// The billing episodes, oldest first; none of a family member, whose purchaser is charged.
  public var episodes: [BillingEpisode]
  /// The ends after which the subscription went on, oldest first.
  public var pastEnds: [SubscriptionEnd] = []
  /// The refunds of payments, oldest first.
  public var refunds: [Refund] = []

  /// Creates a summary; the price per month is computed from the price and the plan, if both are
  /// known.
  public init(
    id: SubscriptionID, store: Store, environment: StoreEnvironment, app: AppID? = nil,
    account: AccountID? = nil, profile: AccountProfile? = nil, product: ProductID,
    plan: BillingPeriod? = nil, price: Money? = nil, country: String? = nil,
    status: SubscriptionStatus, claimedBy: String? = nil, snoozedUntil: Timestamp? = nil,
    anomalyCount: Int = 0, refreshRequestedAt: Timestamp? = nil, lastEventAt: Timestamp,
    episodes: [BillingEpisode] = []
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
    if let price, let plan, !status.state.isOver { (mrr, mrrBasis) = (plan.monthly(price), .paid) }
    self.country = country
    self.status = status
    self.claimedBy = claimedBy
    self.snoozedUntil = snoozedUntil
    self.anomalyCount = anomalyCount
    self.refreshRequestedAt = refreshRequestedAt
    self.lastEventAt = lastEventAt
    self.episodes = episodes
  }

  /// The episodes that filters and figures count: those of production.
  public var countedEpisodes: [BillingEpisode] { environment == .production ? episodes : [] }

  /// The ends that filters and figures count, the present one last: those of production, but none
  /// of a family member, who pays nothing.
  public var countedEnds: [SubscriptionEnd] {
    environment == .production && !status.flags.contains(.familyShared) ? ends : []
  }

  /// The refunds that filters and figures count: those of production.
  public var countedRefunds: [Refund] { environment == .production ? refunds : [] }

  /// The past ends and the present one.
  var ends: [SubscriptionEnd] { status.end.map { pastEnds + [$0] } ?? pastEnds }
}

extension Subscriber {
  /// Returns the summary of the subscriber for lists at an instant.
  public func summary(
    at now: Timestamp, policy: ChurnPolicy, profile: AccountProfile?
  ) -> SubscriberSummary {
    SubscriberProjection(of: self, at: now, policy: policy, profile: profile).summary
  }

  /// Returns the summary without the ends and the refunds of the past.
  func present(
    at now: Timestamp, policy: ChurnPolicy, profile: AccountProfile?
  ) -> SubscriberSummary {
    let plan = provenPlan(policy)
    let status = status(at: now, policy: policy)
    var summary = SubscriberSummary(
      id: id, store: store, environment: environment, app: app, account: account,
      profile: profile, product: product, plan: plan?.period, price: price(policy),
      country: country, status: status, claimedBy: claimedBy(at: now),
      snoozedUntil: snoozedUntil(at: now), anomalyCount: anomalyCount(at: now, policy: policy),
      refreshRequestedAt: refreshRequestedAt, lastEventAt: lastEventAt,
      episodes: isFamilyShared ? [] : episodes(at: now, policy: policy))
    summary.otherProducts = otherProducts
    summary.planSource = plan?.source
    let monthly = monthly(at: status, policy: policy)
    (summary.mrr, summary.mrrBasis) = (monthly?.amount, monthly?.basis)
    if let ends = revenueEnds(status), ends <= now { summary.mrr?.micros = 0 }
    return summary
  }

  /// Returns the instant from which a subscription whose renewal no store has reported brings no
  /// revenue and is counted by no churn rate; `nil` in any other state, and for one that never
  /// brings any.
  ///
  /// It has most likely ended: every try is over by then, and every report of it delivered.
  func revenueEnds(_ status: SubscriptionStatus) -> Timestamp? {
    guard status.state == .renewalPending, environment == .production, !isFamilyShared else {
      return nil
    }
    let over = (status.paidThrough ?? status.stateSince) + RecoveryPolicy.longestTries
    return lastEventAt < over ? over + RecoveryPolicy.deliveryTail : nil
  }
}

/// The refund of a payment.
public struct Refund: Hashable, Sendable {
  /// The instant.
  public var at: Timestamp

  /// Creates a refund.
  public init(at: Timestamp) { self.at = at }
}

/// Details of an account that the app supplied, so that support can search by name or address.
public struct AccountProfile: Hashable, Sendable {
  /// The account.
  public var account: AccountID
  /// The user's name; text from outside.
  public var name: String
  /// The mail address; text from outside.
  public var email: String
  /// Labels, in the order in which the app sent them, each once; text from outside.
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
    self.tags = tags.uniqueTags
    self.timezone = timezone
  }
}

extension [String] {
  /// The tags, each once as filters compare them: the first of those that differ by case alone.
  var uniqueTags: [String] {
    guard count > 1 else { return self }
    var known: Set<String> = []
    return filter { known.insert(Filter.foldCase($0)).inserted }
  }
}

extension BillingPeriod {
  /// Returns a price of one period converted to a price per month with RevenueCat's factors.
  ///
  /// A day is multiplied by 30, three days by 10, a week by 4, two weeks by 2, four weeks and a
  /// month by 1; a longer period is divided by its months. Other lengths are converted by days, 30
  /// to the month.
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
  /// Returns the number multiplied by one number and divided by another, clamped to 64 bits.
  fileprivate func scaled(by factor: Int64, over divisor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? (self < 0 ? .min : .max) : product / divisor
  }
}
