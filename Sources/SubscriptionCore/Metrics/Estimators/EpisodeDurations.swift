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
  }

  /// The unit of time.
  public let resolution: Duration
  /// The number of episodes.
  public private(set) var count = 0
  private(set) var counts: [Int64: Counts] = [:]

  /// Creates an empty collection.
  public init(resolution: Duration = .minutes(1)) { self.resolution = resolution }

  /// Adds an episode that ended, or is still open after that time if there is no cause; a negative
  /// time counts as none.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ time: Duration, _ cause: Cause?) {
    let step = max(0, time.wholeMilliseconds) / max(1, resolution.wholeMilliseconds)
    count += 1
    if let cause {
      counts[step, default: Counts()].ended[cause.rawValue] += 1
    } else {
      counts[step, default: Counts()].open += 1
    }
  }

  /// Adds an episode as it is known at an instant.
  public mutating func add(_ episode: BillingEpisode, at now: Timestamp) {
    add((episode.endedAt ?? now) - episode.failedAt, episode.outcome.cause)
  }

  /// Adds the times of other episodes, collected with the same resolution.
  ///
  /// - Complexity: O(*m*) for *m* different times of the others.
  public static func += (left: inout EpisodeDurations, right: EpisodeDurations) {
    precondition(left.resolution == right.resolution, "another resolution")
    left.count += right.count
    left.counts.merge(right.counts) { mine, theirs in
      Counts(ended: mine.ended &+ theirs.ended, open: mine.open + theirs.open)
    }
  }

  /// The times in steps, ascending, with their counts.
  var sorted: [(step: Int64, counts: Counts)] {
    counts.map { (step: $0.key, counts: $0.value) }.sorted { $0.step < $1.step }
  }

  /// Returns the time of a number of steps.
  func time(_ step: Int64) -> Duration {
    .milliseconds(step * max(1, resolution.wholeMilliseconds))
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
