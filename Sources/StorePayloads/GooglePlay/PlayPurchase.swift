import SubscriptionCore

/// The purchase in a payload of Google Play.
struct PlayPurchase {
  var package: String
  var token: String
  /// The product, if the notification or the archive record names it.
  var product: String?

  /// churntop's identifier of the subscription.
  var subscription: SubscriptionID { Self.subscription(package: package, token: token) }

  /// The first digits of the token's hash, so that identities are short and contain no secret.
  var tokenName: String { Fingerprint.hex(token) }

  static func subscription(package: String, token: String) -> SubscriptionID {
    SubscriptionID("gp_" + Fingerprint.hex(package + "\0" + token))
  }
}

/// The response of Google's API about a purchase.
enum PlayResource {
  case v2(SubscriptionPurchaseV2)
  case v1(SubscriptionPurchase)
  /// HTTP 410: the token is more than 60 days past its expiry (<doc:EdgeCases#Case-16>).
  case gone

  /// A suffix that distinguishes a notification with this resource from the bare notification.
  var mark: String {
    switch self {
    case .v2: ":v2"
    case .v1: ":v1"
    case .gone: ":gone"
    }
  }

  /// A Boolean value that indicates whether it is the version 1 resource, which Google shuts down
  /// in 2027.
  var isVersion1: Bool { if case .v1 = self { true } else { false } }

  /// The values that this build does not know.
  var unknownValues: [String] {
    switch self {
    case .v2(let purchase): purchase.unknownValues
    case .v1(let purchase): purchase.unknownValues
    case .gone: []
    }
  }

  /// A Boolean value that indicates whether another purchase replaced this one.
  var isReplaced: Bool {
    switch self {
    case .v2(let purchase): purchase.canceledStateContext?.initiator == .replacement
    case .v1(let purchase): purchase.endReasonCounts && purchase.cancelReason?.known == .replaced
    case .gone: false
    }
  }

  /// The token of the purchase that this one replaced, and the instant of the replacement.
  var replaced: (token: String, since: Timestamp?)? {
    switch self {
    case .v2(let purchase): purchase.linkedPurchaseToken.map { ($0, purchase.startTime) }
    case .v1(let purchase): purchase.linkedPurchaseToken.map { ($0, purchase.startTimeMillis) }
    case .gone: nil
    }
  }

  /// The token of the expired purchase to which the user subscribed again outside the app.
  private var expiredToken: String? {
    guard case .v2(let purchase) = self else { return nil }
    return purchase.outOfAppPurchaseContext?.expiredPurchaseToken
  }

  /// Returns the facts that the resource states, as of an instant.
  func facts(of purchase: PlayPurchase, at instant: Timestamp) -> StoreFacts {
    var facts: StoreFacts
    switch self {
    case .v2(let resource): facts = StoreFacts(resource)
    case .v1(let resource): facts = StoreFacts(resource, at: instant)
    case .gone:
      facts = StoreFacts()
      facts.status = .gone
    }
    facts.add(unknown: unknownValues)
    facts.app = AppID(purchase.package)
    facts.purchaseToken = purchase.token
    facts.product = facts.product ?? purchase.product.map { ProductID($0) }
    facts.nextProduct = facts.nextProduct ?? facts.product
    facts.resubscribes = expiredToken.map {
      PlayPurchase.subscription(package: purchase.package, token: $0)
    }
    if isReplaced { facts.isUpgraded = true }
    if let replaced {
      facts.replaces = PlayPurchase.subscription(package: purchase.package, token: replaced.token)
    }
    return facts
  }
}
