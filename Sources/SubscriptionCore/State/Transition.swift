/// The change of state by one statement of a store.
public struct Transition: Hashable, Sendable {
  /// The event.
  public var event: EventID
  /// The reported state before it.
  public var from: SubscriptionState
  /// The reported state after it; equal to ``from`` if it changed nothing.
  public var to: SubscriptionState
}
