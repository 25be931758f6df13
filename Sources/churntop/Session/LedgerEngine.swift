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

  /// Opens a ledger.
  ///
  /// - Parameters:
  ///   - address: The file or the server.
  ///   - policy: The policy about recovery and prompts.
  ///   - readOnly: Whether nothing may be written.
  ///   - isMade: Whether a missing ledger is made.
  ///   - deriving: Told before rows are derived anew, and on the way.
  /// - Returns: The ledger.
  /// - Throws: `LedgerError` if it cannot be opened.
  static func open(
    _ address: LedgerAddress, policy: ChurnPolicy, readOnly: Bool, isMade: Bool,
    deriving: (RebuildProgress) -> Void
  ) throws(LedgerError) -> any Ledger {
    #if Postgres
      if address.isServer {
        return try PostgresLedger(
          conninfo: address.text, policy: policy, readOnly: readOnly, isMade: isMade,
          deriving: deriving)
      }
    #endif
    return try SQLiteLedger(
      path: address.text, policy: policy, readOnly: readOnly, deriving: deriving)
  }
}
