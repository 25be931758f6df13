/// The times from failure to outcome of many billing episodes, collected one at a time.
///
/// The times are counted in whole steps of ``resolution``, a minute unless stated otherwise: finer
/// differences mean nothing where a store retries every few hours, and so a million episodes need
/// no more room than the minutes of their longest recovery.
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

  /// The unit of time.
  public let resolution: Duration
  /// The number of episodes.
  public private(set) var count = 0

  private let unit: Int64
  /// The episodes counted so far by steps, ascending, but for those in ``latest``.
  private var steps: [(step: Int64, counts: Counts)] = []
  /// The latest episodes in no order: the step times eight plus the cause, or 4 for an open one.
  ///
  /// To sort many at once is several times as fast as to look each up in a table.
  private var latest: [Int64] = []

  private static let latestMax = 1 << 16

  /// Creates an empty collection.
  public init(resolution: Duration = .minutes(1)) {
    self.resolution = resolution
    unit = max(1, resolution.wholeMilliseconds)
  }

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
  ///   - numbers: For each minute the numbers of the episodes that ended by each cause, in the
  ///     order of ``Cause``, and of those that are open; or with one column, of the recovered.
  ///   - columns: 5, or 1 for the recovered alone.
  init(byMinute numbers: ArraySlice<UInt32>, columns: Int) {
    self.init()
    var place = numbers.startIndex
    while place < numbers.endIndex {
      defer { place += columns }
      var counts = Counts()
      for column in 0..<columns where numbers[place + column] > 0 {
        let number = Int(numbers[place + column])
        if column < 4 { counts.ended[column] = number } else { counts.open = number }
        count += number
      }
      guard counts.open > 0 || counts.ended != .zero else { continue }
      steps.append((Int64((place - numbers.startIndex) / columns), counts))
    }
  }

  private mutating func add(milliseconds: Int64, _ cause: Cause?) {
    let step = min(max(0, milliseconds) / unit, .max >> 3)
    count += 1
    latest.append(step << 3 | Int64(cause?.rawValue ?? 4))
    guard latest.count >= max(Self.latestMax, steps.count) else { return }
    steps = sorted
    latest.removeAll(keepingCapacity: true)
  }

  /// Adds the times of other episodes, collected with the same resolution.
  ///
  /// - Complexity: O(*m* log *m*) for *m* different times.
  public static func += (left: inout EpisodeDurations, right: EpisodeDurations) {
    precondition(left.resolution == right.resolution, "another resolution")
    guard left.count > 0, right.count > 0 else { return left = left.count > 0 ? left : right }
    left.count += right.count
    left.steps = merged(left.sorted, right.sorted)
    left.latest = []
  }

  /// The times in steps, ascending, with their counts.
  var sorted: [(step: Int64, counts: Counts)] {
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

  /// Returns the time of a number of steps.
  func time(_ step: Int64) -> Duration {
    .milliseconds(step * unit)
  }
}

extension EpisodeDurations {
  /// Returns a Boolean value that indicates whether two collections have the same times, whatever
  /// the order in which they were added.
  public static func == (left: EpisodeDurations, right: EpisodeDurations) -> Bool {
    left.resolution == right.resolution && left.count == right.count
      && left.sorted.elementsEqual(right.sorted) { $0.step == $1.step && $0.counts == $1.counts }
  }

  /// Hashes the unit and the number of times.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(resolution)
    hasher.combine(count)
  }
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
