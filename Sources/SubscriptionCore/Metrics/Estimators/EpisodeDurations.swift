/// The times from failure to outcome of many billing episodes, collected one at a time.
///
/// The times are counted in whole steps of a minute: finer differences mean nothing where a store
/// retries every few hours, and so a million episodes need no more room than the minutes of their
/// longest recovery.
public struct EpisodeDurations: Hashable, Sendable {
  /// The kinds of outcome that compete: the first ends the episode.
  public enum Cause: Int, Hashable, Sendable, CaseIterable {
    /// Paid, with or without access before.
    case recovered
    /// The user canceled.
    case canceled
    /// The store gave up.
    case ranOut
    /// A refund or another purchase ended it.
    ///
    /// It competes like the others and is not censored: an episode that was replaced cannot recover
    /// any more, and so the shares of all four are those that are seen in the end.
    case other
  }

  /// The numbers of episodes with one time.
  struct Counts: Hashable {
    /// The episodes that ended, by the cause's raw value.
    var ended = SIMD4<Int>.zero
    /// The episodes that were still open when last seen.
    var open = 0

    /// Counts an episode that ended by a cause, by its raw value; one that is open for 4.
    fileprivate mutating func add(_ cause: Int) {
      if cause < 4 { ended[cause] += 1 } else { open += 1 }
    }

    /// Returns the numbers of both.
    fileprivate static func + (left: Counts, right: Counts) -> Counts {
      Counts(ended: left.ended &+ right.ended, open: left.open + right.open)
    }
  }

  /// The number of episodes.
  public private(set) var count = 0

  /// The milliseconds of a step.
  private static let unit: Int64 = 60_000
  /// The numbers of the episodes that were counted by minute, with the minutes of each cause and
  /// then those of the open ones in a row, or of the recovered alone; empty without any.
  private var minutes: [UInt32] = []
  private var columns = 1
  /// The other episodes counted so far by steps, ascending, but for those in ``latest``.
  private var steps: [(step: Int64, counts: Counts)] = []
  /// The latest episodes in no order: the step times eight plus the cause, or 4 for an open one.
  ///
  /// To sort many at once is several times as fast as to look each up in a table.
  private var latest: [Int64] = []

  private static let latestMax = 1 << 16

  /// Creates an empty collection.
  public init() {}

  /// Adds an episode that ended, or is still open after that time if there is no cause; a negative
  /// time counts as none.
  ///
  /// - Complexity: O(log *m*) on average, for *m* different times.
  public mutating func add(_ time: Duration, _ cause: Cause?) {
    add(milliseconds: time.wholeMilliseconds, cause)
  }

  /// Adds an episode as it is known at an instant.
  public mutating func add(_ episode: BillingEpisode, at now: Timestamp) {
    add(from: episode.failedAt, to: episode.endedAt ?? now, episode.outcome.cause)
  }

  /// Adds the time between two instants.
  mutating func add(from start: Timestamp, to end: Timestamp, _ cause: Cause?) {
    add(milliseconds: end.milliseconds.subtractingClamped(start.milliseconds), cause)
  }

  /// Creates a collection from the numbers of episodes by minute.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the episodes that were recovered, by minute; with several columns
  ///     those of each other cause follow, in the order of ``Cause``, and of those that are open.
  ///   - columns: 5, or 1 for the recovered alone.
  init(byMinute numbers: [UInt32], columns: Int) {
    self.init()
    // Tests sum up as many numbers, and debug builds make a call for each element of a sequence.
    var place = 0
    while place < numbers.count {
      count += Int(numbers[place])
      place += 1
    }
    if count > 0 { (minutes, self.columns) = (numbers, columns) }
  }

  /// Adds a time in milliseconds.
  mutating func add(milliseconds: Int64, _ cause: Cause?) {
    let step = max(0, milliseconds) / Self.unit
    count += 1
    latest.append(step << 3 | Int64(cause?.rawValue ?? 4))
    guard latest.count >= max(Self.latestMax, steps.count) else { return }
    steps = uncounted
    latest.removeAll(keepingCapacity: true)
  }

  /// Adds the times of other episodes.
  ///
  /// - Complexity: O(*m* log *m*) for *m* different times.
  public static func += (left: inout EpisodeDurations, right: EpisodeDurations) {
    guard left.count > 0, right.count > 0 else { return left = left.count > 0 ? left : right }
    left.count += right.count
    left.steps = merged(left.uncounted, right.minutes.isEmpty ? right.uncounted : right.sorted)
    left.latest = []
  }

  /// The times in steps, ascending, with their counts.
  var sorted: [(step: Int64, counts: Counts)] {
    guard !minutes.isEmpty else { return uncounted }
    var sorted: [(step: Int64, counts: Counts)] = []
    forEachStep { sorted.append(($0, $1)) }
    return sorted
  }

  /// Calls a closure with each time in steps, ascending, and its counts.
  ///
  /// - Complexity: O(*m*) for *m* minutes of those counted by minute, O(*m* log *m*) for *m*
  ///   different times besides.
  @inline(__always)
  func forEachStep(_ body: (Int64, Counts) -> Void) {
    let others = uncounted
    var next = 0
    let length = minutes.count / columns
    minutes.withUnsafeBufferPointer { minutes in
      var minute = -1
      while minute + 1 < length {
        minute += 1
        var all = minutes[minute]
        if columns == 5 {
          all |= minutes[length + minute] | minutes[2 * length + minute]
          all |= minutes[3 * length + minute] | minutes[4 * length + minute]
        }
        guard all > 0 else { continue }
        var counts = Counts()
        counts.ended[0] = Int(minutes[minute])
        if columns == 5 {
          counts.ended[1] = Int(minutes[length + minute])
          counts.ended[2] = Int(minutes[2 * length + minute])
          counts.ended[3] = Int(minutes[3 * length + minute])
          counts.open = Int(minutes[4 * length + minute])
        }
        while next < others.count, others[next].step < minute {
          body(others[next].step, others[next].counts)
          next += 1
        }
        if next < others.count, others[next].step == minute {
          counts = counts + others[next].counts
          next += 1
        }
        body(Int64(minute), counts)
      }
    }
    for other in others[next...] { body(other.step, other.counts) }
  }

  /// Calls a closure with each time in steps in which episodes were recovered, ascending, and their
  /// number.
  @inline(__always)
  func forEachRecovery(_ body: (Int64, Int) -> Void) {
    let place = Cause.recovered.rawValue
    guard steps.isEmpty, latest.isEmpty else {
      return forEachStep { step, counts in
        if counts.ended[place] > 0 { body(step, counts.ended[place]) }
      }
    }
    let length = minutes.count / columns
    minutes.withUnsafeBufferPointer { minutes in
      var minute = 0
      while minute < length {
        if minutes[minute] > 0 { body(Int64(minute), Int(minutes[minute])) }
        minute += 1
      }
    }
  }

  /// The times that were not counted by minute.
  private var uncounted: [(step: Int64, counts: Counts)] {
    guard !latest.isEmpty else { return steps }
    var added: [(step: Int64, counts: Counts)] = []
    for code in latest.sorted() {
      if added.last?.step != code >> 3 { added.append((code >> 3, Counts())) }
      added[added.count - 1].counts.add(Int(code & 7))
    }
    return steps.isEmpty ? added : Self.merged(steps, added)
  }

  /// Merges times that ascend.
  private static func merged(
    _ left: [(step: Int64, counts: Counts)], _ right: [(step: Int64, counts: Counts)]
  ) -> [(step: Int64, counts: Counts)] {
    var result: [(step: Int64, counts: Counts)] = []
    result.reserveCapacity(left.count + right.count)
    var rest = right[...]
    for entry in left {
      while let first = rest.first, first.step < entry.step { result.append(rest.removeFirst()) }
      guard rest.first?.step == entry.step else {
        result.append(entry)
        continue
      }
      let other = rest.removeFirst().counts
      result.append((entry.step, entry.counts + other))
    }
    return result + rest
  }

  /// Returns the last step that is not after a time.
  func lastStep(by time: Duration) -> Int64 {
    time.wholeMilliseconds.quotientFloored(by: Self.unit)
  }

  /// Returns the time of a number of steps.
  func time(_ step: Int64) -> Duration { .milliseconds(step * Self.unit) }
}

extension EpisodeDurations {
  /// Returns a Boolean value that indicates whether two collections have the same times, whatever
  /// the order in which they were added.
  public static func == (left: EpisodeDurations, right: EpisodeDurations) -> Bool {
    left.count == right.count
      && left.sorted.elementsEqual(right.sorted) { $0.step == $1.step && $0.counts == $1.counts }
  }

  /// Hashes the number of times.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension BillingEpisode.Outcome {
  /// The cause that ended the episode; `nil` while it is open.
  public var cause: EpisodeDurations.Cause? {
    switch self {
    case .open: nil
    case .recoveredInGrace, .recoveredInHold: .recovered
    case .canceledByUser: .canceled
    case .ranOut: .ranOut
    case .refunded, .superseded: .other
    }
  }
}

/// A point in time that was estimated, with its 95 % interval.
public struct TimeEstimate: Hashable, Sendable {
  /// The estimate.
  public var time: Duration
  /// The lower end of the interval; `nil` if the data sets none.
  public var earliest: Duration?
  /// The upper end of the interval; `nil` if the data sets none.
  public var latest: Duration?

  /// Creates an estimate.
  public init(time: Duration, earliest: Duration? = nil, latest: Duration? = nil) {
    (self.time, self.earliest, self.latest) = (time, earliest, latest)
  }

  /// The interval; `nil` unless it has both ends.
  public var interval: ClosedRange<Duration>? {
    guard let earliest, let latest, earliest <= latest else { return nil }
    return earliest...latest
  }
}
