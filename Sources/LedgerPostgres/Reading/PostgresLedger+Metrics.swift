#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Calls a closure with each episode that a query asks for, oldest failure first.
    ///
    /// The episodes are read in pages, between which others may write.
    public func readEpisodes(
      _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
    ) throws(LedgerError) {
      let (filter, end) = (query.filter, query.to.milliseconds)
      var place: EpisodeReader.Place? = EpisodeReader.Place(
        failedAt: query.from.milliseconds, subscription: .min, place: .min)
      while let from = place {
        let (page, next) = try snapshot { connection in
          let wanted = try EpisodeCondition(
            filter, at: try standsAt(connection) ?? .epoch, connection)
          var next: EpisodeReader.Place? = from
          var reader = EpisodeReader()
          let found = try reader.page(
            connection, before: end, where: wanted.condition, from: &next)
          return (try wanted.matching(found, connection), next)
        }
        place = next
        for record in page {
          guard try body(record) else { return }
        }
      }
    }

    /// Calls a closure with the row of each subscription of production whose end lies in a range,
    /// by the index of ends.
    public func readEnds(
      in range: Range<Timestamp>, filter: Filter?, _ body: (SubscriberSummary) -> Void
    ) throws(LedgerError) {
      guard let edge = CounterKind.ended.edge else { return }
      try snapshot { connection in
        let predicate = try self.predicate(filter, connection)
        let ends = SQLCondition(
          "\(edge.condition) AND \(edge.column) >= ? AND \(edge.column) < ?",
          [.integer(range.lowerBound.milliseconds), .integer(range.upperBound.milliseconds)])
        let condition = SQLCondition(predicate)
        try connection.eachSummary(where: .all([ends, condition])) { row in
          if condition.isExact || predicate.matches(row) { body(row) }
          return true
        }
      }
    }

    /// The counts of every day of a range, out of the counters alone.
    public func dailyFigures(
      from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
    ) throws(LedgerError) -> [DailyFigures] {
      try snapshot { connection in
        var sums = DailySums(from: from, through: through)
        try sums.readDays(connection, of: group.map { $0.0.group($0.1) } ?? "")
        if group == nil { try sums.readStandings(connection) }
        return sums.days
      }
    }
  }

  /// A filter of episodes: what SQL tells of it, and the rest.
  private struct EpisodeCondition {
    let condition: SQLCondition
    private let predicate: EpisodePredicate?

    init(_ filter: Filter?, at now: Timestamp, _ connection: PostgresConnection) throws {
      guard let filter, filter != .all else {
        (condition, predicate) = (.always, nil)
        return
      }
      let whole = filter.loweredForEpisodes(at: now)
      let rows = SQLCondition(try connection.shown(whole.subscriber))
      let exists = SQLCondition(
        "EXISTS (SELECT 1 FROM subscribers WHERE key = e.subscription AND \(rows.sql))", rows.values
      )
      let both = SQLCondition.all([SQLCondition(ofEpisodes: whole.episode), exists])
      condition = both
      predicate = both.isExact && rows.isExact ? nil : whole
    }

    /// Returns the episodes that satisfy the rest of the filter as well.
    func matching(
      _ records: [EpisodeRecord], _ connection: PostgresConnection
    ) throws -> [EpisodeRecord] {
      guard let predicate else { return records }
      let rows = try connection.summaries(Array(Set(records.map(\.subscription))))
      return records.filter { record in
        rows[record.subscription].map { predicate.matches(record.episode, of: $0) } ?? false
      }
    }
  }
#endif
