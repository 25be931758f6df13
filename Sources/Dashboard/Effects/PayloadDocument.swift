import EventLedger
import SubscriptionCore

/// What the ledger keeps of one payload.
public struct PayloadDocument: Hashable, Sendable {
  /// Its place in the ledger.
  public var position: LedgerPosition
  /// The format it was recognised as.
  public var format: String
  /// The payload byte for byte.
  ///
  /// Text from outside.
  public var raw: [UInt8]
  /// When it was heard.
  public var receivedAt: Timestamp
  /// What is known about where it came from.
  public var verification: Verification

  /// Creates a document from an entry.
  init(_ entry: LedgerEntry, at position: LedgerPosition) {
    self.position = position
    format = entry.format
    raw = entry.raw
    receivedAt = entry.receivedAt
    verification = entry.verification
  }
}
