import EventLedger
import LedgerSQLite
import ProgramConventions

#if Postgres
  import LedgerPostgres
#endif

/// The one place of the daemon that says which ledger it works with.
extension DaemonConfiguration {
  /// The purpose for which a ledger is opened.
  enum LedgerPurpose {
    /// To read it as it is.
    case inspecting
    /// To write to it now and then.
    case writing
    /// To tell others that what they sent is stored, whatever happened to the disk before.
    case serving
  }

  /// Opens the ledger of the configuration.
  ///
  /// - Parameters:
  ///   - purpose: What it is opened for.
  ///   - deriving: Called before rows are derived again, which can take minutes, and with the
  ///     progress.
  /// - Returns: The ledger.
  /// - Throws: `LedgerError` when it cannot be opened.
  func openLedger(
    _ purpose: LedgerPurpose, deriving: (RebuildProgress) -> Void = { _ in }
  ) throws(LedgerError) -> any Ledger {
    #if Postgres
      if address.isServer {
        return try PostgresLedger(
          conninfo: ledger, policy: policy, readOnly: purpose == .inspecting,
          aheadMax: LedgerClock.tolerance, deriving: deriving)
      }
    #else
      guard !address.isServer else {
        throw .unavailable(location: address.shown, detail: PostgresSupport.missing("churntopd"))
      }
    #endif
    let opened = try SQLiteLedger(
      path: ledger, policy: policy, readOnly: purpose == .inspecting,
      durability: purpose == .serving ? .failedSync : .powerLoss, deriving: deriving)
    if purpose == .serving { try opened.keepLogShort() }
    return opened
  }
}
