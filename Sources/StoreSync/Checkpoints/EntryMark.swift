import EventLedger
import PlainText

/// The latest entry of a ledger, by which the ledger is known again.
///
/// A ledger that was put back from a backup, or another one at the same address, has fewer entries,
/// or another entry at the position: positions are never used again.
public struct EntryMark: Hashable, Sendable, Codable {
  /// The position of the entry; 0 for an empty ledger.
  public var position: LedgerPosition
  /// A hash of the entry's identity; `nil` where the entry was erased.
  public var hash: UInt64?

  /// Creates the mark of the latest entry of a ledger.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read.
  public init(latestOf ledger: any Ledger) throws(LedgerError) {
    position = try ledger.lastPosition()
    hash = try Self.hash(at: position, of: ledger)
  }

  /// Returns a Boolean value that indicates whether a ledger has the entry, or had it before an
  /// erasure.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read.
  public func isIn(_ ledger: any Ledger) throws(LedgerError) -> Bool {
    guard try ledger.lastPosition() >= position else { return false }
    guard let hash, let found = try Self.hash(at: position, of: ledger) else { return true }
    return found == hash
  }

  private static func hash(
    at position: LedgerPosition, of ledger: any Ledger
  ) throws(LedgerError) -> UInt64? {
    try ledger.entry(at: position).map { FNV1a.hash($0.identity.utf8) }
  }
}
