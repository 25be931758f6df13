import SubscriptionCore

/// A store of billing episodes and daily counts, from which metrics are computed.
public protocol MetricsStore: Sendable {
  /// Calls a closure with each episode that a query asks for, oldest failure first, until it
  /// answers `false`.
  ///
  /// Episodes whose failures lie at the same instant come in no particular order.
  ///
  /// - Complexity: O(*k*) for *k* episodes; no more than one page is held in memory.
  func readEpisodes(
    _ query: EpisodeQuery, _ body: (EpisodeRecord) throws(LedgerError) -> Bool
  ) throws(LedgerError)

  /// Adds the episodes of a report or a digest without filter to its counts, and returns whether
  /// the store has them in blocks; otherwise the counts are as they were.
  ///
  /// At once means that it takes no longer than a screen can wait.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  func countEpisodes(
    _ counts: inout some EpisodeBlockCounts, atOnce: Bool
  ) throws(LedgerError) -> Bool

  /// Prepares for reports after many episodes were written.
  func packEpisodes() throws(LedgerError)

  /// Returns the counts of every day from one through another, oldest first, days without any
  /// included.
  ///
  /// Of a group only the subscriptions with a value of a dimension count, by the values that they
  /// have today, and their beginnings are not counted.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(*d*) for *d* days, however many subscribers there are.
  func dailyFigures(
    from: CivilDate, through: CivilDate, of group: (MetricsDimension, String)?
  ) throws(LedgerError) -> [DailyFigures]

  /// Calls a closure with the row of each subscription of production that satisfies a filter and
  /// whose end lies in a range, in no particular order.
  ///
  /// An end after which a subscription went on is not one of them. The closure must not use the
  /// ledger.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(log *n* + *k*) for *k* ends of *n*, in memory for one row.
  func readEnds(
    in range: Range<Timestamp>, filter: Filter?, _ body: (SubscriberProjection) -> Void
  ) throws(LedgerError)

  /// Calls a closure with each event of the kinds that a digest counts
  /// (`Digest.Builder.eventKinds`) that was recorded from an instant on and whose subscription
  /// satisfies a filter, in no particular order, until it answers `false`.
  ///
  /// The closure must not use the ledger.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(log *n* + *k*) for *k* such events of *n*.
  func readNews(
    recordedFrom instant: Timestamp, filter: Filter, _ body: (SubscriptionEvent) -> Bool
  ) throws(LedgerError)
}

extension MetricsStore {
  /// Counts nothing: the store has no blocks.
  public func countEpisodes(
    _ counts: inout some EpisodeBlockCounts, atOnce: Bool
  ) throws(LedgerError) -> Bool { false }

  /// Does nothing: the store has no blocks.
  public func packEpisodes() throws(LedgerError) {}
}

/// A query for billing episodes of production, by the instant of their failure.
public struct EpisodeQuery: Hashable, Sendable {
  /// The earliest failure.
  public var from: Timestamp
  /// The instant before which the failures lie.
  public var to: Timestamp
  /// The filter that they satisfy; `nil` for all.
  ///
  /// Terms about a billing episode are about the episode itself, others about its subscription
  /// (`Filter.loweredForEpisodes(at:)`).
  public var filter: Filter?
  /// The instant at which they began, lost access or ended at the earliest; `nil` for any.
  public var newsFrom: Timestamp?

  /// Creates a query; without bounds, for every episode.
  public init(
    from: Timestamp = .distantPast, to: Timestamp = .distantFuture, filter: Filter? = nil,
    newsFrom: Timestamp? = nil
  ) {
    (self.from, self.to, self.filter) = (from, to, filter)
    self.newsFrom = newsFrom
  }
}
