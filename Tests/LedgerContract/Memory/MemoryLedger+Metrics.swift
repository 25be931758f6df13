import EventLedger
import SubscriptionCore
import Synchronization

extension MemoryLedger {
  /// Calls a closure with each episode that a query asks for.
  public func readEpisodes(
    _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    let records = state.withLock { state in
      let predicate = query.filter?.loweredForEpisodes(at: state.advancedTo ?? .epoch)
      return state.rows.values.flatMap { row -> [EpisodeRecord] in
        row.summary.countedEpisodes.filter { episode in
          query.from <= episode.failedAt && episode.failedAt < query.to
            && predicate?.matches(episode, of: row.summary) ?? true
        }.map { EpisodeRecord($0, of: row.summary) }
      }
    }
    for record in records.sorted(by: { $0.episode.failedAt < $1.episode.failedAt }) {
      guard try body(record) else { return }
    }
  }

  /// The counts of every day of a range, counted row by row.
  public func dailyFigures(
    from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
  ) throws(LedgerError) -> [DailyFigures] {
    state.withLock { state in
      var days = DailyFigures.days(from: from, through: through)
      for row in state.rows.values
      where group.map({ $0.0.value(of: row.summary) == $0.1 }) ?? true {
        days.count(row, isOfGroup: group != nil)
      }
      return days
    }
  }
}
