import SubscriptionCore

/// What an operator or the app recorded, as a payload that enters by the same door as the stores'.
///
/// Its JSON form is `{"action": {"kind", "subscription", "at", "recordedAt", "source", "actor",
/// "step", "until", "text", "undoes", "key"}}`; times are RFC 3339. The event's identity follows
/// from the key where there is one and from the other values where there is none, so a record that
/// is imported again changes nothing.
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
  /// What names the record whatever it says, from ``key(_:of:)``; `nil` where its content does.
  public var key: String?

  /// Creates a record.
  public init(
    kind: EventKind, subscription: SubscriptionID, at: Timestamp, recordedAt: Timestamp,
    source: EventSource = .operatorAction, action: SubscriptionEvent.Action, key: String? = nil
  ) {
    self.kind = kind
    self.subscription = subscription
    self.at = at
    self.recordedAt = recordedAt
    self.source = source
    self.action = action
    self.key = key
  }

  /// The ``key`` of a record that its writer names, so that writing it twice is writing it once.
  ///
  /// - Parameters:
  ///   - text: The writer's name for it, for example an idempotency key.
  ///   - subscription: The subscription it concerns.
  /// - Returns: 32 hexadecimal digits.
  public static func key(_ text: String, of subscription: SubscriptionID) -> String {
    Fingerprint.hex("\(subscription.rawValue)\0\(text)", digits: keyDigits)
  }

  static let keyDigits = 32
}
