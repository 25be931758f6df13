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
    let cut = Cutoff(instant: instant, lastPosition: try lastPosition())
    do {
      let file = try AsOfSnapshot(beside: self)
      guard let reach = try AsOfReplay(live: self, cut: cut).write(to: file, goesOn: goesOn) else {
        return nil
      }
      try file.finish(cut, reach: reach, policy: policy)
      return SQLiteLedger(past: file.queue, of: self)
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
    guard !isPast else { return try asOf(instant) }
    let cut = Cutoff(instant: instant, lastPosition: try lastPosition())
    do {
      let file = try AsOfSnapshot(beside: self)
      if try AsOfReplay(live: self, cut: cut).write(id, to: file) {
        try file.finish(cut, reach: nil, policy: policy)
        return SQLiteLedger(past: file.queue, of: self)
      }
    } catch {
      throw LedgerError(error, at: path)
    }
    return try asOf(instant)
  }
}
