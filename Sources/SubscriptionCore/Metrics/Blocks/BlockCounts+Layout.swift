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
    /// The times to the outcome by minute, with a column for each cause and for the open ones.
    let times: Int
    /// The times to recovery by minute, for each of the three windows.
    let recoveries: Int
    /// The times to loss of access by minute, for each of the three windows.
    let losses: Int
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
      times = cohorts + MetricsWindows.cohortsMax * Self.cohort
      recoveries = times + Self.minutes * 5
      losses = recoveries + Self.minutes * 3
      count = losses + Self.minutes * 3
    }
  }

  /// The places of a shape's numbers: the failures of each window, not recovered and recovered,
  /// then the recoveries and the losses in each window.
  enum MoneyPlace {
    static let recovered = 6
    static let lost = 9
    static let count = 12
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
    /// The earliest of the days.
    let firstEnd: Int64
    let followed: Range<Int64>
    let failures: Range<Int64>
    let firstCohort: Int64

    init(_ windows: MetricsWindows) {
      func range(_ days: Range<CivilDate>) -> Range<Int64> {
        days.lowerBound.start.milliseconds..<days.upperBound.start.milliseconds
      }
      ranges = [range(windows.window), range(windows.previous), range(windows.closed)]
      (now, trendAge) = (windows.now.milliseconds, windows.trendAge.wholeMilliseconds)
      instants = [now, windows.previousNow.milliseconds, now]
      firstEnd = min(ranges[0].lowerBound, ranges[1].lowerBound, ranges[2].lowerBound)
      followed = range(windows.followed)
      failures =
        windows.failures.lowerBound.milliseconds..<windows.failures.upperBound.milliseconds
      firstCohort = windows.firstCohort.start.milliseconds
    }
  }

  /// The windows in which the failures of an hour lie; they are the same for all of it.
  struct HourSpans {
    /// The beginning of the hour.
    let start: Int64
    /// The milliseconds of the hour that count.
    let limit: Int64
    /// The place of the day's codes.
    let codes: Int
    let isFollowed: Bool
    /// The week's number; negative for an earlier one.
    let cohort: Int
    private let windows: Int

    init(_ start: Int64, _ spans: WindowSpans, _ layout: Layout) {
      self.start = start
      let isCounted = spans.failures.lowerBound <= start && start < spans.failures.upperBound
      limit = isCounted ? spans.failures.upperBound - start : 0
      let day = isCounted ? Int((start - spans.failures.lowerBound) / 86_400_000) : 0
      codes = layout.codes + day * EpisodeStatus.codes
      isFollowed = spans.followed.contains(start)
      let sinceCohort = isCounted ? start - spans.firstCohort : -1
      cohort = sinceCohort < 0 ? -1 : Int(sinceCohort / (7 * 86_400_000))
      windows = (0..<3).reduce(0) { set, window in
        spans.ranges[window].contains(start) ? set | 1 << window : set
      }
    }

    /// Returns a Boolean value that indicates whether the failures lie in a window.
    @inline(__always)
    func isIn(_ window: Int) -> Bool { windows >> window & 1 != 0 }
  }
}

// MARK: Groups

extension BlockCounts {
  /// The counts by the value of a property.
  struct GroupCounts: Sendable {
    /// The names, by the groups' numbers.
    private(set) var names: [String] = []
    private var known: [String: Int] = [:]
    /// The group of each shape.
    private(set) var groupOfShape: [Int] = []
    /// For each group and window the numbers of episodes by code.
    private(set) var codes: [UInt32] = []
    /// For each group and window the times to recovery and to loss of access.
    private(set) var recoveries: [EpisodeDurations] = []
    private(set) var losses: [EpisodeDurations] = []

    /// Adds the next shape, which is of the group with a name.
    mutating func add(shape name: String) {
      if known[name] == nil {
        known[name] = names.count
        names.append(name)
        codes += repeatElement(0, count: 3 * EpisodeStatus.codes)
        recoveries += repeatElement(EpisodeDurations(), count: 3)
        losses += repeatElement(EpisodeDurations(), count: 3)
      }
      groupOfShape.append(known[name] ?? 0)
    }

    /// Counts an episode of an hour.
    mutating func add(
      _ episode: EpisodeBlock.Episode, _ hour: HourSpans, _ spans: WindowSpans
    ) {
      let failed = hour.start + episode.offset
      for window in 0..<3 where hour.isIn(window) {
        let instant = spans.instants[window]
        guard failed <= instant else { continue }
        let place = groupOfShape[episode.shape] * 3 + window
        codes[place * EpisodeStatus.codes + episode.code(at: instant)] &+= 1
        let start = Timestamp(milliseconds: failed)
        if episode.isRecovered, !episode.isOpen(at: instant) {
          let end = episode.end == EpisodeBlock.none ? instant : episode.end
          recoveries[place].add(from: start, to: Timestamp(milliseconds: end), .recovered)
        }
        if episode.hold != EpisodeBlock.none, episode.hold <= instant {
          losses[place].add(from: start, to: Timestamp(milliseconds: episode.hold), .recovered)
        }
      }
    }
  }
}
