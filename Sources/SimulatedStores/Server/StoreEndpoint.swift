import SubscriptionCore

/// The endpoints of the fake stores, and the pushes that they send.
public enum StoreEndpoint: String, Hashable, Sendable, CaseIterable {
  /// App Store Server API: Get All Subscription Statuses.
  case statuses
  /// App Store Server API: Get Transaction Info.
  case transactionInfo = "transaction-info"
  /// App Store Server API: Get Transaction History, version 2 and the one before.
  case transactionHistory = "transaction-history"
  /// App Store Server API: Get Refund History.
  case refundHistory = "refund-history"
  /// App Store Server API: Look Up Order ID.
  case orderLookup = "order-lookup"
  /// App Store Server API: Get Notification History.
  case notificationHistory = "notification-history"
  /// App Store Server API: Request a Test Notification.
  case testNotification = "test-notification"
  /// App Store Server API: Get Test Notification Status.
  case testNotificationStatus = "test-notification-status"
  /// Google's OAuth 2.0 token endpoint.
  case token
  /// The keys that verify Pub/Sub's bearer tokens.
  case certificates
  /// Play Developer API: purchases.subscriptionsv2.get.
  case subscription
  /// Play Developer API: purchases.voidedpurchases.list.
  case voidedPurchases = "voided-purchases"
  /// Play Developer API: monetization.subscriptions.list.
  case playSubscriptions = "play-subscriptions"
  /// Play Developer API: monetization.subscriptions.basePlans.offers.list.
  case playOffers = "play-offers"
  /// The App Store Connect API.
  case appStoreConnect = "app-store-connect"
  /// Pub/Sub: projects.subscriptions.pull.
  case pull
  /// Pub/Sub: projects.subscriptions.acknowledge.
  case acknowledge
  /// Pub/Sub: projects.subscriptions.modifyAckDeadline.
  case acknowledgeDeadline = "acknowledge-deadline"
  /// Notifications that the App Store posts to the app's server.
  case appStorePush = "app-store-push"
  /// Notifications that Pub/Sub posts to the app's server.
  case googlePlayPush = "google-play-push"

  /// A Boolean value that indicates whether it is Apple's, rather than Google's.
  var isApple: Bool {
    switch self {
    case .statuses, .transactionInfo, .transactionHistory, .refundHistory, .orderLookup,
      .notificationHistory, .testNotification, .testNotificationStatus, .appStoreConnect,
      .appStorePush:
      true
    case .token, .certificates, .subscription, .voidedPurchases, .playSubscriptions, .playOffers,
      .googlePlayPush, .pull, .acknowledge, .acknowledgeDeadline:
      false
    }
  }

  /// The path prefixes of the real hosts in the one fake server.
  enum Prefix {
    static let appStore = "app-store"
    static let sandbox = "app-store-sandbox"
    static let googlePlay = "google-play"
    static let accounts = "google-accounts"
    static let connect = "app-store-connect"
    static let pubSub = "google-pubsub"
  }

  /// Returns the endpoint of a request.
  ///
  /// - Returns: The endpoint, the environment of the host, and the name in the path if the endpoint
  ///   has one; `nil` for an unknown path.
  static func asked(
    by request: FakeRequest
  ) -> (endpoint: StoreEndpoint, environment: StoreEnvironment, name: String)? {
    guard let prefix = request.path.first else { return nil }
    let rest = Array(request.path.dropFirst())
    switch prefix {
    case Prefix.appStore, Prefix.sandbox:
      let environment: StoreEnvironment = prefix == Prefix.appStore ? .production : .sandbox
      return appStore(request.method, rest).map { ($0, environment, rest.last ?? "") }
    case Prefix.googlePlay:
      return googlePlay(request.method, rest).map { ($0, .production, rest.last ?? "") }
    case Prefix.connect:
      return request.method == "GET" ? (.appStoreConnect, .production, rest.last ?? "") : nil
    case Prefix.pubSub: return pubSub(request.method, rest).map { ($0, .production, "") }
    case Prefix.accounts:
      switch (request.method, rest) {
      case ("POST", ["token"]): return (.token, .production, "")
      case ("GET", ["oauth2", "v3", "certs"]): return (.certificates, .production, "")
      default: return nil
      }
    default: return nil
    }
  }

  private static func pubSub(_ method: String, _ path: [String]) -> StoreEndpoint? {
    guard method == "POST", path.count == 5, path[0] == "v1", path[1] == "projects",
      path[3] == "subscriptions"
    else { return nil }
    switch path[4].split(separator: ":").last {
    case "pull": return .pull
    case "acknowledge": return .acknowledge
    case "modifyAckDeadline": return .acknowledgeDeadline
    default: return nil
    }
  }

  private static func appStore(_ method: String, _ path: [String]) -> StoreEndpoint? {
    guard path.first == "inApps", path.count >= 4 else { return nil }
    switch (method, path[1], path[2], path.count) {
    case ("GET", "v1", "subscriptions", 4): return .statuses
    case ("GET", "v1", "transactions", 4): return .transactionInfo
    case ("GET", "v1", "history", 4), ("GET", "v2", "history", 4): return .transactionHistory
    case ("GET", "v2", "refund", 5) where path[3] == "lookup": return .refundHistory
    case ("GET", "v1", "lookup", 4): return .orderLookup
    case ("POST", "v1", "notifications", 4) where path[3] == "history": return .notificationHistory
    case ("POST", "v1", "notifications", 4) where path[3] == "test": return .testNotification
    case ("GET", "v1", "notifications", 5) where path[3] == "test":
      return .testNotificationStatus
    default: return nil
    }
  }

  private static func googlePlay(_ method: String, _ path: [String]) -> StoreEndpoint? {
    guard method == "GET", path.count >= 5, path[0] == "androidpublisher", path[1] == "v3",
      path[2] == "applications"
    else { return nil }
    if path[4] == "subscriptions" {
      if path.count == 5 { return .playSubscriptions }
      return Array(path[5...]) == ["-", "basePlans", "-", "offers"] ? .playOffers : nil
    }
    guard path[4] == "purchases", path.count >= 6 else { return nil }
    switch (path[5], path.count) {
    case ("subscriptionsv2", 8) where path[6] == "tokens": return .subscription
    case ("voidedpurchases", 6): return .voidedPurchases
    default: return nil
    }
  }
}
