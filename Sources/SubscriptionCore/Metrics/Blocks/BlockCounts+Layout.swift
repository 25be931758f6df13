extension BlockCounts {
  /// The places of the numbers in one array.
  struct Layout: Sendable {
    /// For each day the codes of its failures (``EpisodeStatus/code``), as of now.
    let codes = 0
    /// The codes of the window before, as of its instant.
    let previous: Int
    /// For each day of the window the codes of its failures at the age of the trend.
    let trend: Int
    /// The recoveries of each day of the window, by the day of the payment.
    let recoveredByDay: Int
    /// The weeks of failure.
    let cohorts: Int
    /// The number of places.
    let count: Int
    /// The causes of the outcomes, by their places; 4 for an open episode.
    let causes = InlineArray<7, Int> { BillingEpisode.Outcome.allCases[$0].cause?.rawValue ?? 4 }
    /// The place of the outcome of episodes in which the store gave up.
    let ranOut = BillingEpisode.Outcome.allCases.firstIndex(of: .ranOut) ?? 0

    /// The minutes of the times that have a place: four days more than both stores try.
    static let minutes = 64 * 1_440
    /// The places of a week: its episodes, the open ones, and those recovered by day.
    static let cohort = 2 + CohortCounts.days

    init(_ windows: MetricsWindows) {
      let failures = windows.failures
      let days = (failures.upperBound - failures.lowerBound).wholeDays + 1
      previous = codes + days * EpisodeStatus.codes
      trend = previous + EpisodeStatus.codes
      recoveredByDay = trend + windows.days * EpisodeStatus.codes
      cohorts = recoveredByDay + windows.days
      count = cohorts + MetricsWindows.cohortsMax * Self.cohort
    }
  }

  /// The counts of the episodes whose failures lie in the same windows, as of now.
  struct SetCounts: Sendable {
    /// The times to recovery by minute.
    var recoveries: [UInt32] = []
    /// The times to loss of access by minute; empty without any.
    var losses: [UInt32] = []
    /// For each shape the episodes that were not paid, and those that were.
    var money: [UInt32] = []

    /// Makes room for the times to recovery and a number of shapes.
    mutating func grow(shapes: Int) {
      recoveries.grow(to: Layout.minutes)
      money.grow(to: 2 * shapes)
    }
  }

  /// The episodes of a window that were paid, or lost access, after the instant at which the window
  /// is judged.
  struct LaterCounts: Sendable {
    /// The times to recovery by minute; empty without any.
    var recoveries: [UInt32] = []
    /// The times to loss of access by minute; empty without any.
    var losses: [UInt32] = []
    /// The recoveries by shape.
    var money: [UInt32] = []
  }

  /// The times that have no place, ``Layout/minutes`` and more for the most part; they are few.
  struct LongTimes: Sendable {
    /// The times to the outcome, of the episodes that are followed.
    var times = EpisodeDurations()
    /// The times to recovery and to loss of access, for each window.
    var recoveries = InlineArray<3, EpisodeDurations>(repeating: EpisodeDurations())
    var losses = InlineArray<3, EpisodeDurations>(repeating: EpisodeDurations())
  }

  /// The windows as milliseconds since 1970.
  struct WindowSpans: Sendable {
    static let (window, previous, closed) = (0, 1, 2)
    /// The days of each window.
    let ranges: InlineArray<3, Range<Int64>>
    /// The instant at which each window is judged.
    let instants: InlineArray<3, Int64>
    let now: Int64
    /// The milliseconds of ``MetricsWindows/trendAge``.
    let trendAge: Int64
    let followed: Range<Int64>
    let failures: Range<Int64>
    let firstCohort: Int64
    /// The instants from which on failures count otherwise than before, ascending.
    private let bounds: [Int64]

    init(_ windows: MetricsWindows) {
      func range(_ days: Range<CivilDate>) -> Range<Int64> {
        days.lowerBound.start.milliseconds..<days.upperBound.start.milliseconds
      }
      ranges = [range(windows.window), range(windows.previous), range(windows.closed)]
      (now, trendAge) = (windows.now.milliseconds, windows.trendAge.wholeMilliseconds)
      let previousNow = windows.previousNow.milliseconds
      instants = [now, previousNow, now]
      followed = range(windows.followed)
      failures =
        windows.failures.lowerBound.milliseconds..<windows.failures.upperBound.milliseconds
      firstCohort = windows.firstCohort.start.milliseconds
      bounds = Set([failures.lowerBound, failures.upperBound, now + 1, previousNow + 1]).sorted()
    }

    /// Returns the times within an hour that begins at an instant, in milliseconds from it, from
    /// which on failures count otherwise than before.
    func cuts(in hour: Int64) -> [Int64] {
      bounds.filter { hour < $0 && $0 - hour < EpisodeBlock.length }.map { $0 - hour }
    }
  }

  /// The windows in which the failures of an hour lie; they are the same for all that are counted
  /// together.
  struct HourSpans {
    /// The beginning of the hour.
    let start: Int64
    let isCounted: Bool
    /// The place of the day's codes.
    let codes: Int
    let isFollowed: Bool
    /// The week's number; negative for an earlier one.
    let cohort: Int
    /// The windows, with a bit for each.
    let windows: Int

    /// Creates the windows of the failures from an instant on, in an hour with a beginning.
    init(_ start: Int64, at first: Int64, _ spans: WindowSpans, _ layout: Layout) {
      self.start = start
      isCounted = spans.failures.contains(first)
      let day = isCounted ? Int((first - spans.failures.lowerBound) / 86_400_000) : 0
      codes = layout.codes + day * EpisodeStatus.codes
      isFollowed = spans.followed.contains(first)
      let sinceCohort = isCounted ? first - spans.firstCohort : -1
      cohort = sinceCohort < 0 ? -1 : Int(sinceCohort / (7 * 86_400_000))
      windows = (0..<3).reduce(0) { set, window in
        spans.ranges[window].contains(first) && first <= spans.instants[window]
          ? set | 1 << window : set
      }
    }

    /// Returns a Boolean value that indicates whether the failures lie in a window.
    @inline(__always)
    func isIn(_ window: Int) -> Bool { windows >> window & 1 != 0 }
  }
}

extension [UInt32] {
  /// Appends zeros up to a number of elements.
  mutating func grow(to count: Int) {
    guard self.count < count else { return }
    // Many are set at once, and appended one by one.
    let zeros = [UInt32](repeating: 0, count: count - self.count)
    if isEmpty { self = zeros } else { self += zeros }
  }
}
