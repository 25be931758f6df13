#if Postgres
  import EventLedger
  import SubscriptionCore

  /// Presence in a table without a log, by one statement at a time, which needs no session of its
  /// own.
  extension PostgresLedger: PresenceKeeping {
    /// Says that a dashboard shows a subscriber now; one that writes nothing only asks who does.
    public func show(_ presence: Presence) throws(LedgerError) -> [String] {
      try read { connection in
        let values: [SQLValue] = [
          .text(presence.session), .text(presence.subscription.rawValue), .text(presence.actor),
        ]
        let rows =
          isForReading
          ? try connection.query(PostgresLedger.others, Array(values.prefix(2)))
          : try connection.query(
            """
            \(PostgresLedger.own)\(isReadOnly ? "" : PostgresLedger.removed)
            \(PostgresLedger.others)
            """, values)
        return rows.compactMap { $0.text(0) }
      }
    }

    /// Says that a dashboard shows no subscriber any more.
    public func endPresence(of session: String) throws(LedgerError) {
      guard !isForReading else { return }
      try read { connection in
        _ = try connection.run(
          isReadOnly
            ? "UPDATE presence SET seenAt = '-infinity' WHERE session = $1"
            : "DELETE FROM presence WHERE session = $1", [.text(session)])
      }
    }

    private static let own = """
      WITH own AS (
        INSERT INTO presence (session, subscription, actor, seenAt)
        VALUES ($1, $2, $3, clock_timestamp())
        ON CONFLICT (session) DO UPDATE SET subscription = excluded.subscription,
          actor = excluded.actor, seenAt = excluded.seenAt
      )
      """

    /// Those that are long forgotten, or of no time that can be, are removed by the way, each by
    /// one session of a role that may remove any.
    private static let removed = """
      , removed AS (
        DELETE FROM presence WHERE session IN (
          SELECT session FROM presence
          WHERE session <> $1 AND seenAt NOT BETWEEN clock_timestamp() - interval '1 minute'
            AND clock_timestamp() + interval '1 minute'
          FOR UPDATE SKIP LOCKED)
      )
      """

    private static let others = """
      SELECT DISTINCT actor FROM presence
      WHERE subscription = $2 AND session <> $1 AND seenAt <= clock_timestamp()
        AND seenAt > clock_timestamp() - interval '\(Presence.lasts.wholeMilliseconds) ms'
      ORDER BY actor
      """
  }
#endif
