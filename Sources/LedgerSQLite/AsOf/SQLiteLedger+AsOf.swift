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
    let (live, cut) = (past?.live ?? self, try Cutoff(of: self, at: instant))
    do {
      let file = try AsOfSnapshot(beside: live)
      guard let reach = try AsOfReplay(live: live, cut: cut).write(to: file, goesOn: goesOn)
      else { return nil }
      try file.finish(cut, reach: reach, policy: policy)
      return SQLiteLedger(past: file.queue, of: live, cut)
    } catch {
      throw LedgerError(error, at: path)
    }
  }

  /// The ledger as it was at an instant, with the rows of one subscription and of those that may
  /// have been of its account.
  ///
  /// - Complexity: O(*k*) for *k* subscriptions with an event that names the account.
  public func asOf(
    _ instant: Timestamp, of id: SubscriptionID
  ) throws(LedgerError) -> any Ledger {
    let (live, cut) = (past?.live ?? self, try Cutoff(of: self, at: instant))
    do {
      let file = try AsOfSnapshot(beside: live)
      if try AsOfReplay(live: live, cut: cut).write(id, to: file) {
        try file.finish(cut, reach: nil, policy: policy)
        return SQLiteLedger(past: file.queue, of: live, cut)
      }
    } catch {
      throw LedgerError(error, at: path)
    }
    return try asOf(instant)
  }
}
