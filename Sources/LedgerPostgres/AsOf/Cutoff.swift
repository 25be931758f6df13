#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The cutoff of a ledger of the past: the entries and events that it leaves out.
  ///
  /// Of several copies of an event the one recorded first counts, so that none counted before it;
  /// and no event is recorded before its entry was received.
  struct Cutoff: Sendable {
    /// The instant at which the rows stand.
    let instant: Timestamp
    /// The instant after which nothing is known: that of the rows, or that of the past which is
    /// looked at once more.
    let knownUntil: Timestamp
    /// The position of the last entry when the past was asked for.
    let lastPosition: LedgerPosition
    /// The schema of the live ledger, as SQL has it.
    let schema: String

    /// A Boolean value that indicates whether the role may read payloads.
    let showsPayloads: Bool

    /// Creates the cutoff of a ledger at an instant.
    init(of ledger: PostgresLedger, at instant: Timestamp) throws(LedgerError) {
      self.instant = instant
      knownUntil = min(instant, ledger.past?.cut.knownUntil ?? instant)
      lastPosition = min(
        try ledger.lastPosition(), try ledger.read { try $0.settledPosition() })
      let known = ledger.past?.cut.schema
      (schema, showsPayloads) = try ledger.read { connection in
        let schema =
          try known ?? connection.query("SELECT quote_ident(current_schema())").text(0, 0)
        let showsPayloads = try connection.isTrue(
          "SELECT has_column_privilege($1, 'raw', 'SELECT')", [.text("\(schema).entries")])
        return (schema, showsPayloads)
      }
    }

    /// The statements that make views of the live ledger's truth, by the same names.
    var views: [String] {
      let columns = LedgerSchema.entryColumns + (showsPayloads ? ["raw"] : [])
      let end = EventNumber.first(at: lastPosition + 1)
      return [
        """
        CREATE TEMP VIEW entries AS
        SELECT \(columns.joined(separator: ", ")) FROM \(schema).entries
        WHERE position <= \(lastPosition) AND receivedAt <= \(knownUntil.milliseconds)
        """,
        """
        CREATE TEMP VIEW events AS SELECT * FROM \(schema).events
        WHERE number < \(end) AND recordedAt <= \(knownUntil.milliseconds)
        """,
      ]
    }
  }
#endif
