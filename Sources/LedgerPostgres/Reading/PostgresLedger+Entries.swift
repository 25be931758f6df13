#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The next entries behind a position, up to another and as far as a batch goes.
    public func entries(
      after: LedgerPosition, through last: LedgerPosition, limit: Int
    ) throws(LedgerError) -> [(position: LedgerPosition, entry: LedgerEntry)] {
      // The past of a role that may not read payloads has none.
      if let past, !past.cut.showsPayloads {
        throw .refused(location: location, detail: "permission denied for table entries")
      }
      return try snapshot { connection in
        try PostgresLedger.entries(connection, after: after, through: last, limit: limit)
      }
    }

    /// The most bytes of payloads that are read at once, one payload at least.
    private static let bytesOfBatch = 8 << 20

    private static func entries(
      _ connection: PostgresConnection, after: LedgerPosition, through last: LedgerPosition,
      limit: Int
    ) throws -> [(position: LedgerPosition, entry: LedgerEntry)] {
      let rows = try connection.query(
        """
        SELECT position, identity, format, raw, receivedAt, verification, hasUnknown FROM (
          SELECT *, sum(octet_length(raw)) OVER (ORDER BY position) - octet_length(raw) AS before
          FROM (SELECT * FROM entries WHERE position > $1 AND position <= $2
            ORDER BY position LIMIT $3) AS next) AS measured
        WHERE before < $4 ORDER BY position
        """,
        [
          .integer(after), .integer(min(last, try connection.settledPosition())),
          .integer(Int64(limit)), .integer(Int64(bytesOfBatch)),
        ])
      guard rows.count > 0 else { return [] }
      let positions = rows.integer(0, 0)..<rows.integer(rows.count - 1, 0) + 1
      let events = Dictionary(
        grouping: try connection.events(
          where: SQLCondition(ofEventsAt: positions), order: "number"), by: \.position)
      return (0..<rows.count).map { place in
        let position = rows.integer(place, 0)
        let entry = LedgerEntry(
          identity: rows.text(place, 1), format: rows.text(place, 2), raw: rows.bytes(place, 3),
          receivedAt: Timestamp(milliseconds: rows.integer(place, 4)),
          verification: Verification(rawValue: rows.text(place, 5)) ?? .unchecked,
          hasUnknown: rows.integer(place, 6) == 1,
          events: (events[position] ?? []).map(\.event))
        return (position, entry)
      }
    }
  }
#endif
