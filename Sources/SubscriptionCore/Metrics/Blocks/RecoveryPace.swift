/// The failed renewals that were recovered within one age, of a week and of the thirty days before.
///
/// The failures of a week had less time to be recovered than those of a month. At one age they
/// compare, and an outage in which nothing is paid any more shows as soon as its failures are of
/// that age (<doc:Metrics#Recovery-rates>).
public struct RecoveryPace: EpisodeBlockCounts {
  /// The failures of some days, and those of them that were recovered within ``age``.
  public struct Days: Hashable, Sendable {
    /// The failures.
    public fileprivate(set) var failed = 0
    /// Those of them that were recovered within ``RecoveryPace/age``.
    public fileprivate(set) var recovered = 0

    /// Creates counts of nothing.
    public init() {}
  }

  /// The time since the failure.
  public static let age = Duration.days(ageDays)
  /// The days of ``age``.
  public static let ageDays = 3
  /// The days of failures in ``later``.
  public static let laterDays = 7
  /// The days of failures in ``earlier``.
  public static let earlierDays = 30

  /// The failures to count.
  public let failures: Range<Timestamp>
  private let split: Timestamp
  /// The latest failures that are all of ``age``.
  public private(set) var later = Days()
  /// The failures before those.
  public private(set) var earlier = Days()
  /// The shapes of the episodes that are read in blocks, by their numbers.
  public private(set) var shapes: [EpisodeShape] = []

  /// Creates counts of nothing as of an instant.
  public init(at now: Timestamp) {
    split = now - Self.age - .days(Self.laterDays)
    failures = split - .days(Self.earlierDays)..<now - Self.age
  }

  /// The percentage points by which ``later`` lies below ``earlier``, rounded down; negative where
  /// it lies above, `nil` with fewer failures than make a share.
  public func fall(ofAtLeast least: Int) -> Int? {
    guard min(later.failed, earlier.failed) >= max(1, least) else { return nil }
    let (before, after) = (earlier.recovered * later.failed, later.recovered * earlier.failed)
    let points = Double((before - after) * 100) / Double(earlier.failed * later.failed)
    return Int(points.rounded(.down))
  }

  /// Counts an episode.
  public mutating func add(_ episode: BillingEpisode) {
    count(episode.failedAt, episode.isRecovered ? episode.endedAt : nil)
  }

  /// Adds the shape with the next number.
  public mutating func add(_ shape: EpisodeShape) { shapes.append(shape) }

  /// Counts the episodes of a block.
  public mutating func add(_ block: EpisodeBlock) {
    for run in block.runs {
      for place in run.places {
        let recoveredAt = run.kind.isRecovered && run.kind.hasEnd ? block.ends[place] : nil
        count(
          Timestamp(milliseconds: block.start &+ block.offsets[place]),
          recoveredAt.map { Timestamp(milliseconds: block.start &+ $0) })
      }
    }
  }

  private mutating func count(_ failedAt: Timestamp, _ recoveredAt: Timestamp?) {
    guard failures.contains(failedAt) else { return }
    let days = failedAt < split ? \Self.earlier : \Self.later
    self[keyPath: days].failed += 1
    if let recoveredAt, recoveredAt <= failedAt + Self.age { self[keyPath: days].recovered += 1 }
  }
}
