import SubscriptionCore

/// A paginated scan of a store's history between two instants.
public struct HistoryScan: Hashable, Sendable, Codable {
  /// The history that is scanned.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Notifications of the App Store, which keeps 180 days of them, and 30 in the sandbox.
    case notifications
    /// Voided purchases of Google Play, which keeps 30 days of them.
    case voided

    /// Returns the period for which the store keeps it
    /// (<https://developer.apple.com/documentation/appstoreserverapi/get-notification-history>).
    public func memory(in environment: StoreEnvironment) -> Duration {
      switch (self, environment) {
      case (.notifications, .production): .days(180)
      case (.notifications, .sandbox), (.notifications, .local), (.voided, _): .days(30)
      }
    }

    /// Returns the age up to which it is scanned: what the store keeps, less an hour for the
    /// duration of the scan.
    public func reach(in environment: StoreEnvironment) -> Duration {
      memory(in: environment) - .hours(1)
    }

    /// The store that keeps it.
    public var store: Store {
      switch self {
      case .notifications: .appStore
      case .voided: .googlePlay
      }
    }
  }

  /// The history that is scanned.
  public var kind: Kind
  /// The earliest instant.
  public var from: Timestamp
  /// The latest instant.
  public var to: Timestamp
  /// A Boolean value that indicates whether only notifications that never reached the server are
  /// requested.
  public var onlyFailures: Bool
  /// The token of the next page; `nil` for the first.
  public var page: String?

  /// Creates a scan.
  public init(
    _ kind: Kind, from: Timestamp, to: Timestamp, onlyFailures: Bool, page: String? = nil
  ) {
    (self.kind, self.from, self.to) = (kind, from, to)
    (self.onlyFailures, self.page) = (onlyFailures, page)
  }
}
