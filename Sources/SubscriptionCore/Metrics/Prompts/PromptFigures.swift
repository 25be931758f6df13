/// The effect of prompting in a report: the comparison that can always be made, and the randomized
/// one where the policy holds accounts out.
///
/// <doc:Metrics#Effect-of-prompts> and <doc:Metrics#Holdout> have the methods.
public struct PromptFigures: Hashable, Sendable {
  /// The days of the failures that ``effect`` is from, which are those of the recovery curve.
  public var failures: Range<CivilDate>
  /// The recovery after prompts beside that of episodes not prompted at the same age.
  public var effect: PromptEffect
  /// The comparison with the accounts held out; `nil` where the policy holds none out.
  public var holdout: HoldoutComparison?
}

extension PromptFigures {
  /// The computation of the figures in the same pass over episodes that a report makes.
  ///
  /// Its memory is bounded by ``PromptEffect/Observations/episodesMax`` and
  /// ``HoldoutComparison/accountsMax``.
  public struct Builder: Sendable {
    private let windows: MetricsWindows
    private let followed: Range<Timestamp>
    /// The failures to read: those of the report, and all since the holdout began.
    ///
    /// A holdout without a first day is compared over the failures that the report reads.
    public let failures: Range<Timestamp>
    private var observations: PromptEffect.Observations
    private var holdout: HoldoutComparison?

    /// Creates an empty computation for the windows of a report and a policy.
    public init(_ windows: MetricsWindows, policy: PromptPolicy) {
      self.windows = windows
      let days = windows.followed
      followed = days.lowerBound.start..<days.upperBound.start
      observations = PromptEffect.Observations(at: windows.now)
      holdout = policy.holdout.map { HoldoutComparison($0, at: windows.now) }
      let read = windows.failures
      let since = policy.holdout?.since?.start ?? read.lowerBound
      failures = min(read.lowerBound, since)..<read.upperBound
    }

    /// Adds an episode of production; the episodes come in the order of their failures.
    public mutating func add(_ record: EpisodeRecord) {
      guard failures.contains(record.episode.failedAt) else { return }
      if followed.contains(record.episode.failedAt) {
        observations.add(record.episode, of: record.subscription)
      }
      holdout?.add(record)
    }

    /// Replaces the observations by those of the same episodes, read in blocks.
    mutating func replace(by observations: PromptEffect.Observations) {
      self.observations = observations
    }

    /// The figures of the episodes that were added.
    public var figures: PromptFigures {
      PromptFigures(
        failures: windows.followed, effect: PromptEffect(observations), holdout: holdout?.result)
    }
  }
}

extension MetricsWindows {
  /// The days whose failures are followed up to the present for the recovery curve and the effect
  /// of prompts: those of all windows.
  public var followed: Range<CivilDate> {
    min(closed.lowerBound, previous.lowerBound)..<window.upperBound
  }
}
