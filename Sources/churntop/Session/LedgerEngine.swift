import EventLedger
import LedgerSQLite
import SubscriptionCore

#if Postgres
  import LedgerPostgres
#endif

/// The engines that store ledgers: SQLite in a file, PostgreSQL on a server.
enum LedgerEngine {
  /// The engines with the versions of their libraries.
  static var description: String {
    #if Postgres
      "SQLite \(SQLiteLedger.libraryVersion), libpq \(ClientLibrary.version)"
    #else
      "SQLite \(SQLiteLedger.libraryVersion)"
    #endif
  }

  /// Opens a ledger; `deriving` is called before rows are derived again, and with the progress.
  ///
  /// One that is made where it is missing need not survive a loss of power as a whole: an import or
  /// a simulated world can be had again, and an operator's own words cannot.
  static func open(
    _ address: LedgerAddress, policy: ChurnPolicy, readOnly: Bool, isMade: Bool,
    deriving: (RebuildProgress) -> Void
  ) throws(LedgerError) -> any Ledger {
    #if Postgres
      if address.isServer {
        return try PostgresLedger(
          conninfo: address.text, policy: policy, readOnly: readOnly, isMade: isMade,
          aheadMax: LedgerClock.tolerance, deriving: deriving)
      }
    #endif
    return try SQLiteLedger(
      path: address.text, policy: policy, readOnly: readOnly,
      durability: isMade ? .crash : .powerLoss, deriving: deriving)
  }

  /// Removes what this process has written of a copy of a ledger that it does not finish.
  static func removeUnfinishedCopy(_ path: String) { BackupDraft(of: path).remove() }

  /// Returns the user of the server as whom a ledger is open; `nil` for a file.
  static func user(of ledger: any Ledger) throws(LedgerError) -> String? {
    #if Postgres
      if let ledger = ledger as? PostgresLedger { return try ledger.user() }
    #endif
    return nil
  }

  /// Returns the policy that a server's ledger keeps for everybody; `nil` for a file.
  static func adoptedPolicy(of ledger: any Ledger) throws(LedgerError) -> AdoptedPolicy? {
    #if Postgres
      if let ledger = ledger as? PostgresLedger { return try ledger.adoptedPolicy() }
    #endif
    return nil
  }

  /// Makes the empty file of a copy, readable by those who may read the original; nothing for a
  /// server.
  static func makeFile(
    of copy: LedgerAddress, copying original: LedgerAddress
  ) throws(LedgerError) {
    guard !copy.isServer else { return }
    try SQLiteLedger.makeFile(at: copy.text, copying: original.isServer ? nil : original.text)
  }

  /// Calls a closure, on any thread, after a change of a ledger by any program; `nil` where nothing
  /// tells of changes, and the ledger must be asked.
  static func watch(
    _ ledger: any Ledger, tell: @escaping @Sendable () -> Void
  ) -> (any LedgerNews)? {
    #if Postgres
      if let ledger = ledger as? PostgresLedger { return ledger.listen(tell) }
    #endif
    return ledger.file.flatMap { LedgerWatch($0, tell: tell) }
  }
}

/// A watch that tells of a ledger's changes until it is stopped.
protocol LedgerNews: Sendable {
  /// Stops the watch.
  func stop()
}

extension LedgerWatch: LedgerNews {}

#if Postgres
  extension LedgerListener: LedgerNews {
    /// Stops listening.
    func stop() { end() }
  }
#endif
