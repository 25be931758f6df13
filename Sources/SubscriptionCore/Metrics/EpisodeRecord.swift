/// A billing episode together with the subscription's properties that metrics group it by.
///
/// The properties are those of the subscription today: a country or a tag that changed since the
/// failure counts as it is now. Every recovery metric folds from these records
/// (<doc:Metrics#Recovery-rates>).
public struct EpisodeRecord: Hashable, Sendable {
  /// The subscription.
  public var subscription: SubscriptionID
  /// The store.
  public var store: Store
  /// The app, if the store stated it.
  public var app: AppID?
  /// The app's identifier of the user, if the store stated it.
  public var account: AccountID?
  /// The current or last product; empty if no store stated it.
  public var product: ProductID
  /// The storefront's country, as an ISO 3166-1 alpha-2 code if it is one.
  public var country: String?
  /// The labels of the account; text from outside.
  public var tags: [String]
  /// The episode.
  public var episode: BillingEpisode

  /// Creates a record.
  public init(
    subscription: SubscriptionID, store: Store, app: AppID? = nil, account: AccountID? = nil,
    product: ProductID = "", country: String? = nil, tags: [String] = [], episode: BillingEpisode
  ) {
    (self.subscription, self.store, self.app) = (subscription, store, app)
    (self.account, self.product, self.country) = (account, product, country)
    (self.tags, self.episode) = (tags, episode)
  }

  /// The properties that other episodes may share.
  public var shape: EpisodeShape {
    EpisodeShape(
      store: store, app: app, product: product, country: country, plan: episode.plan,
      price: episode.price)
  }

  /// The price per month that the failed renewal would have paid; `nil` if the amount or its
  /// period is unknown.
  public var mrr: Money? { episode.mrr }
}
