import SubscriptionCore

extension Ledger {
  /// The ledger as it was at an instant: the events recorded by then, standing at that instant.
  ///
  /// Profiles are today's, and so is the policy. Positions are the same as in this ledger.
  ///
  /// - Complexity: O(*n*) in time and memory for *n* entries.
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  public func asOf(_ instant: Timestamp) throws(LedgerError) -> MemoryLedger {
    let past = MemoryLedger(policy: policy)
    var batch: [(LedgerPosition, LedgerEntry)] = []
    try forEachEntry(after: 0) { position, entry in
      guard entry.receivedAt <= instant else { return }
      var entry = entry
      entry.events.removeAll { $0.recordedAt > instant }
      batch.append((position, entry))
    }
    past.copy(batch, now: instant)
    var profiles: [AccountProfile] = []
    try forEachProfile { profile in profiles.append(profile) }
    try past.putProfiles(profiles)
    return past
  }
}
