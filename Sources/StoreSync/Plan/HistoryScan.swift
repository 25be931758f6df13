import SubscriptionCore

/// A walk through what a store kept of a stretch of time, page by page.
public struct HistoryScan: Hashable, Sendable, Codable {
  /// What is walked through.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Notifications of the App Store, which keeps 180 days of them.
    case notifications
    /// Voided purchases of Google Play, which keeps 30 days of them.
    case voided

    /// How far back the store can be asked, less an hour for the time that asking takes.
    public var reach: Duration {
      switch self {
      case .notifications: .days(180) - .hours(1)
      case .voided: .days(30) - .hours(1)
      }
    }

    /// The store that keeps it.
    public var store: Store {
      switch self {
      case .notifications: .appStore
      case .voided: .googlePlay
      }
    }
  }

  /// A Boolean value that indicates whether it goes as far back as the store can be asked, as the
  /// first one of an app does.
  public var isWhole: Bool { to - from >= kind.reach }

  /// What is walked through.
  public var kind: Kind
  /// Where the stretch begins.
  public var from: Timestamp
  /// Where the stretch ends.
  public var to: Timestamp
  /// Whether only notifications are asked for that never reached the server.
  public var onlyFailures: Bool
  /// The token of the page to ask for next; `nil` for the first.
  public var page: String?

  /// Creates a walk.
  public init(
    _ kind: Kind, from: Timestamp, to: Timestamp, onlyFailures: Bool, page: String? = nil
  ) {
    (self.kind, self.from, self.to) = (kind, from, to)
    (self.onlyFailures, self.page) = (onlyFailures, page)
  }
}
