import EventLedger
import SubscriptionCore

extension FaultyLedger {
  /// What the ledger in memory answers, where no fault forbids it.
  public func readEpisodes(
    _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    try fail()
    try inner.readEpisodes(query, body)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func dailyFigures(
    from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
  ) throws(LedgerError) -> [DailyFigures] {
    try fail()
    return try inner.dailyFigures(from: from, through: through, of: group)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func readEnds(
    in range: Range<Timestamp>, filter: Filter?, _ body: (SubscriberProjection) -> Void
  ) throws(LedgerError) {
    try fail()
    try inner.readEnds(in: range, filter: filter, body)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func readNews(
    recordedFrom instant: Timestamp, filter: Filter, _ body: (SubscriptionEvent) -> Bool
  ) throws(LedgerError) {
    try fail()
    try inner.readNews(recordedFrom: instant, filter: filter, body)
  }
}
