#if Postgres
  /// The number of a transaction that writes, and the timeline of the server in which it counts.
  ///
  /// A standby that takes over begins a timeline of its own, in which it gives the numbers of
  /// transactions that never reached it to others
  /// (<https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES>).
  struct TransactionNumber: Hashable {
    private let number: Int64
    private let timeline: String

    /// The end of a transaction, as the server knows it.
    enum Status {
      /// It is stored.
      case committed
      /// It is not decided yet, or the server cannot tell yet.
      case open
      /// It is not stored, or that is unknown: it has to be repeated, as every one here may be.
      case undone
    }

    /// The columns that tell the number of the transaction in which they are read.
    static let columns = "txid_current(), \(timelineColumn)"

    private static let timelineColumn = "left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"

    /// Reads ``columns`` of an answer.
    init(_ row: borrowing QueryResult, _ column: Int32) {
      (number, timeline) = (row.integer(0, column), row.text(0, column + 1))
    }

    /// Asks a server what became of the transaction.
    func status(_ connection: PostgresConnection) throws(PostgresError) -> Status {
      let row = try connection.query(
        """
        SELECT CASE WHEN pg_is_in_recovery() THEN 'in progress'
          WHEN \(Self.timelineColumn) = $2 THEN txid_status($1) ELSE 'aborted' END
        """, [.integer(number), .text(timeline)], isKept: false)
      switch row.text(0, 0) {
      case "committed": return .committed
      case "in progress": return .open
      default: return .undone
      }
    }
  }
#endif
