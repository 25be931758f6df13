/// What one statement of a store changed.
public struct Transition: Hashable, Sendable {
  /// The event.
  public var event: EventID
  /// The state as told before it.
  public var from: SubscriptionState
  /// The state as told after it; the same where it changed none.
  public var to: SubscriptionState

  /// Creates a transition.
  public init(event: EventID, from: SubscriptionState, to: SubscriptionState) {
    (self.event, self.from, self.to) = (event, from, to)
  }
}
