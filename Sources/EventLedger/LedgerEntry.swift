import SubscriptionCore

/// One payload as it arrived, with the events it was mapped to: stored whole or not at all.
public struct LedgerEntry: Hashable, Sendable {
  /// What makes it the same payload when it arrives again; unique in a ledger.
  public var identity: String
  /// The format it was recognised as, for example `app-store-notification`.
  public var format: String
  /// The payload byte for byte.
  public var raw: [UInt8]
  /// When it was heard.
  public var receivedAt: Timestamp
  /// What is known about where it came from.
  public var verification: Verification
  /// Whether the store used a kind or a value that this build does not know.
  public var hasUnknown: Bool
  /// The events; empty for a payload that concerns no subscription, such as a test notification.
  public var events: [SubscriptionEvent]
  /// The item of a list that it answers (``BackfillStore``), which is settled with it; not stored.
  public var backfill: Int64?

  /// Creates an entry.
  public init(
    identity: String, format: String, raw: [UInt8], receivedAt: Timestamp,
    verification: Verification, hasUnknown: Bool = false, events: [SubscriptionEvent]
  ) {
    self.identity = identity
    self.format = format
    self.raw = raw
    self.receivedAt = receivedAt
    self.verification = verification
    self.hasUnknown = hasUnknown
    self.events = events
  }
}

/// What became of an entry that was appended.
public enum AppendOutcome: Hashable, Sendable {
  /// Stored at that position.
  case stored(LedgerPosition)
  /// The same identity is stored already, at that position; nothing changed.
  case duplicate(LedgerPosition)
}
