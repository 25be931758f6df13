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
      var records: [EpisodeRecord] = []
      records.reserveCapacity(rows.count)
      for row in 0..<rows.count { records.append(try record(rows, row)) }
      place =
        rows.count < EpisodeReader.pageLength
        ? nil
        : Place(
          failedAt: rows.integer(rows.count - 1, 0), subscription: rows.integer(rows.count - 1, 1),
          place: rows.integer(rows.count - 1, 2))
      return records
    }

    private mutating func record(
      _ rows: borrowing QueryResult, _ row: Int
    ) throws -> EpisodeRecord {
      let (name, packed) = (rows.bytes(row, 3), rows.bytes(row, 16))
      guard
        let kind = classes[name] ?? EpisodeClass(name: String(decoding: name, as: UTF8.self)),
        let owner = owners[packed] ?? EpisodeProperties(packed: packed)
      else { throw PostgresError(state: "XX001", "an episode is damaged") }
      (classes[name], owners[packed]) = (kind, owner)
      func instant(_ column: Int32) -> Timestamp? {
        rows.optionalInteger(row, column).map(Timestamp.init(milliseconds:))
      }
      var episode = BillingEpisode(
        failedAt: Timestamp(milliseconds: rows.integer(row, 0)), enteredGrace: kind.enteredGrace,
        graceEnds: instant(4), holdStartedAt: instant(5), retryEnds: instant(6),
        outcome: kind.outcome, endedAt: instant(7),
        renewalDateKept: rows.optionalInteger(row, 8).map { $0 != 0 })
      episode.isFirstPayment = rows.integer(row, 9) != 0
      episode.plan = rows.optionalText(row, 10).flatMap(BillingPeriod.init(iso8601:))
      if let micros = rows.optionalInteger(row, 11), let currency = rows.optionalText(row, 12) {
        episode.price = Money(micros: micros, currency: currency)
      }
      if !rows.isNull(row, 13) { episode.prompts = PackedPrompts.unpack(rows.buffer(row, 13)) }
      return EpisodeRecord(
        subscription: SubscriptionID(rows.text(row, 14)), store: owner.store, app: owner.app,
        account: rows.optionalText(row, 15).map { AccountID($0) }, product: owner.product,
        country: owner.country, tags: owner.tags, episode: episode)
    }
  }
#endif
