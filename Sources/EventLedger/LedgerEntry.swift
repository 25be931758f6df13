import SubscriptionCore

/// Where an entry stands in a ledger: 1 for the first, growing, never reused.
public typealias LedgerPosition = Int64

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

/// A payload that was refused: kept as it came, with the reason, and never as fact.
public struct RefusedEntry: Hashable, Sendable {
  /// Its number in the quarantine; 0 before it is stored.
  public var number: Int64
  /// What makes it the same payload when it arrives again.
  public var identity: String
  /// The payload as it came, cut to ``rawBytesMax``.
  public var raw: [UInt8]
  /// When it was heard.
  public var receivedAt: Timestamp
  /// The file or the channel it came from. Text from outside.
  public var origin: String
  /// The line in that file, counted from 1; 0 when it has none.
  public var line: Int
  /// Why it was refused and what to do, as one sentence.
  public var reason: String
  /// The field at fault, as a path such as `data.signedTransactionInfo`; empty for none.
  public var field: String

  /// The most bytes of a refused payload that are kept: 1 MiB.
  public static let rawBytesMax = 1 << 20

  /// Creates a refused entry.
  public init(
    number: Int64 = 0, identity: String, raw: [UInt8], receivedAt: Timestamp, origin: String,
    line: Int, reason: String, field: String
  ) {
    self.number = number
    self.identity = identity
    self.raw = raw
    self.receivedAt = receivedAt
    self.origin = origin
    self.line = line
    self.reason = reason
    self.field = field
  }
}
