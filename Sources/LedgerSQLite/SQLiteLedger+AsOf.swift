import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// The ledger as it was at an instant: its rows in a file of their own that has no name, its
  /// events those of this file.
  ///
  /// - Complexity: O(*n*) in time for *n* events, on several cores; memory for a few thousand
  ///   subscriptions, and space on the disk for the rows.
  public func asOf(
    _ instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> (any Ledger)? {
    // A past of the past is rare.
    guard !isPast else { return try copy(asOf: instant, goesOn: goesOn) }
    let cut = PastCut(instant: instant, lastPosition: try lastPosition())
    do {
      let file = try PastFile(beside: self)
      guard let last = try PastFold(living: self, cut: cut).write(to: file, goesOn: goesOn) else {
        return nil
      }
      try file.finish(cut, lastNumber: last, policy: policy)
      return SQLiteLedger(past: file.queue, of: self)
    } catch {
      throw LedgerError(error, at: path)
    }
  }
}
