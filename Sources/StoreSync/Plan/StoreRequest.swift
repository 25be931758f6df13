import SubscriptionCore

/// Something to ask a store.
public struct StoreRequest: Hashable, Sendable {
  /// What is asked.
  public enum Subject: Hashable, Sendable {
    /// Where one subscription stands.
    case subscription(KnownPurchase, Reason)
    /// What happened in a stretch of time.
    case walk(HistoryScan)
  }

  /// Why a subscription is asked about.
  public enum Reason: Hashable, Sendable {
    /// Somebody asked for it then.
    case requested(Timestamp)
    /// Access ends then, or did; `nil` where that is not known.
    case losesAccess(Timestamp?)
    /// Access is lost while the store tries until then; `nil` where that is not known.
    case retrying(until: Timestamp?)
    /// It should have gone on or ended by now, and the store has not said so.
    case overdue
    /// Nothing but notifications tell of it.
    case unanswered
  }

  /// The app by way of which it is asked.
  public var app: StoreApp
  /// What is asked.
  public var subject: Subject

  /// Creates a question.
  public init(_ subject: Subject, of app: StoreApp) { (self.subject, self.app) = (subject, app) }

  /// The subscription asked about; `nil` where it is not one.
  public var subscription: SubscriptionID? {
    guard case .subscription(let purchase, _) = subject else { return nil }
    return purchase.id
  }
}
