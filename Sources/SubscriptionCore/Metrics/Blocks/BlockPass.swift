/// The counting of the episodes of one block, with what is the same for all of them.
///
/// A report at ten million subscribers counts millions of episodes, so there is a loop for each
/// count that decides as much as it can for a whole run, and numbers are passed as spans: an array
/// would ask for each number whether it has the memory for itself. All instants are in milliseconds
/// from the hour.
struct BlockPass {
  let block: EpisodeBlock
  let hour: BlockCounts.HourSpans
  let spans: BlockCounts.WindowSpans
  let layout: BlockCounts.Layout
  let shapes: Int
  let now: Int64

  /// Creates the pass over a block, with a number of shapes that are known.
  init(
    _ block: EpisodeBlock, _ hour: BlockCounts.HourSpans, _ spans: BlockCounts.WindowSpans,
    _ layout: BlockCounts.Layout, shapes: Int
  ) {
    (self.block, self.hour, self.spans) = (block, hour, spans)
    (self.layout, self.shapes) = (layout, shapes)
    now = spans.now - hour.start
  }

  private static let minutes = BlockCounts.Layout.minutes

  /// Returns the whole minutes from a failure to an instant, at least none.
  @inline(__always)
  private func minute(_ place: Int, _ instant: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(max(0, instant &- block.offsets[place])) / 60_000)
  }

  // MARK: Times and money, as of now

  /// Counts the times to the outcome of all, and for those of a window the times to loss of access
  /// and the shapes.
  func follow(
    _ set: inout BlockCounts.SetCounts, _ others: inout [UInt32],
    _ long: inout BlockCounts.LongTimes
  ) {
    var recoveries = set.recoveries.mutableSpan
    var others = others.mutableSpan
    for run in block.runs {
      let cause = layout.causes[run.kind.outcome]
      let first = cause * Self.minutes
      guard run.kind.hasEnd || !run.kind.isRecovered else {
        addUndated(run, &long)
        continue
      }
      for place in run.places {
        let minute = minute(place, run.kind.hasEnd ? block.ends[place] : now)
        if minute >= Self.minutes {
          addLong(place, run, EpisodeDurations.Cause(rawValue: cause), &long)
        } else if run.kind.isRecovered {
          recoveries[minute] &+= 1
        } else {
          others[first + minute] &+= 1
        }
      }
    }
    guard hour.windows != 0 else { return }
    addMoney(&set.money)
    for run in block.runs where run.kind.hasHold { addLosses(run, &set.losses, &long) }
  }

  /// Adds a time that has no place, to all that it belongs to.
  private func addLong(
    _ place: Int, _ run: EpisodeBlock.Run, _ cause: EpisodeDurations.Cause?,
    _ long: inout BlockCounts.LongTimes
  ) {
    let end = run.kind.hasEnd ? block.ends[place] : now
    let time = end.subtractingClamped(block.offsets[place])
    long.times.add(milliseconds: time, cause)
    guard run.kind.isRecovered else { return }
    for window in 0..<3 where hour.isIn(window) && end <= instant(of: window) {
      long.recoveries[window].add(milliseconds: time, .recovered)
    }
  }

  /// Adds recoveries of which no store says when: they count as of the instant of each window.
  private func addUndated(_ run: EpisodeBlock.Run, _ long: inout BlockCounts.LongTimes) {
    for place in run.places {
      let offset = block.offsets[place]
      long.times.add(milliseconds: now - offset, .recovered)
      for window in 0..<3 where hour.isIn(window) {
        long.recoveries[window].add(milliseconds: instant(of: window) - offset, .recovered)
      }
    }
  }

  private func addLosses(
    _ run: EpisodeBlock.Run, _ losses: inout [UInt32], _ long: inout BlockCounts.LongTimes
  ) {
    losses.grow(to: Self.minutes)
    var losses = losses.mutableSpan
    for place in run.places {
      let hold = block.holds[place]
      let minute = minute(place, hold)
      if minute < Self.minutes {
        losses[minute] &+= 1
        continue
      }
      for window in 0..<3 where hour.isIn(window) && hold <= instant(of: window) {
        long.losses[window].add(
          milliseconds: hold.subtractingClamped(block.offsets[place]), .recovered)
      }
    }
  }

  private func addMoney(_ money: inout [UInt32]) {
    var money = money.mutableSpan
    for run in block.runs {
      let column = run.kind.isRecovered ? 1 : 0
      for place in run.places {
        let shape = Int(block.shapes[place])
        if shape < shapes { money[2 * shape + column] &+= 1 }
      }
    }
  }

  // MARK: What is otherwise at the instant of a window

  func instant(of window: Int) -> Int64 { spans.instants[window] - hour.start }

  /// Counts what had not happened by the instant at which a window is judged.
  func addLater(
    in window: Int, shapes: Int, _ later: inout BlockCounts.LaterCounts,
    _ long: inout BlockCounts.LongTimes
  ) {
    let instant = instant(of: window)
    for run in block.runs where run.kind.isRecovered && run.kind.hasEnd {
      let first = block.firstEnd(after: instant, in: run)
      guard first < run.places.upperBound else { continue }
      later.recoveries.grow(to: Self.minutes)
      later.money.grow(to: shapes)
      var recoveries = later.recoveries.mutableSpan
      for place in first..<run.places.upperBound {
        let minute = minute(place, block.ends[place])
        if minute < Self.minutes { recoveries[minute] &+= 1 }
      }
      addShapes(first..<run.places.upperBound, &later.money)
    }
    guard block.latestHold > instant else { return }
    later.losses.grow(to: Self.minutes)
    for run in block.runs where run.kind.hasHold {
      for place in run.places where block.holds[place] > instant {
        let minute = minute(place, block.holds[place])
        if minute < Self.minutes { later.losses[minute] &+= 1 }
      }
    }
  }

  /// Counts the episodes that ended in a window, whenever they failed.
  func addEnds(in window: Int, shapes: Int, _ ended: inout [UInt32]) {
    let range = spans.ranges[window]
    let (from, to) = (range.lowerBound - hour.start - 1, range.upperBound - hour.start - 1)
    for run in block.runs where run.kind.hasEnd {
      guard run.kind.isRecovered || run.kind.outcome == layout.ranOut else { continue }
      let first = block.firstEnd(after: from, in: run)
      let end = block.firstEnd(after: min(to, instant(of: window)), in: run)
      guard first < end else { continue }
      ended.grow(to: 2 * shapes)
      var ended = ended.mutableSpan
      let column = run.kind.isRecovered ? 0 : 1
      for place in first..<end {
        let shape = Int(block.shapes[place])
        if shape < shapes { ended[2 * shape + column] &+= 1 }
      }
    }
  }

  private func addShapes(_ places: Range<Int>, _ counts: inout [UInt32]) {
    var counts = counts.mutableSpan
    for place in places {
      let shape = Int(block.shapes[place])
      if shape < shapes { counts[shape] &+= 1 }
    }
  }
}

// MARK: Prompts

extension BlockPass {
  /// Adds the episodes to those that prompts are compared over.
  func observe(_ observations: inout PromptEffect.Observations) {
    for run in block.runs {
      for place in run.places {
        let level = block.levels[place]
        guard level >= observations.leastLevel, level < EpisodeBlock.prompted else { continue }
        let offset = block.offsets[place]
        let end = run.kind.hasEnd ? block.ends[place].subtractingClamped(offset) : Int64.max
        observations.add(
          notPrompted: level, known: now - offset, end: end, isRecovered: run.kind.isRecovered)
      }
    }
    block.forEachPrompted { place, shown in
      let level = block.levels[place] & (EpisodeBlock.prompted - 1)
      guard level >= observations.leastLevel,
        let run = block.runs.first(where: { $0.places.contains(place) })
      else { return }
      var episode = block.episode(place, run.kind)
      episode.prompts = shown()
      observations.add(episode, level: level)
    }
  }
}

// MARK: Statuses

extension BlockPass {
  /// Counts the statuses of the windows' episodes, as of their instants.
  func addStatuses(_ numbers: inout MutableSpan<UInt32>) {
    typealias Spans = BlockCounts.WindowSpans
    if hour.isIn(Spans.window) || hour.isIn(Spans.closed) {
      addStatuses(at: now, from: hour.codes, &numbers)
    }
    if hour.isIn(Spans.previous) {
      addStatuses(at: instant(of: Spans.previous), from: layout.previous, &numbers)
    }
  }

  private func addStatuses(
    at instant: Int64, from first: Int, _ numbers: inout MutableSpan<UInt32>
  ) {
    for run in block.runs {
      let open = block.firstOpen(at: instant, in: run)
      let codes = (ended: first + run.kind.status, open: first + run.kind.status & 7)
      guard run.kind.hasHold, block.latestHold > instant else {
        let lost = run.kind.hasHold ? 2 : 0
        numbers[codes.ended + lost] &+= UInt32(open - run.places.lowerBound)
        numbers[codes.open + lost] &+= UInt32(run.places.upperBound - open)
        continue
      }
      for place in run.places {
        let code = place < open ? codes.ended : codes.open
        numbers[code + (block.holds[place] <= instant ? 2 : 0)] &+= 1
      }
    }
  }

  /// Counts the episodes of the window by their day, as they were at the age of the trend.
  func addToTrend(_ numbers: inout MutableSpan<UInt32>) {
    let window = spans.ranges[BlockCounts.WindowSpans.window]
    let day = Int((hour.start - window.lowerBound) / 86_400_000)
    let first = layout.trend + day * EpisodeStatus.codes
    for run in block.runs {
      let (status, isOpen) = (run.kind.status, run.kind.outcome == 0)
      var (opened, lost, both) = (UInt32(0), UInt32(0), UInt32(0))
      for place in run.places {
        let instant = min(now, block.offsets[place] + spans.trendAge)
        let one: UInt32 = isOpen || run.kind.hasEnd && block.ends[place] > instant ? 1 : 0
        let other: UInt32 = run.kind.hasHold && block.holds[place] <= instant ? 1 : 0
        (opened, lost, both) = (opened &+ one, lost &+ other, both &+ (one & other))
      }
      numbers[first + status & 7 + 2] &+= both
      numbers[first + status & 7] &+= opened - both
      numbers[first + status + 2] &+= lost - both
      numbers[first + status] &+= UInt32(run.places.count) - opened - (lost - both)
    }
  }

  /// Counts the episodes of a week.
  func addToCohort(_ numbers: inout MutableSpan<UInt32>) {
    let first = layout.cohorts + hour.cohort * BlockCounts.Layout.cohort
    numbers[first] &+= UInt32(block.count)
    for run in block.runs {
      if run.kind.outcome == 0 { numbers[first + 1] &+= UInt32(run.places.count) }
      guard run.kind.isRecovered, run.kind.hasEnd else { continue }
      for place in run.places {
        let day = CohortCounts.day(ofMinute: minute(place, block.ends[place]))
        numbers[first + 2 + day] &+= 1
      }
    }
  }

  /// Counts the recoveries by the day of the window on which they were paid.
  func addRecoveredByDay(_ numbers: inout MutableSpan<UInt32>) {
    let window = spans.ranges[BlockCounts.WindowSpans.window]
    let (from, to) = (window.lowerBound - hour.start, window.upperBound - hour.start)
    for run in block.runs where run.kind.isRecovered && run.kind.hasEnd {
      let first = block.firstEnd(after: from - 1, in: run)
      for place in first..<block.firstEnd(after: to - 1, in: run) {
        let day = Int(truncatingIfNeeded: UInt64(block.ends[place] &- from) / 86_400_000)
        numbers[layout.recoveredByDay + day] &+= 1
      }
    }
  }
}
