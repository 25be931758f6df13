import EventLedger
import ProgramConventions
import SubscriptionCore

#if Postgres
  import LedgerPostgres
#endif

extension LedgerEngine {
  /// Returns a Boolean value that indicates whether nothing may be written to an open ledger on a
  /// server.
  static func isReadOnly(_ ledger: any Ledger) -> Bool {
    #if Postgres
      if let ledger = ledger as? PostgresLedger { return ledger.isReadOnly }
    #endif
    return false
  }

  /// Brings the tables of a server's ledger to the present form and returns what was changed, each
  /// as part of a sentence; a file's are when it is opened.
  static func migrate(_ address: LedgerAddress) throws(LedgerError) -> [String] {
    #if Postgres
      if address.isServer { return try PostgresLedger.migrate(address.text) }
    #endif
    return []
  }

  /// Makes a ledger on the machines of a cluster, where the server has none yet, and returns
  /// whether the server's ledger is such a one.
  static func makeDistributed(
    _ address: LedgerAddress, policy: ChurnPolicy
  ) throws(LedgerError) -> Bool {
    #if Postgres
      let ledger = try PostgresLedger(
        conninfo: address.text, policy: policy, layout: .distributed,
        aheadMax: LedgerClock.tolerance)
      defer { try? ledger.close() }
      return try ledger.layout() == .distributed
    #else
      return false
    #endif
  }

  /// Returns a Boolean value that indicates whether a server's ledger lies on the machines of a
  /// cluster.
  static func isDistributed(_ ledger: any Ledger) throws(LedgerError) -> Bool {
    #if Postgres
      if let ledger = ledger as? PostgresLedger { return try ledger.layout() == .distributed }
    #endif
    return false
  }

  /// Returns the rights on a server's ledger of a team's roles, whose names begin with a prefix, as
  /// SQL, or grants them and returns sentences about what was granted.
  static func roles(_ address: LedgerAddress, prefix: String, isApplied: Bool) throws -> [String] {
    #if Postgres
      let roles = try LedgerRoles(address.text, prefix: prefix)
      guard isApplied else {
        return ["-- The tables are \(roles.owner)'s, who may do everything.", "BEGIN;"]
          + roles.statements.map { "\($0);" } + ["COMMIT;"]
      }
      try roles.apply()
      return [
        "The tables are \(roles.owner)'s, who may do everything.",
        "\(roles.name(.daemon)) stores what stores say.",
        "\(roles.name(.operator)) acts and imports.",
        "\(roles.name(.reader)) sees no payload, no name and no mail address.",
      ]
    #else
      return []
    #endif
  }
}
