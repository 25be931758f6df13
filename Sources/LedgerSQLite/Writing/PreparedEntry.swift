import EventLedger
import LedgerRows
import SubscriptionCore

/// The part of an entry's columns that follows from the entry alone, so that many can be prepared
/// beside the thread that writes.
struct PreparedEntry: Sendable {
  /// The mark of the identity.
  let mark: Int64
  /// The payload as it is stored; `nil` for a verified one, whose headers are kept in the ledger.
  let payload: [UInt8]?

  /// Begins to prepare entries.
  static func ahead(_ entries: [LedgerEntry]) -> [Ahead<[PreparedEntry]>] {
    Ahead.parts(of: entries) { entries in
      SharedCompressor.use { compressor in
        entries.map { PreparedEntry($0, compressor) }
      }
    }
  }

  private init(_ entry: LedgerEntry, _ compressor: Compressor) {
    mark = Hash64.of(entry.identity)
    payload =
      entry.verification == .verified ? nil : PayloadCoder.unverified(entry.raw, compressor)
  }

  /// Begins to bring the events of entries to their stored form, those of entries that are stored
  /// already left out.
  static func bodies(
    of entries: [LedgerEntry], _ outcomes: [AppendOutcome]
  ) -> [Ahead<[[[UInt8]]]>] {
    Ahead.parts(of: entries) { entries in
      SharedCompressor.use { compressor in
        entries.indices.map { place in
          guard case .stored = outcomes[place] else { return [] }
          return entries[place].events.map { StoredEvent.encode($0, compressor) }
        }
      }
    }
  }
}
