import EventLedger
import LedgerSQLite
import SubscriptionCore

#if Postgres
  import LedgerPostgres
  import PostgresServer
#endif

/// The place of a ledger that several daemons share: a file, or in a build with PostgreSQL also a
/// schema on a server.
struct LedgerPlace {
  enum Kind: CaseIterable {
    case file
    #if Postgres
      case server
    #endif
  }

  /// The address, as a configuration names it.
  let address: String
  private let kind: Kind
  /// What the ledger lasts as long as.
  private let owner: (any Sendable)?

  /// Readies an empty place.
  init(_ kind: Kind, in folder: DaemonFolder) throws {
    self.kind = kind
    switch kind {
    case .file: (address, owner) = (folder.file("ledger.sqlite"), nil)
    #if Postgres
      case .server:
        let schemas = try TemporarySchemas()
        (address, owner) = (try schemas.url(), schemas)
        try PostgresLedger(conninfo: address, policy: .standard).close()
    #endif
    }
  }

  /// The process that has the lease, as the ledger keeps it.
  func leaseProcess() throws -> Int32? {
    switch kind {
    case .file: return try process(SQLiteLedger(path: address, policy: .standard, readOnly: true))
    #if Postgres
      case .server:
        return try process(
          PostgresLedger(conninfo: address, policy: .standard, readOnly: true))
    #endif
    }
  }

  private func process(_ ledger: any Ledger & LeaseKeeping) throws -> Int32? {
    defer { try? ledger.close() }
    return try ledger.lease()?.owner.process
  }
}
