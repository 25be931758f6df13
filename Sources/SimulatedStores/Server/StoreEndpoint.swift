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

  /// The endpoint of the notifications that a store posts.
  init(pushing store: Store) {
    switch store {
    case .appStore: self = .appStorePush
    case .googlePlay: self = .googlePlayPush
    }
  }

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

  private static let appStore = Prefix.appStore + "/inApps"
  private static let play = Prefix.googlePlay + "/androidpublisher/v3/applications/*"
  private static let pubSub = Prefix.pubSub + "/v1/projects/*/subscriptions/*"

  /// The path of each endpoint, in which `*` is one component, or its beginning.
  private static let routes: [(method: String, path: String, endpoint: StoreEndpoint)] = [
    ("GET", "\(appStore)/v1/subscriptions/*", .statuses),
    ("GET", "\(appStore)/v1/transactions/*", .transactionInfo),
    ("GET", "\(appStore)/v1/history/*", .transactionHistory),
    ("GET", "\(appStore)/v2/history/*", .transactionHistory),
    ("GET", "\(appStore)/v2/refund/lookup/*", .refundHistory),
    ("GET", "\(appStore)/v1/lookup/*", .orderLookup),
    ("POST", "\(appStore)/v1/notifications/history", .notificationHistory),
    ("POST", "\(appStore)/v1/notifications/test", .testNotification),
    ("GET", "\(appStore)/v1/notifications/test/*", .testNotificationStatus),
    ("POST", "\(Prefix.accounts)/token", .token),
    ("GET", "\(Prefix.accounts)/oauth2/v3/certs", .certificates),
    ("GET", "\(play)/purchases/subscriptionsv2/tokens/*", .subscription),
    ("GET", "\(play)/purchases/voidedpurchases", .voidedPurchases),
    ("GET", "\(play)/subscriptions", .playSubscriptions),
    ("GET", "\(play)/subscriptions/-/basePlans/-/offers", .playOffers),
    ("POST", "\(pubSub):pull", .pull),
    ("POST", "\(pubSub):acknowledge", .acknowledge),
    ("POST", "\(pubSub):modifyAckDeadline", .acknowledgeDeadline),
  ]

  /// Returns the endpoint of a request.
  ///
  /// - Returns: The endpoint, the environment of the host, and the last component of the path,
  ///   which is a name if the endpoint has one; `nil` for an unknown path.
  static func asked(
    by request: FakeRequest
  ) -> (endpoint: StoreEndpoint, environment: StoreEnvironment, name: String)? {
    var path = request.path
    guard let host = path.first else { return nil }
    let name = path.count > 1 ? path[path.count - 1] : ""
    let environment: StoreEnvironment = host == Prefix.sandbox ? .sandbox : .production
    if host == Prefix.sandbox { path[0] = Prefix.appStore }
    if host == Prefix.connect {
      return request.method == "GET" ? (.appStoreConnect, environment, name) : nil
    }
    let route = routes.first { route in
      let pattern = route.path.split(separator: "/")
      return route.method == request.method && pattern.count == path.count
        && zip(pattern, path).allSatisfy { part, component in
          part.first == "*" ? component.hasSuffix(part.dropFirst()) : component == part
        }
    }
    return route.map { ($0.endpoint, environment, name) }
  }
}
