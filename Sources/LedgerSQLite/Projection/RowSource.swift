import SubscriptionCore

/// The events that the row of one subscription follows from, with the row before them.
///
/// It has one place in memory, since it is large.
final class RowSource: Sendable {
  /// The number of the subscription.
  let key: Int64
  /// The stored row, if there is one.
  let old: SubscriberProjection?
  /// The events that were known before.
  let known: [SubscriptionEvent]
  /// The events that are new.
  let told: NumberedEvents

  /// Creates a source from its parts.
  init(
    key: Int64, old: SubscriberProjection? = nil, known: [SubscriptionEvent] = [],
    told: NumberedEvents
  ) {
    (self.key, self.old, self.known, self.told) = (key, old, known, told)
  }
}
