import SubscriptionCore

/// The purchases of one account in one app of one store, which bear on each other's state:
/// one may replace another, or be charged beside it (domain cases 6 and 15).
public struct PurchaseFamily: Hashable, Sendable {
  /// The account.
  public var account: AccountID
  /// The store.
  public var store: Store
  /// The app; empty where no store has said.
  public var app: AppID

  /// Creates a family from its parts.
  public init(account: AccountID, store: Store, app: AppID) {
    (self.account, self.store, self.app) = (account, store, app)
  }

  /// The family of a subscriber; `nil` without an account.
  public init?(of subscriber: Subscriber) {
    guard let account = subscriber.account else { return nil }
    self.init(account: account, store: subscriber.store, app: subscriber.app ?? "")
  }
}
