import SubscriptionCore

/// An app in one store and environment, as the target of requests.
public struct StoreApp: Hashable, Sendable {
  /// The store.
  public var store: Store
  /// The bundle identifier or package name.
  public var app: AppID
  /// The environment; the App Store has an API for each, Google Play one for all.
  public var environment: StoreEnvironment

  /// Creates an app.
  public init(store: Store, app: AppID, environment: StoreEnvironment = .production) {
    (self.store, self.app, self.environment) = (store, app, environment)
  }

  /// A Boolean value that indicates whether a subscription may be of this app; one of which no
  /// store has stated the app may be of every app.
  public func covers(_ row: SubscriberSummary) -> Bool {
    guard row.store == store, row.app ?? app == app else { return false }
    switch store {
    case .appStore: return row.environment == environment
    case .googlePlay: return true
    }
  }

  /// The app as the daemon writes it, for example `app-store/production/com.example`.
  public var name: String {
    switch store {
    case .appStore: "\(store.rawValue)/\(environment.rawValue)/\(app)"
    case .googlePlay: "\(store.rawValue)/\(app)"
    }
  }
}
