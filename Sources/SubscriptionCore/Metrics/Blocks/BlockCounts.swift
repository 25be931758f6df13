/// The counts of billing episodes that are read in blocks, from which a report is made.
///
/// They give the same report as the episodes one by one, but are only numbers: episodes are counted
/// by day, by minute and by shape, and turned into money and times once all are counted.
///
///     var counts = BlockCounts(windows)
///     for shape in shapes { counts.add(shape) }
///     for (start, bytes) in blocks { EpisodeBlock(bytes, from: start).map { counts.add($0) } }
///     builder.add(counts)
public struct BlockCounts: EpisodeBlockCounts {
  /// The windows.
  public let windows: MetricsWindows
  /// The property to group by; `nil` for none.
  public let grouping: MetricsGrouping?
  /// The failures to read.
  public let failures: Range<Timestamp>
  /// The shapes, by their numbers.
  public private(set) var shapes: [EpisodeShape] = []
  /// The number of episodes counted.
  public private(set) var count = 0

  let spans: WindowSpans
  let layout: Layout
  /// The numbers of episodes in the places of ``Layout``.
  var numbers: [UInt32]
  /// For each shape the numbers of episodes whose prices make up sums of money.
  var money: [UInt32] = []
  /// The times of ``Layout/minutes`` and more, of the episodes that are followed; few are so long.
  var longTimes = EpisodeDurations()
  /// Such times to recovery and to loss of access, for each window.
  var longRecoveries = Array(repeating: EpisodeDurations(), count: 3)
  var longAccess = Array(repeating: EpisodeDurations(), count: 3)
  var groups = GroupCounts()
  /// The prompts, where their effect is asked for.
  var prompts: PromptEffect.Observations?

  /// Creates empty counts; `nil` for a property that blocks do not know.
  ///
  /// - Parameters:
  ///   - windows: The windows of the report.
  ///   - grouping: The property to group by; `nil` for none.
  ///   - withPrompts: Whether the report has the effect of prompts.
  public init?(
    _ windows: MetricsWindows, by grouping: MetricsGrouping? = nil, withPrompts: Bool = false
  ) {
    guard grouping?.followsShape ?? true else { return nil }
    (self.windows, self.grouping) = (windows, grouping)
    failures = windows.failures
    spans = WindowSpans(windows)
    layout = Layout(windows)
    numbers = Array(repeating: 0, count: layout.count)
    if withPrompts { prompts = PromptEffect.Observations(at: windows.now) }
  }

  /// Adds the shape with the next number.
  public mutating func add(_ shape: EpisodeShape) {
    shapes.append(shape)
    money += repeatElement(0, count: MoneyPlace.count)
    if let name = grouping?.name(of: shape) { groups.add(shape: name) }
  }

  /// Counts the episodes of a block, whose shapes have been added.
  ///
  /// - Complexity: O(*k*) for *k* episodes.
  public mutating func add(_ block: EpisodeBlock) {
    let hour = HourSpans(block.start, spans, layout)
    guard hour.limit > 0 else { return }
    let isGrouped = grouping != nil
    for index in 0..<block.count {
      let episode = block[index]
      guard episode.offset < hour.limit, episode.shape < shapes.count, episode.isKnown else {
        continue
      }
      count += 1
      if prompts != nil, hour.isFollowed { observe(episode, in: block) }
      if isGrouped { groups.add(episode, hour, spans) }
      add(episode, hour)
    }
  }

  private mutating func observe(_ episode: EpisodeBlock.Episode, in block: EpisodeBlock) {
    prompts?.add(block.whole(episode), hash: episode.hash)
  }
}

// MARK: Counting

extension BlockCounts {
  /// Counts one episode of an hour.
  @inline(__always)
  private mutating func add(_ episode: EpisodeBlock.Episode, _ hour: HourSpans) {
    let failed = hour.start + episode.offset
    let isRecovered = episode.isRecovered
    numbers[hour.codes + episode.code(at: spans.now)] &+= 1
    if hour.isFollowed { follow(episode, failed) }
    if hour.cohort >= 0 { addToCohort(episode, failed, hour.cohort) }
    for window in 0..<3 where hour.isIn(window) {
      let instant = spans.instants[window]
      guard failed <= instant else { continue }
      if window == WindowSpans.window { addToTrend(episode, failed) }
      if window == WindowSpans.previous {
        numbers[layout.previous + episode.code(at: instant)] &+= 1
      }
      let isRecovered = isRecovered && !episode.isOpen(at: instant)
      money[episode.shape * MoneyPlace.count + window * 2 + (isRecovered ? 1 : 0)] &+= 1
      if isRecovered { addRecovery(window, failed, episode.end, instant) }
      if episode.hold != EpisodeBlock.none, episode.hold <= instant {
        addLoss(window, failed, episode.hold)
      }
    }
    if episode.end != EpisodeBlock.none { addEnd(episode, isRecovered) }
  }

  /// Counts an episode of the window by its day, as it was at the age of the trend.
  @inline(__always)
  private mutating func addToTrend(_ episode: EpisodeBlock.Episode, _ failed: Int64) {
    let day = Int((failed - spans.ranges[WindowSpans.window].lowerBound) / 86_400_000)
    let instant = min(spans.now, failed + spans.trendAge)
    numbers[layout.trend + day * EpisodeStatus.codes + episode.code(at: instant)] &+= 1
  }

  @inline(__always)
  private mutating func follow(_ episode: EpisodeBlock.Episode, _ failed: Int64) {
    let end = episode.end == EpisodeBlock.none ? spans.now : episode.end
    let minute = Self.minutes(failed, end)
    let cause = layout.causes[episode.outcome]
    if minute < Layout.minutes {
      numbers[layout.times + minute * 5 + cause] &+= 1
    } else {
      longTimes.add(
        from: Timestamp(milliseconds: failed), to: Timestamp(milliseconds: end),
        EpisodeDurations.Cause(rawValue: cause))
    }
  }

  @inline(__always)
  private mutating func addRecovery(
    _ window: Int, _ failed: Int64, _ end: Int64, _ instant: Int64
  ) {
    let end = end == EpisodeBlock.none ? instant : end
    let minute = Self.minutes(failed, end)
    if minute < Layout.minutes {
      numbers[layout.recoveries + window * Layout.minutes + minute] &+= 1
    } else {
      longRecoveries[window].add(
        from: Timestamp(milliseconds: failed), to: Timestamp(milliseconds: end), .recovered)
    }
  }

  @inline(__always)
  private mutating func addLoss(_ window: Int, _ failed: Int64, _ hold: Int64) {
    let minute = Self.minutes(failed, hold)
    if minute < Layout.minutes {
      numbers[layout.losses + window * Layout.minutes + minute] &+= 1
    } else {
      longAccess[window].add(
        from: Timestamp(milliseconds: failed), to: Timestamp(milliseconds: hold), .recovered)
    }
  }

  @inline(__always)
  private mutating func addToCohort(
    _ episode: EpisodeBlock.Episode, _ failed: Int64, _ cohort: Int
  ) {
    let place = layout.cohorts + cohort * Layout.cohort
    numbers[place] &+= 1
    if episode.outcome == 0 { numbers[place + 1] &+= 1 }
    guard episode.isRecovered, episode.end != EpisodeBlock.none else { return }
    let day = min(CohortCounts.days - 1, Self.minutes(failed, episode.end) / 1_440)
    numbers[place + 2 + day] &+= 1
  }

  /// Counts an episode in the windows in which it ended, whenever it failed.
  @inline(__always)
  private mutating func addEnd(_ episode: EpisodeBlock.Episode, _ isRecovered: Bool) {
    guard episode.end >= spans.firstEnd else { return }
    let isLost = episode.outcome == layout.ranOut
    if isRecovered, spans.ranges[WindowSpans.window].contains(episode.end) {
      let day = (episode.end - spans.ranges[WindowSpans.window].lowerBound) / 86_400_000
      numbers[layout.recoveredByDay + Int(day)] &+= 1
    }
    guard isRecovered || isLost else { return }
    for window in 0..<3
    where spans.ranges[window].contains(episode.end) && episode.end <= spans.instants[window] {
      let place = isRecovered ? MoneyPlace.recovered : MoneyPlace.lost
      money[episode.shape * MoneyPlace.count + place + window] &+= 1
    }
  }

  /// Returns the whole minutes between two instants, at least none.
  @inline(__always)
  static func minutes(_ from: Int64, _ to: Int64) -> Int {
    Int(max(0, to.subtractingClamped(from)) / 60_000)
  }
}

// The first outcome is that of open episodes, and the next two are the recoveries.
extension EpisodeBlock.Episode {
  /// A Boolean value that indicates whether the outcome is one that there is.
  @inline(__always)
  var isKnown: Bool { outcome < EpisodeStatus.codes >> 3 }

  /// A Boolean value that indicates whether the renewal was paid after all.
  @inline(__always)
  var isRecovered: Bool { outcome == 1 || outcome == 2 }

  /// Returns a Boolean value that indicates whether it had not ended at an instant.
  @inline(__always)
  func isOpen(at instant: Int64) -> Bool {
    outcome == 0 || (end != EpisodeBlock.none && end > instant)
  }

  /// Returns the code of its status at an instant.
  @inline(__always)
  func code(at instant: Int64) -> Int {
    EpisodeStatus.code(
      isOpen(at: instant) ? 0 : outcome, enteredGrace: enteredGrace,
      lostAccess: hold != EpisodeBlock.none && hold <= instant, isFirstPayment: isFirstPayment)
  }
}
