import SubscriptionCore

extension Ledger {
  /// The ledger as it was at an instant: the events recorded by then, standing at that instant.
  ///
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  public func asOf(_ instant: Timestamp) throws(LedgerError) -> any Ledger {
    try asOf(instant) { _ in true } ?? MemoryLedger(policy: policy)
  }

  /// The ledger as it was at an instant, in memory.
  public func asOf(
    _ instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> (any Ledger)? {
    try copy(asOf: instant, goesOn: goesOn)
  }

  /// The whole ledger as it was at an instant.
  public func asOf(
    _ instant: Timestamp, of id: SubscriptionID
  ) throws(LedgerError) -> any Ledger {
    try asOf(instant)
  }

  /// The ledger as it was at an instant, in memory: the reference for every other way.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - goesOn: Asked with the position reached, every thousand entries; `false` ends the reading.
  /// - Returns: The ledger; `nil` when the reading was ended.
  /// - Complexity: O(*n*) in time and memory for *n* entries.
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  public func copy(
    asOf instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> MemoryLedger? {
    let past = MemoryLedger(policy: policy, archive: self)
    var batch: [(LedgerPosition, LedgerEntry)] = []
    var (count, isStopped) = (0, false)
    try readEntries(after: 0) { position, entry throws(LedgerError) in
      count += 1
      if count % 1000 == 0, !goesOn(position) {
        isStopped = true
        return false
      }
      guard entry.receivedAt <= instant else { return true }
      var entry = entry
      entry.raw = []
      entry.events.removeAll { $0.recordedAt > instant }
      batch.append((position, entry))
      return true
    }
    if isStopped { return nil }
    past.copy(batch, now: instant)
    var profiles: [AccountProfile] = []
    try forEachProfile { profile in profiles.append(profile) }
    try past.putProfiles(profiles)
    return past
  }
}
