import SubscriptionCore

extension SubscriptionEvent {
  /// Whether two events are the same statement, told in one payload or in several.
  public func isCopy(of other: SubscriptionEvent) -> Bool {
    id == other.id && subscription == other.subscription && kind == other.kind
  }
}
