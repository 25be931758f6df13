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
            && query.newsFrom.map { episode.latestNews >= $0 } ?? true
            && predicate?.matches(episode, of: row.summary) ?? true
        }.map { EpisodeRecord(row.summary, $0) }
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

  /// Calls a closure with the row of each subscription of production whose end lies in a range.
  public func readEnds(
    in range: Range<Timestamp>, filter: Filter?, _ body: (SubscriberProjection) -> Void
  ) throws(LedgerError) {
    let rows = state.withLock { state in
      let now = state.advancedTo ?? .epoch
      return state.rows.values.filter { row in
        row.summary.environment == .production && filter?.matches(row.summary, at: now) ?? true
          && row.summary.status.end.map { range.contains($0.at) } ?? false
      }
    }
    for row in rows { body(row) }
  }

  /// Calls a closure with each event that a digest counts and that was recorded from an instant on.
  public func readNews(
    recordedFrom instant: Timestamp, filter: Filter, _ body: (SubscriptionEvent) -> Bool
  ) throws(LedgerError) {
    let rows = state.withLock { state in
      let now = state.advancedTo ?? .epoch
      return state.rows.values.map(\.summary).filter { filter.matches($0, at: now) }
    }
    for row in rows {
      for event in try events(of: row.id).map(\.event)
      where Digest.Builder.eventKinds.contains(event.kind) && event.recordedAt >= instant {
        guard body(event) else { return }
      }
    }
  }
}

extension BillingEpisode {
  /// The latest instant at which it began, lost access or ended.
  fileprivate var latestNews: Timestamp {
    [failedAt, holdStartedAt, endedAt].compactMap(\.self).max() ?? failedAt
  }
}
