#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Reads pages of episodes, oldest failure first, out of their table alone.
  struct EpisodeReader {
    /// The place after which a page begins.
    struct Place {
      var failedAt: Int64
      var subscription: Int64
      var place: Int64
    }

    /// The most episodes of a page.
    static let pageLength = 4_096

    private var classes: [[UInt8]: EpisodeClass] = [:]
    private var owners: [[UInt8]: EpisodeProperties] = [:]

    /// Reads the episodes behind a place that satisfy a condition, and moves the place behind the
    /// last of them; at the end there is no place.
    mutating func page(
      _ connection: PostgresConnection, before end: Int64, where condition: SQLCondition,
      from place: inout Place?
    ) throws -> [EpisodeRecord] {
      guard let from = place else { return [] }
      let columns = EpisodeTable.columns.map { "e.\($0.name)" }.joined(separator: ", ")
      let bounds = SQLCondition(
        "(e.failedAt, e.subscription, e.place) > (?, ?, ?) AND e.failedAt < ?",
        [
          .integer(from.failedAt), .integer(from.subscription), .integer(from.place), .integer(end),
        ])
      var select = SQLCondition.all([bounds, condition])
      select.sql = """
        SELECT \(columns) FROM episodes e WHERE \(select.sql)
        ORDER BY e.failedAt, e.subscription, e.place LIMIT \(EpisodeReader.pageLength)
        """
      let rows = try connection.query(select)
      let records = try rows.compactMap { try record($0) }
      place =
        rows.count < EpisodeReader.pageLength
        ? nil
        : Place(
          failedAt: rows.integer(rows.count - 1, 0), subscription: rows.integer(rows.count - 1, 1),
          place: rows.integer(rows.count - 1, 2))
      return records
    }

    private mutating func record(_ row: some SQLRow) throws -> EpisodeRecord {
      let (name, packed) = (Array(row.buffer(3)), Array(row.buffer(16)))
      guard
        let kind = classes[name] ?? EpisodeClass(name: String(decoding: name, as: UTF8.self)),
        let owner = owners[packed] ?? EpisodeProperties(packed: packed)
      else { throw PostgresError(state: "XX001", "an episode is damaged") }
      (classes[name], owners[packed]) = (kind, owner)
      return EpisodeRecord(
        row, kind, owner, plan: row.optionalText(10).flatMap(BillingPeriod.init(iso8601:)),
        currency: row.optionalText(12))
    }
  }
#endif
