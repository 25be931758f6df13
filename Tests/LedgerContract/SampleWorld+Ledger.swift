import EventLedger
import SubscriptionCore

extension SampleWorld {
  /// A new ledger that the world's entries and profiles were put into by its middle.
  func ledger(_ make: LedgerFactory) throws -> any Ledger {
    let ledger = try make()
    try ledger.append(entries, now: SampleWorld.middle)
    try ledger.putProfiles(profiles)
    return ledger
  }
}
