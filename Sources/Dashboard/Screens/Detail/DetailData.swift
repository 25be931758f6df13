import SubscriptionCore

/// Everything that Detail shows of one subscriber.
public struct DetailData: Hashable, Sendable {
  /// The row, with fresh values and its timeline.
  @Boxed public var extra: RowDetail
  /// Every failure to collect, oldest first.
  public var episodes: [BillingEpisode]
  /// The store's own mails and messages in the open billing episode, oldest first.
  public var notices: [StoreMessage]
  /// The anomalies of its history.
  public var anomalies: [Anomaly]
  /// The eligibility for an introductory offer.
  public var offer: OfferEligibility
  /// The explanation of its state, sentence by sentence, with instants as screens write them.
  public var explanation: [Explanation.Sentence]
  /// A Boolean value that indicates whether the last report is so old that the subscription has
  /// most likely changed without a report (`Explanation.isLongSilent`).
  public var isLongSilent: Bool
  /// A Boolean value that indicates whether a refunded purchase renews
  /// (`Explanation.renewsAfterRefund`).
  public var renewsAfterRefund: Bool
  /// The sentences of the explanation, with instants in full.
  public var sentences: [String]
  /// Other purchases of the same user.
  public var links: [LinkedPurchase]
  /// A request for a fresh answer from the store, as long as it has none.
  public var refresh: RefreshRequest?
  /// Events, newest first.
  public var events: [EventLine]
  /// The payments of this and of the same user's other purchases, newest first.
  public var payments: [Payment]
  /// The terms of the product, with their sources.
  public var terms: [ProductTerm]
  /// The stores' identifiers of it.
  public var identifiers: [Identifier]

  /// A store's name for a subscription.
  public struct Identifier: Hashable, Sendable {
    /// The kind of the identifier.
    public var kind: String
    /// The name.
    ///
    /// Text from outside.
    public var value: String

    /// Creates a name.
    public init(_ kind: String, _ value: String) { (self.kind, self.value) = (kind, value) }
  }
}

/// A request for a fresh answer from the store, as long as it has none.
public struct RefreshRequest: Hashable, Sendable {
  /// The instant of the request.
  public var at: Timestamp
  /// The operator who made it.
  ///
  /// Text from outside.
  public var actor: String

  /// Creates a request.
  public init(at: Timestamp, actor: String) { (self.at, self.actor) = (at, actor) }

  /// The open request among a subscriber's events; `nil` where there is none, or where the store
  /// has spoken since.
  init?(of subscriber: Subscriber, in events: [EventLine]) {
    guard let at = subscriber.refreshRequestedAt else { return nil }
    let line = events.last { $0.event.kind == .refreshRequested && $0.event.effectiveAt == at }
    self.init(at: at, actor: line?.event.action?.actor ?? "")
  }
}
