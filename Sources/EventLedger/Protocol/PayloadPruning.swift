import SubscriptionCore

/// A pruning that took place: the payloads received before an instant were removed, and everything
/// that had been read from them stayed.
public struct PayloadPruning: Hashable, Sendable {
  /// The number of the pruning in its ledger: 1 for the first.
  public var number: Int64
  /// The instant at which it began.
  public var at: Timestamp
  /// The person who asked for it.
  ///
  /// Text from outside.
  public var actor: String
  /// The instant before which the payloads were received.
  public var receivedBefore: Timestamp
  /// The payloads that it removed.
  public var removed: PayloadAmount
  /// A Boolean value that indicates whether it came to its end; one that was interrupted removed
  /// what it says and left the rest, for the next one.
  public var isFinished: Bool

  /// Creates a pruning from its parts.
  public init(
    number: Int64, at: Timestamp, actor: String, receivedBefore: Timestamp,
    removed: PayloadAmount, isFinished: Bool
  ) {
    (self.number, self.at, self.actor) = (number, at, actor)
    (self.receivedBefore, self.removed, self.isFinished) = (receivedBefore, removed, isFinished)
  }
}

/// A number of payloads, and the bytes that they take.
public struct PayloadAmount: Hashable, Sendable {
  /// The number of payloads.
  public var payloads: Int
  /// The bytes that they take as they are stored, which are fewer than those that the stores sent.
  public var bytes: Int64

  /// Creates an amount.
  public init(payloads: Int, bytes: Int64) { (self.payloads, self.bytes) = (payloads, bytes) }
}

/// The removal of old payloads from a ledger.
///
/// Entries stay, with their events, so that nothing that is derived changes and a payload that
/// arrives again is known. A payload of an entry with ``LedgerEntry/hasUnknown`` stays as well,
/// since nothing else tells what it says.
public protocol PayloadKeeping: Sendable {
  /// Returns the payloads received before an instant, which a pruning would remove, and changes
  /// nothing; `nil` for a ledger that is no file.
  ///
  /// - Complexity: O(*n*) for *n* bytes of entries.
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  func prunablePayloads(before instant: Timestamp) throws(LedgerError) -> PayloadAmount?

  /// Removes the payloads received before an instant, batch by batch while others write on, and
  /// returns what it recorded; `nil` where there was nothing to remove, and for a ledger that is no
  /// file.
  ///
  /// What was interrupted is recorded as far as it came; the next pruning removes the rest.
  /// Progress is in hundredths, whenever it has changed.
  ///
  /// - Complexity: O(*n*) for *n* bytes of entries; memory for one batch.
  /// - Throws: ``LedgerError`` when the ledger cannot be read or written, and for an instant in the
  ///   future.
  func prunePayloads(
    before instant: Timestamp, actor: String, now: Timestamp, progress: (Int) -> Void
  ) throws(LedgerError) -> PayloadPruning?

  /// Returns the prunings that took place, oldest first.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  func prunings() throws(LedgerError) -> [PayloadPruning]
}

extension PayloadKeeping {
  /// Counts nothing: the ledger is no file.
  public func prunablePayloads(before instant: Timestamp) throws(LedgerError) -> PayloadAmount? {
    nil
  }

  /// Removes nothing: the ledger is no file.
  public func prunePayloads(
    before instant: Timestamp, actor: String, now: Timestamp, progress: (Int) -> Void
  ) throws(LedgerError) -> PayloadPruning? { nil }

  /// Nothing was ever removed: the ledger is no file.
  public func prunings() throws(LedgerError) -> [PayloadPruning] { [] }
}
