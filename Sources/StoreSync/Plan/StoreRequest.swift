import SubscriptionCore

/// A planned request to a store's API.
public struct StoreRequest: Hashable, Sendable {
  /// The subject of a request.
  public enum Subject: Hashable, Sendable {
    /// The status of one subscription.
    case subscription(KnownPurchase, Reason)
    /// One page of a history scan.
    case walk(HistoryScan)
  }

  /// The reason to request the status of a subscription.
  public enum Reason: Hashable, Sendable {
    /// A refresh was requested at that time.
    case requested(Timestamp)
    /// Access ends then, or did; `nil` where that is not known.
    case losesAccess(Timestamp?)
    /// Access is lost while the store tries until then; `nil` where that is not known.
    case retrying(until: Timestamp?)
    /// The subscription should have renewed or ended by now, and the store has reported neither.
    case overdue
    /// The subscription is known from notifications alone.
    case unanswered
  }

  /// The app whose client makes the request.
  public var app: StoreApp
  /// The subject.
  public var subject: Subject

  /// Creates a request.
  public init(_ subject: Subject, of app: StoreApp) { (self.subject, self.app) = (subject, app) }
}
