import SubscriptionCore

/// A request for a fresh answer from the store that nobody has answered yet.
public struct RefreshRequest: Hashable, Sendable {
  /// When it was made.
  public var at: Timestamp
  /// Who made it.
  ///
  /// Text from outside.
  public var actor: String

  /// Creates a request.
  public init(at: Timestamp, actor: String) { (self.at, self.actor) = (at, actor) }

  /// The open request among a subscriber's events; `nil` where there is none, or where the store
  /// has spoken since.
  init?(of subscriber: Subscriber, in events: [EventLine]) {
    guard let at = subscriber.refreshRequestedAt else { return nil }
    let line = events.last { $0.event.kind == .refreshRequested && $0.event.effectiveAt == at }
    self.init(at: at, actor: line?.event.action?.actor ?? "")
  }
}
