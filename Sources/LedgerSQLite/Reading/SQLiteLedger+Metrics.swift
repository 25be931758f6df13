import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// Calls a closure with each episode that a query asks for, oldest failure first.
  ///
  /// The episodes are read in pages, between which others may write.
  public func readEpisodes(
    _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    if let filter = query.filter {
      let timeless = filter.lowered(at: .epoch)
      try makeIndexes(filter: timeless)
      try makeTextIndex(for: timeless)
    }
    var reader = EpisodeReader()
    var place: EpisodeReader.Place? = EpisodeReader.Place(
      failedAt: query.from.milliseconds, subscription: .min, place: .min)
    while let from = place {
      let page = try read { database in
        let condition = try condition(query.filter, database)
        let statement = try RawStatement(
          database, EpisodeReader.select(condition), isKept: condition == nil)
        defer { statement.reset() }
        let bounds = [from.failedAt, from.subscription, from.place, query.to.milliseconds]
        statement.bind(bounds.map(\.databaseValue) + (condition?.values ?? []))
        return try reader.page(statement, from: &place)
      }
      for record in page {
        guard try body(record) else { return }
      }
    }
  }

  /// The condition on episodes for a filter; `nil` where all satisfy it.
  private func condition(_ filter: Filter?, _ database: Database) throws -> SQLCondition? {
    guard let filter, filter != .all else { return nil }
    let whole = filter.loweredForEpisodes(at: try standsAt(database) ?? .epoch)
    let ofEpisode = whole.episode.episodeCondition
    let predicate = whole.subscriber
    guard !predicate.isAlways else { return ofEpisode }
    let rows =
      try answer(predicate, database)
      .map { .all([$0.texts.condition, $0.rest.condition]) } ?? predicate.condition
    let exists = SQLCondition(
      "EXISTS (SELECT 1 FROM subscribers WHERE key = e.subscription AND \(rows.sql))",
      values: rows.values)
    return .all([ofEpisode, exists])
  }

  /// The counts of every day of a range, out of the counters alone.
  public func dailyFigures(
    from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
  ) throws(LedgerError) -> [DailyFigures] {
    try read { database in
      var sums = try DailySums(database, from: from, through: through)
      try sums.readDays(of: group.map { $0.0.group($0.1) } ?? "")
      if group == nil { try sums.readStandings() }
      return sums.days
    }
  }
}
