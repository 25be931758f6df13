import SubscriptionCore

extension EventLog {
  /// The first position of an entry heard after an instant; `nil` where the newest was not.
  ///
  /// Entries are taken to lie in the order in which they were heard, as they do but for archives
  /// that were read in later.
  ///
  /// - Complexity: O(log *n*) entries are read.
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  public func position(after instant: Timestamp) throws(LedgerError) -> LedgerPosition? {
    let last = try lastPosition()
    var (low, high) = (LedgerPosition(1), last + 1)
    while low < high {
      let middle = low + (high - low) / 2
      // An erased entry leaves a gap; the next one that is there speaks for it.
      var place = middle
      var heardAt: Timestamp?
      while heardAt == nil, place < high {
        heardAt = try entry(at: place)?.receivedAt
        place += 1
      }
      if let heardAt, heardAt <= instant { low = place } else { high = middle }
    }
    return low > last ? nil : low
  }
}
