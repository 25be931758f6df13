import SubscriptionCore

/// What an operator or the app recorded, as a payload that enters by the same door as the stores'.
///
/// Its JSON form is `{"action": {"kind", "subscription", "at", "recordedAt", "source", "actor",
/// "step", "until", "text", "undoes"}}`; times are RFC 3339. The event's identity follows from
/// these values, so a record that is imported again changes nothing.
public struct ActionRecord: Hashable, Sendable {
  /// What was recorded; a kind for which `isAction` holds.
  public var kind: EventKind
  /// The subscription it concerns.
  public var subscription: SubscriptionID
  /// When it counts, for example when the prompt was on the screen.
  public var at: Timestamp
  /// When it was written down.
  public var recordedAt: Timestamp
  /// Whether an operator or the app wrote it.
  public var source: EventSource
  /// Who, which step, until when, and the words.
  public var action: SubscriptionEvent.Action

  /// Creates a record.
  public init(
    kind: EventKind, subscription: SubscriptionID, at: Timestamp, recordedAt: Timestamp,
    source: EventSource = .operatorAction, action: SubscriptionEvent.Action
  ) {
    self.kind = kind
    self.subscription = subscription
    self.at = at
    self.recordedAt = recordedAt
    self.source = source
    self.action = action
  }
}
