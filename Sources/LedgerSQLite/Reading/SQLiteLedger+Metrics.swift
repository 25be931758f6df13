import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Calls a closure with each episode that a query asks for, oldest failure first.
  ///
  /// The episodes are read in pages, between which others may write.
  public func readEpisodes(
    _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    try prepare(for: query.filter)
    var reader = EpisodeReader()
    var place: EpisodeReader.Place? = EpisodeReader.Place(
      failedAt: query.from.milliseconds, subscription: .min, place: .min)
    var length = EpisodeReader.pageLengths.first
    while let from = place {
      let page = try read { database in
        let condition = try condition(query, database)
        let statement = try RawStatement(
          database, EpisodeReader.select(condition), isKept: condition == nil)
        defer { statement.reset() }
        let bounds = [from.failedAt, from.subscription, from.place, query.to.milliseconds]
        statement.bind(
          bounds.map(\.databaseValue) + (condition?.values ?? []) + [length.databaseValue])
        return try reader.page(statement, from: &place, length: length)
      }
      length = min(4 * length, EpisodeReader.pageLengths.most)
      for record in page {
        guard try body(record) else { return }
      }
    }
  }

  /// Calls a closure with the row of each subscription of production whose end lies in a range,
  /// found by the index of ends and read in the order of the file.
  public func readEnds(
    in range: Range<Timestamp>, filter: Filter?, _ body: (SubscriberProjection) -> Void
  ) throws(LedgerError) {
    guard let boundary = CounterKind.ended.boundary else { return }
    try prepare(for: filter)
    try read { database in
      let condition = try filter.flatMap { filter in
        filter == .all
          ? nil : try rows(filter.lowered(at: try standsAt(database) ?? .epoch), database)
      }
      let statement = try RawStatement(
        database,
        """
        SELECT row FROM subscribers WHERE key IN (
          SELECT key FROM subscribers INDEXED BY edge\(CounterKind.ended.rawValue)
          WHERE \(boundary.condition) AND \(boundary.column) >= ? AND \(boundary.column) < ?)
        \(condition.map { "AND \($0.sql)" } ?? "")
        """, isKept: condition == nil)
      let bounds = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
      statement.bind(bounds.map(\.databaseValue) + (condition?.values ?? []))
      defer { statement.reset() }
      while try statement.step() {
        body(try EventCodec.decode(row: statement.buffer(0)))
      }
    }
  }

  /// Calls a closure with each event of the news that was recorded from an instant on, by the index
  /// of news.
  public func readNews(
    recordedFrom instant: Timestamp, filter: Filter, _ body: (SubscriptionEvent) -> Bool
  ) throws(LedgerError) {
    try prepare(for: filter)
    try read { database in
      let predicate = filter.lowered(at: try standsAt(database) ?? .epoch)
      let rows = try rows(predicate, ofKey: "e.subscription", database)
      let statement = try RawStatement(database, Self.selectNews(rows), isKept: false)
      statement.bind([instant.milliseconds.databaseValue] + rows.values)
      defer { statement.reset() }
      while try statement.step() {
        guard body(try StoredEvent.decode(statement.buffer(0))) else { break }
      }
    }
  }

  /// The query for the news of subscribers that satisfy a condition, found by the index and read in
  /// the order of the file: there the news of an archive lie together, and so do their subscribers.
  static func selectNews(_ rows: SQLCondition) -> String {
    """
    SELECT body FROM events e WHERE number IN (
      SELECT number FROM events WHERE \(NewsIndex.conditionWithoutList) AND recordedAt >= ?)
    AND \(rows.sql)
    """
  }

  /// Makes the indexes that a filter needs, and a list in some order.
  func prepare(for filter: Filter?, _ sort: SubscriberSort? = nil) throws(LedgerError) {
    let timeless = filter?.lowered(at: .epoch) ?? .always
    try makeIndexes(for: sort, filter: timeless)
    try makeTextIndex(for: timeless)
  }

  /// The condition on the rows of subscribers for a predicate.
  private func rows(_ predicate: FilterPredicate, _ database: Database) throws -> SQLCondition {
    try answer(predicate, database)
      .map { .all([$0.texts.condition, SQLCondition($0.rest)]) } ?? SQLCondition(predicate)
  }

  /// The condition on episodes for a query; `nil` where all satisfy it.
  private func condition(_ query: EpisodeQuery, _ database: Database) throws -> SQLCondition? {
    let news = SQLCondition(ofEpisodesWithNewsFrom: query.newsFrom)
    guard let filter = query.filter, filter != .all else {
      return query.newsFrom == nil ? nil : news
    }
    let whole = filter.loweredForEpisodes(at: try standsAt(database) ?? .epoch)
    let ofEpisode = SQLCondition.all([news, SQLCondition(ofParts: whole.episode)])
    guard !whole.subscriber.isAlways else { return ofEpisode }
    return .all([ofEpisode, try rows(whole.subscriber, ofKey: "e.subscription", database)])
  }

  /// The condition that the subscriber of a key satisfies a predicate.
  private func rows(
    _ predicate: FilterPredicate, ofKey key: String, _ database: Database
  ) throws -> SQLCondition {
    let rows = try rows(predicate, database)
    return SQLCondition(
      "EXISTS (SELECT 1 FROM subscribers WHERE key = \(key) AND \(rows.sql))", rows.values)
  }
}
