import SubscriptionCore

extension SubscriptionID {
  /// Returns the identifier of a subscription of the App Store.
  static func appStore(
    _ originalTransactionID: String, environment: StoreEnvironment?, app: String?
  ) -> SubscriptionID {
    environment == .local
      ? SubscriptionID("as_local_\(app ?? "")_\(originalTransactionID)")
      : SubscriptionID("as_" + originalTransactionID)
  }
}

extension SubscriptionID {
  /// Returns the subscription of a purchase token, or of an original transaction identifier.
  ///
  /// Any other transaction identifier results in an identifier that no subscription has.
  public static func named(_ name: String, at store: Store, app: AppID) -> SubscriptionID {
    switch store {
    case .appStore: .appStore(name, environment: .production, app: app.rawValue)
    case .googlePlay: PlayPurchase.subscription(package: app.rawValue, token: name)
    }
  }
}
