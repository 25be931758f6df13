import SubscriptionCore

// See <doc:EdgeCases#Case-6> and <doc:EdgeCases#Case-15>.
/// The purchases of one account in one app of one store, which bear on each other's state:
/// one may replace another, or be charged beside it.
public struct CustomerPurchases: Hashable, Sendable {
  /// The account.
  public var account: AccountID
  /// The store.
  public var store: Store
  /// The app by its folded name; empty where no store has said.
  public var app: String

  /// The most purchases of one account that count as one customer's.
  ///
  /// More than that share an identifier that names no user, as where an app gives the store the
  /// same one for everybody. Each counts alone, so that what one of them says changes no other, and
  /// no other is folded to store it.
  public static let countMax = 100

  /// Creates a family from its parts.
  public init(account: AccountID, store: Store, app: String) {
    (self.account, self.store, self.app) = (account, store, app)
  }

  /// The family of a subscriber; `nil` without an account.
  public init?(of subscriber: borrowing Subscriber) {
    guard let account = subscriber.account, !account.rawValue.isEmpty else { return nil }
    self.init(
      account: account, store: subscriber.store,
      app: Filter.foldCase(subscriber.app?.rawValue ?? ""))
  }
}
