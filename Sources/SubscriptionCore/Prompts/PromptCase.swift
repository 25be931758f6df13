/// The input of a prompt decision about one subscription.
public struct PromptCase: Hashable, Sendable {
  /// One prompt that was shown.
  public struct Shown: Hashable, Sendable {
    /// The instant.
    public var at: Timestamp
    /// The step shown.
    public var step: PromptStep

    /// Creates a record.
    public init(at: Timestamp, step: PromptStep) { (self.at, self.step) = (at, step) }
  }

  /// The store.
  public var store: Store
  /// The environment the purchase was made in.
  public var environment: StoreEnvironment
  /// The state.
  public var state: SubscriptionState
  /// The beginning of the state; `nil` if it is irrelevant.
  public var stateSince: Timestamp?
  /// Conditions that are independent of the state.
  public var flags: Set<SubscriptionFlag>
  /// A Boolean value that indicates whether auto-renew is on; `nil` if no store stated it.
  public var autoRenew: Bool?
  /// The beginning of day 1 of the billing episode: the end of the paid period, or the first report
  /// of the failure if that is later (<doc:Prompts#First-day>); `nil` without one.
  public var failedAt: Timestamp?
  /// The instant at which the latest billing episode was paid after all; `nil` if none was.
  public var recoveredAt: Timestamp?
  /// The end of grace, stated or projected.
  public var graceEnds: Timestamp?
  /// The end of access that is granted; `nil` if there is none or the end is unknown.
  public var accessUntil: Timestamp?
  /// The end of the store's retries, stated or projected.
  public var retryEnds: Timestamp?
  /// The reason for which it ended or will end, if the store stated it.
  public var endReason: EndReason?
  /// The app.
  public var app: AppID?
  /// The app's identifier of the user.
  public var account: AccountID?
  /// The subscription.
  public var id: SubscriptionID?
  /// The product.
  public var product: ProductID
  /// The billing period.
  public var plan: BillingPeriod?
  /// The price of one period.
  public var price: Money?
  /// The price per month.
  public var mrr: Money?
  /// The storefront's country.
  public var country: String?
  /// The prompts shown in the current billing episode, in any order.
  public var shown: [Shown]
  /// The end of an operator's snooze, or of what kept the renewal from being collected beside the
  /// payment, such as a consent that was awaited.
  ///
  /// A prompt is never due from an earlier instant, even if the snooze is past.
  public var snoozedUntil: Timestamp?
  /// A Boolean value that indicates whether an operator suppressed prompts for this episode.
  public var isSuppressed: Bool

  /// Creates a case with default values for everything else.
  public init(
    store: Store, environment: StoreEnvironment = .production, state: SubscriptionState,
    product: ProductID = ""
  ) {
    (self.store, self.environment, self.state) = (store, environment, state)
    self.product = product
    (flags, shown, isSuppressed) = ([], [], false)
  }
}

extension PromptCase: FilterSubject {
  /// The fields that a policy's rule may test: those that are known before a decision.
  public static let filterFields: [SubscriberField] = [
    .state, .store, .environment, .access, .losesAt, .stateSince, .retryEnds, .graceEnds,
    .product, .plan, .price, .mrr, .currency, .country, .app, .id, .account, .autoRenew, .flags,
  ]

  /// Returns the case's value in one of ``filterFields``; missing in any other field.
  public func value(of field: SubscriberField) -> SubscriberField.Value {
    switch field {
    case .id: .text(id?.rawValue)
    case .account: .text(account?.rawValue)
    case .app: .text(app?.rawValue)
    case .product: .text(product.rawValue)
    case .country: .text(country)
    case .currency: .text(price?.currency)
    case .state: .choice(state)
    case .store: .choice(store)
    case .environment: .choice(environment)
    case .access: .truth(state == .grace)
    case .autoRenew: .truth(autoRenew)
    case .plan: .texts(PlanTexts.all(product: product, plan: plan))
    case .flags: .texts(flags.map(\.rawValue))
    case .price: .money(price)
    case .mrr: .money(mrr)
    case .losesAt: .instant(state == .grace ? accessUntil : nil)
    case .stateSince: .instant(stateSince)
    case .retryEnds: .instant(retryEnds)
    case .graceEnds: .instant(graceEnds)
    case _: field.missing
    }
  }
}

extension PromptCase {
  /// Returns the case at a later instant if no store and no user acts until then.
  ///
  /// Grace becomes hold at its end; nothing else changes by time alone here.
  func projected(to instant: Timestamp) -> PromptCase {
    guard state == .grace, let graceEnds, graceEnds <= instant else { return self }
    var later = self
    later.state = .hold
    later.stateSince = graceEnds
    later.accessUntil = nil
    return later
  }
}
