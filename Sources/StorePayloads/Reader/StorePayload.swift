import SubscriptionCore

/// One statement of a store, an operator or the app, verified and mapped to events.
public struct StorePayload: Hashable, Sendable {
  /// What makes it the same statement when it arrives again, whatever it is wrapped in.
  public var identity: String
  /// The format it was recognised as.
  public var format: PayloadFormat
  /// The bytes as they came, without the shared secret of a version 1 notification; reading them
  /// again gives the same payload.
  public var raw: [UInt8]
  /// What is known about where it came from.
  public var verification: Verification
  /// Whether the store used a kind or a value that this build does not know.
  public var hasUnknown: Bool
  /// When it was heard, or the time it states where nobody recorded that.
  public var receivedAt: Timestamp
  /// What it says; empty for a payload that concerns no subscription.
  public var events: [SubscriptionEvent]
  /// Why there are no events, as one sentence; `nil` when there are some.
  public var note: String?

  /// Creates a payload.
  public init(
    identity: String, format: PayloadFormat, raw: [UInt8], verification: Verification,
    hasUnknown: Bool = false, receivedAt: Timestamp, events: [SubscriptionEvent],
    note: String? = nil
  ) {
    self.identity = identity
    self.format = format
    self.raw = raw
    self.verification = verification
    self.hasUnknown = hasUnknown
    self.receivedAt = receivedAt
    self.events = events
    self.note = note
  }
}
