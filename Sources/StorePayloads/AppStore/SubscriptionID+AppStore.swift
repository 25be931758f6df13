import SubscriptionCore

extension SubscriptionID {
  /// The name of a subscription of the App Store.
  static func appStore(
    _ originalTransactionID: String, environment: StoreEnvironment?, app: String?
  ) -> SubscriptionID {
    environment == .local
      ? SubscriptionID("as_local_\(app ?? "")_\(originalTransactionID)")
      : SubscriptionID("as_" + originalTransactionID)
  }
}
