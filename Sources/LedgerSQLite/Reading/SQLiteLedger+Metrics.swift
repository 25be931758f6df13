import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// Calls a closure with each episode that a query asks for.
  public func readEpisodes(
    _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    var records: [EpisodeRecord] = []
    let now = try advancedTo() ?? .epoch
    try eachProductionRow { row in
      guard query.filter?.matches(row.summary, at: now) ?? true else { return }
      for episode in row.episodes where query.from <= episode.failedAt && episode.failedAt < query.to
      { records.append(EpisodeRecord(episode, of: row.summary)) }
    }
    for record in records.sorted(by: { $0.episode.failedAt < $1.episode.failedAt }) {
      guard try body(record) else { return }
    }
  }

  /// The counts of every day of a range, counted row by row.
  public func dailyFigures(
    from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
  ) throws(LedgerError) -> [DailyFigures] {
    var days = DailyFigures.days(from: from, through: through)
    try eachProductionRow { row in
      if group.map({ $0.0.value(of: row.summary) == $0.1 }) ?? true { days.count(row) }
    }
    return days
  }

  private func eachProductionRow(_ body: (SubscriberProjection) -> Void) throws(LedgerError) {
    try read { database in
      let statement = try RawStatement(database, "SELECT row FROM subscribers")
      defer { statement.reset() }
      while try statement.step() {
        let row = try statement.withBytes(0) { bytes in try EventCodec.decode(row: bytes) }
        if row.summary.environment == .production { body(row) }
      }
    }
  }
}
