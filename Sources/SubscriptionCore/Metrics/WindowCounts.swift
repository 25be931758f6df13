/// Running counts of the episodes of one window.
struct WindowCounts: Hashable, Sendable {
  /// The episodes that failed in the window.
  var counts = EpisodeCounts()
  /// The times from failure to payment, of the recovered ones.
  var recoveryTimes = EpisodeDurations()
  /// The times from failure to loss of access, of those that lost it; each counts as one that
  /// ended, as `TimeToRecovery` asks.
  var accessTimes = EpisodeDurations()
  /// The money of the renewals that failed in the window.
  var failed = RevenueFigures.Failed()
  /// The failed renewals that were paid in the window, whenever they failed.
  var recovered = MoneySums()
  /// The number of ``recovered``.
  var recoveredCount = 0
  /// The failed renewals that ran out in the window, whenever they failed.
  var lost = MoneySums()

  /// Counts an episode that failed in the window, as known at an instant.
  mutating func addFailure(_ episode: BillingEpisode, at instant: Timestamp) {
    guard episode.failedAt <= instant else { return }
    counts.add(episode, at: instant)
    let isRecovered = episode.isRecovered && !episode.isOpen(at: instant)
    if isRecovered { recoveryTimes.add(episode, at: instant) }
    failed.add(episode.price, isRecovered: isRecovered)
    if let hold = episode.holdStartedAt, hold <= instant {
      accessTimes.add(from: episode.failedAt, to: hold, .recovered)
    }
  }

  /// Counts an episode that ended in the window, if by the instant.
  mutating func addEnding(_ episode: BillingEpisode, at instant: Timestamp) {
    guard !episode.isOpen(at: instant) else { return }
    if episode.isRecovered {
      recoveredCount += 1
      recovered.add(episode.price)
    } else if episode.outcome == .ranOut {
      lost.add(episode.price)
    }
  }

  /// Creates empty counts.
  init() {}

  /// Creates the counts of the days of a window; `nil` unless each day up to the present has them.
  init?(_ days: [CivilDate: DayCounts], in window: Range<CivilDate>, now: Timestamp) {
    for date in window.dates where date.start <= now {
      guard let day = days[date], let failures = day.failures else { return nil }
      counts += failures
      recoveredCount += day.recoveries
    }
  }

  /// A Boolean value that indicates whether no episode failed or ended with money in the window.
  var isEmpty: Bool {
    counts.failed == 0 && recoveredCount == 0 && lost.micros.isEmpty && lost.unknown == 0
  }

  /// Adds the counts of other episodes.
  static func += (left: inout WindowCounts, right: WindowCounts) {
    left.counts += right.counts
    left.recoveryTimes += right.recoveryTimes
    left.accessTimes += right.accessTimes
    left.failed += right.failed
    left.recovered += right.recovered
    left.recoveredCount += right.recoveredCount
    left.lost += right.lost
  }
}

/// The distributions of the times of one window, which are built once for all of its metrics.
struct WindowTimes {
  /// The times from failure to payment.
  let recovery: TimeToRecovery
  /// The times from failure to loss of access.
  let access: TimeToRecovery

  /// Creates the distributions of what was counted.
  init(_ window: WindowCounts) {
    recovery = TimeToRecovery(window.recoveryTimes)
    access = TimeToRecovery(window.accessTimes)
  }
}

/// The counts of a window, of the window before and of the latest closed one.
struct ComparedCounts: Hashable, Sendable {
  var window = WindowCounts()
  var previous = WindowCounts()
  var closed = WindowCounts()

  /// A Boolean value that indicates whether no episode counts in any of the windows.
  var isEmpty: Bool { window.isEmpty && previous.isEmpty && closed.isEmpty }

  /// Counts an episode in each of the windows that it belongs to.
  mutating func add(_ episode: BillingEpisode, _ edges: WindowEdges) {
    let failedAt = episode.failedAt
    if edges.window.contains(failedAt) { window.addFailure(episode, at: edges.now) }
    if edges.previous.contains(failedAt) { previous.addFailure(episode, at: edges.previousNow) }
    if edges.closed.contains(failedAt) { closed.addFailure(episode, at: edges.now) }
    guard let endedAt = episode.endedAt else { return }
    if edges.window.contains(endedAt) { window.addEnding(episode, at: edges.now) }
    if edges.previous.contains(endedAt) { previous.addEnding(episode, at: edges.previousNow) }
    if edges.closed.contains(endedAt) { closed.addEnding(episode, at: edges.now) }
  }

  /// Adds the counts of other episodes.
  static func += (left: inout ComparedCounts, right: ComparedCounts) {
    left.window += right.window
    left.previous += right.previous
    left.closed += right.closed
  }
}

/// The windows as instants, computed once.
struct WindowEdges: Hashable, Sendable {
  let window: Range<Timestamp>
  let previous: Range<Timestamp>
  let closed: Range<Timestamp>
  let now: Timestamp
  let previousNow: Timestamp

  /// Creates the edges of windows; by week the window begins with the week of its first day.
  init(_ windows: MetricsWindows, byWeek: Bool = false) {
    let first = windows.window.lowerBound
    window = (byWeek ? first.monday : first).start..<windows.window.upperBound.start
    previous = windows.previous.lowerBound.start..<windows.previous.upperBound.start
    closed = windows.closed.lowerBound.start..<windows.closed.upperBound.start
    (now, previousNow) = (windows.now, windows.previousNow)
  }
}
