import SubscriptionCore

/// One payload as it arrived, with the events it was mapped to: stored whole or not at all.
public struct LedgerEntry: Hashable, Sendable {
  /// The text that is the same when the same payload arrives again; unique in a ledger.
  public var identity: String
  /// The format it was recognised as, for example `app-store-notification`.
  public var format: String
  /// The payload byte for byte; empty where it was pruned.
  public var raw: [UInt8]
  /// The instant at which the payload was received.
  public var receivedAt: Timestamp
  /// The verification of its origin.
  public var verification: Verification
  /// A Boolean value that indicates whether the store used a kind or a value that this build does
  /// not know.
  public var hasUnknown: Bool
  /// The events; empty for a payload that concerns no subscription, such as a test notification.
  public var events: [SubscriptionEvent]
  /// The item of a list that it answers (``BackfillStore``), which is settled with it; not stored.
  public var backfill: Int64?
  /// The pruning that removed the payload, which is reported and not stored; `nil` where the
  /// payload is there.
  public var pruning: PayloadPruning?

  /// Creates an entry.
  public init(
    identity: String, format: String, raw: [UInt8], receivedAt: Timestamp,
    verification: Verification, hasUnknown: Bool = false, events: [SubscriptionEvent]
  ) {
    (self.identity, self.format, self.raw, self.receivedAt) = (identity, format, raw, receivedAt)
    (self.verification, self.hasUnknown, self.events) = (verification, hasUnknown, events)
  }
}

/// The outcome of appending an entry.
public enum AppendOutcome: Hashable, Sendable {
  /// Stored at that position.
  case stored(LedgerPosition)
  /// The same identity is stored already, at that position; nothing changed.
  case duplicate(LedgerPosition)
}

/// The place of an entry in a ledger: 1 for the first, growing, never reused.
public typealias LedgerPosition = Int64

/// An event with its place in the ledger and what it changed.
public struct LedgerEvent: Hashable, Sendable {
  /// The position of its entry.
  public var position: LedgerPosition
  /// The event.
  public var event: SubscriptionEvent

  /// Creates a stored event.
  public init(position: LedgerPosition, event: SubscriptionEvent) {
    (self.position, self.event) = (position, event)
  }
}

extension SubscriptionEvent {
  /// A Boolean value that indicates whether two events are the same statement, in one payload or
  /// in several.
  ///
  /// What one operator did is no copy of what another did, even if both recorded it by one key, as
  /// two do who claim a case at once.
  public func isCopy(of other: SubscriptionEvent) -> Bool {
    id == other.id && subscription == other.subscription && kind == other.kind
      && action == other.action
  }
}
