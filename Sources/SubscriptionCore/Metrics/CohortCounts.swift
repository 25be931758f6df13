/// Running counts of the episodes that failed in one week.
struct CohortCounts: Hashable, Sendable {
  private var failed = 0
  private var open = 0
  private var recovered = Array(repeating: 0, count: Self.days)

  /// Counts an episode, as known now.
  mutating func add(_ episode: BillingEpisode) {
    failed += 1
    if episode.outcome == .open { open += 1 }
    guard episode.isRecovered, let endedAt = episode.endedAt else { return }
    let time = endedAt.milliseconds.subtractingClamped(episode.failedAt.milliseconds)
    recovered[Self.day(ofMinute: Int(clamping: max(0, time) / 60_000))] += 1
  }

  /// Returns the number of days within which a payment came that many whole minutes after the
  /// failure, 60 at most: as in a curve, the first minute of the next day is still within them.
  static func day(ofMinute minute: Int) -> Int {
    min(60, minute / 1_440 + (minute % 1_440).signum())
  }

  /// Adds the numbers of a week: the episodes, those that are open, and those recovered within each
  /// number of days from 0 to 60 and no fewer.
  mutating func add(failed: Int, open: Int, recoveredByDay: some Sequence<UInt32>) {
    self.failed += failed
    self.open += open
    for (day, number) in recoveredByDay.enumerated() { recovered[day] += Int(number) }
  }

  /// The number of counts of recovery: within 0 days to within 60.
  static let days = 61

  /// Returns the cohort of a week.
  func cohort(_ week: CivilDate, now: Timestamp) -> RecoveryCohort {
    let end = week.adding(days: 7).start
    var sum = 0
    let byDay = recovered.enumerated().map { day, count -> Int? in
      sum += count
      return end + .days(day) <= now ? sum : nil
    }
    return RecoveryCohort(
      week: week, failed: failed, open: open, recovered: sum, recoveredByDay: byDay,
      isClosed: end + MetricsWindows.recoveryWindow <= now)
  }

  /// Adds the counts of other episodes.
  static func += (left: inout CohortCounts, right: CohortCounts) {
    left.failed += right.failed
    left.open += right.open
    for day in left.recovered.indices { left.recovered[day] += right.recovered[day] }
  }
}

extension MetricsGrouping {
  /// Returns the groups that an episode belongs to; the empty name if the property is unknown.
  func names(of record: EpisodeRecord) -> [String] {
    switch self {
    case .store, .product, .plan, .country, .app: [name(of: record.shape) ?? ""]
    case .cohort: [CivilDate(record.episode.failedAt).monday.iso8601]
    // An account that was stored by an earlier version may have a tag twice.
    case .tag: record.tags.isEmpty ? [""] : record.tags.uniqueTags
    }
  }
}

extension RecoveryCurve {
  /// Creates the curve of some episodes, with a point for each day up to day 60 that an episode
  /// was followed to.
  init(_ durations: EpisodeDurations) {
    let days = (0...60).map { Duration.days($0) }
    let incidence = CumulativeIncidence(durations, at: days)
    points = days.enumerated().compactMap { day, time in
      guard let recovered = incidence.estimate(of: .recovered, at: time),
        let canceled = incidence.estimate(of: .canceled, at: time),
        let ranOut = incidence.estimate(of: .ranOut, at: time),
        let other = incidence.estimate(of: .other, at: time)
      else { return nil }
      return Point(
        days: Double(day), atRisk: incidence.atRisk(at: time), recovered: recovered.share,
        canceled: canceled.share, ranOut: ranOut.share, other: other.share,
        recoveredLow: recovered.interval.lowerBound, recoveredHigh: recovered.interval.upperBound)
    }
  }
}
