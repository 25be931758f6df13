extension BlockCounts {
  /// The times of ``Layout/minutes`` and more; few episodes are so long.
  struct LongTimes: Sendable {
    /// The times to the outcome, of the episodes that are followed.
    var times = EpisodeDurations()
    /// The times to recovery and to loss of access, for each window.
    var recoveries = InlineArray<3, EpisodeDurations>(repeating: EpisodeDurations())
    var losses = InlineArray<3, EpisodeDurations>(repeating: EpisodeDurations())
  }

  /// The counting of the episodes of one hour, with what is the same for all of them.
  ///
  /// A report at ten million subscribers counts a million episodes, so the numbers are passed as
  /// spans: an array would ask for each number whether it has the memory for itself.
  struct HourPass {
    private let block: EpisodeBlock
    private let hour: HourSpans
    private let spans: WindowSpans
    private let layout: Layout
    private let shapes: Int

    /// Creates the pass over a block, with a number of shapes that are known.
    init(
      _ block: EpisodeBlock, _ hour: HourSpans, _ spans: WindowSpans, _ layout: Layout, shapes: Int
    ) {
      (self.block, self.hour, self.spans) = (block, hour, spans)
      (self.layout, self.shapes) = (layout, shapes)
    }

    /// Returns an episode; `nil` for one that does not count.
    @inline(__always)
    private func episode(_ index: Int) -> EpisodeBlock.Episode? {
      let episode = block[index]
      return episode.offset < hour.limit && episode.shape < shapes && episode.isKnown
        ? episode : nil
    }
  }
}

extension BlockCounts.HourPass {
  /// Adds the episodes to those that prompts are compared over.
  func observe(_ observations: inout PromptEffect.Observations) {
    for index in 0..<block.count {
      guard let episode = episode(index) else { continue }
      guard episode.prompts == 0 else {
        observations.add(block.whole(episode), hash: episode.hash)
        continue
      }
      let failed = hour.start + episode.offset
      let end =
        episode.end == EpisodeBlock.none ? Int64.max : episode.end.subtractingClamped(failed)
      observations.add(
        notPrompted: episode.hash, known: spans.now - failed, end: end,
        recovery: episode.isRecovered ? end : .max)
    }
  }

  /// Counts the episodes by group.
  func add(to groups: inout BlockCounts.GroupCounts) {
    for index in 0..<block.count {
      if let episode = episode(index) { groups.add(episode, hour, spans) }
    }
  }

  /// Counts the episodes in the places of ``BlockCounts/Layout`` and of the shapes' money, and
  /// returns their number.
  func add(
    to numbers: inout MutableSpan<UInt32>, _ money: inout MutableSpan<UInt32>,
    _ long: inout BlockCounts.LongTimes
  ) -> Int {
    var count = 0
    for index in 0..<block.count {
      guard let episode = episode(index) else { continue }
      count += 1
      let failed = hour.start + episode.offset
      numbers[hour.codes + episode.code(at: spans.now)] &+= 1
      if hour.isFollowed { follow(episode, failed, &numbers, &long) }
      if hour.cohort >= 0 { addToCohort(episode, failed, &numbers) }
      for window in 0..<3 where hour.isIn(window) && failed <= spans.instants[window] {
        add(episode, failed, in: window, &numbers, &money, &long)
      }
      if episode.end >= spans.firstEnd { addEnd(episode, &numbers, &money) }
    }
    return count
  }

  /// Counts an episode of a window, as it stood at the window's instant.
  @inline(__always)
  private func add(
    _ episode: EpisodeBlock.Episode, _ failed: Int64, in window: Int,
    _ numbers: inout MutableSpan<UInt32>, _ money: inout MutableSpan<UInt32>,
    _ long: inout BlockCounts.LongTimes
  ) {
    let instant = spans.instants[window]
    if window == BlockCounts.WindowSpans.window { addToTrend(episode, failed, &numbers) }
    if window == BlockCounts.WindowSpans.previous {
      numbers[layout.previous + episode.code(at: instant)] &+= 1
    }
    let isRecovered = episode.isRecovered && !episode.isOpen(at: instant)
    let place = episode.shape * BlockCounts.MoneyPlace.count + window * 2
    money[place + (isRecovered ? 1 : 0)] &+= 1
    if isRecovered {
      let end = episode.end == EpisodeBlock.none ? instant : episode.end
      let minute = Self.minutes(failed, end)
      if minute < BlockCounts.Layout.minutes {
        numbers[layout.recoveries + window * BlockCounts.Layout.minutes + minute] &+= 1
      } else {
        long.recoveries[window].add(from: failed, to: end, .recovered)
      }
    }
    if episode.hold != EpisodeBlock.none, episode.hold <= instant {
      let minute = Self.minutes(failed, episode.hold)
      if minute < BlockCounts.Layout.minutes {
        numbers[layout.losses + window * BlockCounts.Layout.minutes + minute] &+= 1
      } else {
        long.losses[window].add(from: failed, to: episode.hold, .recovered)
      }
    }
  }

  /// Counts an episode of the window by its day, as it was at the age of the trend.
  @inline(__always)
  private func addToTrend(
    _ episode: EpisodeBlock.Episode, _ failed: Int64, _ numbers: inout MutableSpan<UInt32>
  ) {
    let first = spans.ranges[BlockCounts.WindowSpans.window].lowerBound
    let day = Int((failed - first) / 86_400_000)
    let instant = min(spans.now, failed + spans.trendAge)
    numbers[layout.trend + day * EpisodeStatus.codes + episode.code(at: instant)] &+= 1
  }

  @inline(__always)
  private func follow(
    _ episode: EpisodeBlock.Episode, _ failed: Int64, _ numbers: inout MutableSpan<UInt32>,
    _ long: inout BlockCounts.LongTimes
  ) {
    let end = episode.end == EpisodeBlock.none ? spans.now : episode.end
    let minute = Self.minutes(failed, end)
    let cause = layout.causes[episode.outcome]
    if minute < BlockCounts.Layout.minutes {
      numbers[layout.times + minute * 5 + cause] &+= 1
    } else {
      long.times.add(from: failed, to: end, EpisodeDurations.Cause(rawValue: cause))
    }
  }

  @inline(__always)
  private func addToCohort(
    _ episode: EpisodeBlock.Episode, _ failed: Int64, _ numbers: inout MutableSpan<UInt32>
  ) {
    let place = layout.cohorts + hour.cohort * BlockCounts.Layout.cohort
    numbers[place] &+= 1
    if episode.outcome == 0 { numbers[place + 1] &+= 1 }
    guard episode.isRecovered, episode.end != EpisodeBlock.none else { return }
    let day = min(CohortCounts.days - 1, Self.minutes(failed, episode.end) / 1_440)
    numbers[place + 2 + day] &+= 1
  }

  /// Counts an episode in the windows in which it ended, whenever it failed.
  @inline(__always)
  private func addEnd(
    _ episode: EpisodeBlock.Episode, _ numbers: inout MutableSpan<UInt32>,
    _ money: inout MutableSpan<UInt32>
  ) {
    let window = spans.ranges[BlockCounts.WindowSpans.window]
    if episode.isRecovered, window.contains(episode.end) {
      let day = (episode.end - window.lowerBound) / 86_400_000
      numbers[layout.recoveredByDay + Int(day)] &+= 1
    }
    guard episode.isRecovered || episode.outcome == layout.ranOut else { return }
    let places = BlockCounts.MoneyPlace.self
    let place =
      episode.shape * places.count + (episode.isRecovered ? places.recovered : places.lost)
    for window in 0..<3
    where spans.ranges[window].contains(episode.end) && episode.end <= spans.instants[window] {
      money[place + window] &+= 1
    }
  }

  /// Returns the whole minutes between two instants, at least none.
  @inline(__always)
  private static func minutes(_ from: Int64, _ to: Int64) -> Int {
    Int(max(0, to.subtractingClamped(from)) / 60_000)
  }
}

extension EpisodeDurations {
  /// Adds the time between two instants in milliseconds since 1970.
  fileprivate mutating func add(from start: Int64, to end: Int64, _ cause: Cause?) {
    add(from: Timestamp(milliseconds: start), to: Timestamp(milliseconds: end), cause)
  }
}
