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
      let end = query.to.milliseconds
      var place: EpisodeReader.Place? = EpisodeReader.Place(
        failedAt: query.from.milliseconds, subscription: .min, place: .min)
      while let from = place {
        let (page, next) = try snapshot { connection in
          let wanted = try EpisodeCondition(
            query, at: try standsAt(connection) ?? .epoch, connection)
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
      in range: Range<Timestamp>, filter: Filter?, _ body: (SubscriberProjection) -> Void
    ) throws(LedgerError) {
      guard let boundary = CounterKind.ended.boundary else { return }
      try snapshot { connection in
        let predicate = try self.predicate(filter, connection)
        let ends = SQLCondition(
          "\(boundary.condition) AND \(boundary.column) >= ? AND \(boundary.column) < ?",
          [.integer(range.lowerBound.milliseconds), .integer(range.upperBound.milliseconds)])
        let condition = SQLCondition(predicate)
        try connection.eachProjection(where: .all([ends, condition])) { row in
          if condition.isExact || predicate.matches(row.summary) { body(row) }
          return true
        }
      }
    }

    /// Calls a closure with each event of the news that was recorded from an instant on, by the
    /// index of news.
    public func readNews(
      recordedFrom instant: Timestamp, filter: Filter, _ body: (SubscriptionEvent) -> Bool
    ) throws(LedgerError) {
      var place: NewsPlace? = (instant.milliseconds, .min)
      while let from = place {
        let page = try snapshot { connection in
          try connection.news(from: from, satisfying: try self.predicate(filter, connection))
        }
        place = page.next
        for event in page.events where !body(event) { return }
      }
    }
  }

  /// The place from which a page of news is read.
  private typealias NewsPlace = (recordedAt: Int64, number: Int64)

  extension PostgresConnection {
    private static let newsPageLength = 4_096

    /// Reads a page of news of the subscriptions whose rows satisfy a predicate, and the place of
    /// the next; `nil` behind the last.
    fileprivate func news(
      from place: NewsPlace, satisfying predicate: FilterPredicate
    ) throws -> (events: [SubscriptionEvent], next: NewsPlace?) {
      let rows = SQLCondition(predicate)
      var select = SQLCondition.all([
        SQLCondition(NewsIndex.condition),
        SQLCondition(
          "(recordedAt, number) >= (?, ?)", [.integer(place.recordedAt), .integer(place.number)]),
        SQLCondition(
          "e.subscription IN (SELECT key FROM subscribers WHERE \(rows.sql))",
          rows.values),
      ])
      select.sql = """
        SELECT recordedAt, number, body FROM events e WHERE \(select.sql)
        ORDER BY recordedAt, number LIMIT \(Self.newsPageLength)
        """
      let found = try query(select)
      var events = try (0..<found.count).map { try EventCodec.decode(found.buffer($0, 2)) }
      var next: NewsPlace?
      if found.count == Self.newsPageLength {
        let last = found.count - 1
        next = (found.integer(last, 0), found.integer(last, 1) + 1)
      }
      if !rows.isExact {
        let subscribers = try summaries(Array(Set(events.map(\.subscription))))
        events.removeAll { !(subscribers[$0.subscription].map(predicate.matches) ?? false) }
      }
      return (events, next)
    }
  }

  /// A filter of episodes: what SQL tells of it, and the rest.
  private struct EpisodeCondition {
    let condition: SQLCondition
    private let predicate: EpisodePredicate?

    init(_ query: EpisodeQuery, at now: Timestamp, _ connection: PostgresConnection) throws {
      let news = SQLCondition(ofEpisodesWithNewsFrom: query.newsFrom)
      guard let filter = query.filter, filter != .all else {
        (condition, predicate) = (news, nil)
        return
      }
      let whole = filter.loweredForEpisodes(at: now)
      let rows = SQLCondition(try connection.shown(whole.subscriber))
      let exists = SQLCondition(
        "EXISTS (SELECT 1 FROM subscribers WHERE key = e.subscription AND \(rows.sql))", rows.values
      )
      let both = SQLCondition.all([news, SQLCondition(ofParts: whole.episode), exists])
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
