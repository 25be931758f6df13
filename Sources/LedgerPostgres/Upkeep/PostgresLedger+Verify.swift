#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore
  import Synchronization

  extension PostgresLedger {
    /// Checks the rules between the tables.
    ///
    /// The server's own `pg_amcheck` and checksums check its files.
    public func verify() throws(LedgerError) -> [String] {
      try whole { connection in
        var problems = try connection.problems(by: PostgresLedger.rules)
        if loadReader.withLock({ $0 == nil }) {
          let missing = try DeferredIndexes.missing(connection).map(\.name)
          if !missing.isEmpty {
            problems.append(
              "Indexes are missing, so that lists are slow: "
                + missing.joined(separator: ", ")
                + ". They are made when the tables' owner opens the ledger for writing.")
          }
        }
        let damage = try PostgresLedger.eventProblems(connection)
        // Names are read out of events.
        let unnamed = damage.isEmpty ? try PieceTable.missingCount(connection) : 0
        if unnamed > 0 {
          problems.append(
            "\(unnamed) subscriptions are not found by a piece of a name; churntop rebuild mends "
              + "that.")
        }
        return problems + damage
      }
    }

    /// Rules that a query can check: it counts what breaks them.
    private static let rules: [(problem: String, sql: String)] =
      [
        (
          "entries are missing that have events",
          """
          SELECT count(*) FROM (
            SELECT number >> \(EventNumber.bits) FROM events EXCEPT SELECT position FROM entries
          ) AS missing
          """
        ),
        (
          "subscriptions are missing that have events",
          """
          SELECT count(*) FROM (
            SELECT subscription FROM events EXCEPT SELECT key FROM subscriptions) AS missing
          """
        ),
      ] + LedgerRules.all(copiesBy: "mark") + [
        (
          "entries lie beyond the last position",
          "SELECT count(*) FROM entries WHERE position > (SELECT lastPosition FROM ledger)"
        )
      ]

    /// Reads every event and compares its columns with it.
    private static func eventProblems(_ connection: PostgresConnection) throws -> [String] {
      var (unreadable, differing, last) = (0, 0, Int64.min)
      while true {
        let rows = try connection.query(
          """
          SELECT number, recordedAt, body FROM events WHERE number > $1 ORDER BY number LIMIT 4096
          """, [.integer(last)])
        for place in 0..<rows.count {
          guard let event = try? EventCodec.decode(rows.buffer(place, 2)) else {
            unreadable += 1
            continue
          }
          if event.recordedAt.milliseconds != rows.integer(place, 1) { differing += 1 }
        }
        guard rows.count > 0 else { break }
        last = rows.integer(rows.count - 1, 0)
      }
      return LedgerRules.problems(unreadable: unreadable, differing: differing)
    }

    /// Refuses: the server's own programs copy it.
    public func backUp(to path: String) throws(LedgerError) {
      throw .unavailable(
        location: path,
        detail: "a ledger on a server is copied by pg_basebackup, pg_dump or churntop ledger copy")
    }
  }
#endif
