import SubscriptionCore

/// An action of an operator or the app, as a payload that is ingested like the stores' payloads.
///
/// Its JSON form is `{"action": {"kind", "subscription", "at", "recordedAt", "source", "actor",
/// "step", "until", "text", "undoes", "key"}}`; times are RFC 3339. The event's identity is derived
/// from the key if there is one and otherwise from the other values, so importing a record again
/// changes nothing.
public struct ActionRecord: Hashable, Sendable {
  /// The kind of action; `isAction` is true for it.
  public var kind: EventKind
  /// The subscription it concerns.
  public var subscription: SubscriptionID
  /// The instant at which it takes effect, for example when the prompt was on the screen.
  public var at: Timestamp
  /// The instant at which it was recorded.
  public var recordedAt: Timestamp
  /// The source: an operator or the app.
  public var source: EventSource
  /// The actor, the step, the end, and the text.
  public var action: SubscriptionEvent.Action
  /// An identity that is independent of the content, from ``key(_:of:)``; `nil` to derive it from
  /// the content.
  public var key: String?

  /// Creates a record.
  public init(
    kind: EventKind, subscription: SubscriptionID, at: Timestamp, recordedAt: Timestamp,
    source: EventSource = .operatorAction, action: SubscriptionEvent.Action, key: String? = nil
  ) {
    (self.kind, self.subscription, self.source) = (kind, subscription, source)
    (self.at, self.recordedAt, self.action, self.key) = (at, recordedAt, action, key)
  }

  /// Returns the ``key`` of a record with an idempotency key, 32 hexadecimal digits, so that
  /// writing it twice has the effect of writing it once.
  public static func key(_ text: String, of subscription: SubscriptionID) -> String {
    Fingerprint.hex("\(subscription.rawValue)\0\(text)", digits: keyDigits)
  }

  static let keyDigits = 32
}
