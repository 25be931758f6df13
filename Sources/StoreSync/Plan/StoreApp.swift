import SubscriptionCore

/// One app in one store that questions can be asked about.
public struct StoreApp: Hashable, Sendable {
  /// The store.
  public var store: Store
  /// The bundle identifier or package name.
  public var app: AppID
  /// The world that is asked; the App Store answers for each by its own, Google Play for all.
  public var environment: StoreEnvironment

  /// Creates an app.
  public init(store: Store, app: AppID, environment: StoreEnvironment = .production) {
    (self.store, self.app, self.environment) = (store, app, environment)
  }

  /// Whether the store can be asked about a subscription by way of this app; a subscription of
  /// which no store has said the app counts as of every one.
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
