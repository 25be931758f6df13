/// A replay of past billing episodes under a candidate policy, beside the policy in force.
///
/// Add every episode, in any order, and read the ``report()``:
///
/// ```swift
/// var whatIf = WhatIf(current: policy, candidate: candidate, now: now)
/// try ledger.readEpisodes(query) { whatIf.add($0).differs || true }
/// let report = whatIf.report()
/// ```
///
/// The same episodes give the same report in any order and on every machine. Nothing is written,
/// and no behavior is modeled beyond the report's assumptions (<doc:ReplayingAPolicy>).
public struct WhatIf: Sendable {
  /// The settings of a replay that do not change what is compared.
  public struct Settings: Hashable, Sendable {
    /// The seed of the confidence bands.
    public var seed: UInt64
    /// The number of resamplings for the confidence bands.
    public var resamplings: Int
    /// The maximum number of subscriptions that the report lists.
    public var differencesMax: Int

    /// Creates settings.
    public init(seed: UInt64 = 41, resamplings: Int = 200, differencesMax: Int = 20) {
      (self.seed, self.resamplings, self.differencesMax) = (seed, resamplings, differencesMax)
    }
  }

  /// The policy in force.
  public let current: ChurnPolicy
  /// The candidate.
  public let candidate: ChurnPolicy
  /// The instant up to which open episodes are replayed.
  public let now: Timestamp
  /// The settings.
  public let settings: Settings

  let change: RecoveryChange
  /// The lengths that are compared with; `nil` for the dates as observed.
  let baseline: RecoveryChange?
  private var currentPrompts: PromptReplay
  private var candidatePrompts: PromptReplay
  private let samePrompts: Bool
  private var currentTotals = WhatIfTotals()
  private var candidateTotals = WhatIfTotals()
  private var differences = WhatIfDifferences()
  private var gaps: WhatIfGaps
  private var expected: ExpectedRecovery
  private var listed: [EpisodeComparison] = []

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - current: The policy in force.
  ///   - candidate: The candidate; equal to `current` in everything that it leaves as it is.
  ///   - stated: The lengths of grace and hold that the candidate states, even if they equal those
  ///     in force (`RecoveryChange`).
  ///   - baseline: The lengths of grace and hold to compare with instead of the observed dates.
  ///   - now: The present.
  ///   - settings: The settings.
  public init(
    current: ChurnPolicy, candidate: ChurnPolicy, stated: Set<RecoveryChange.Setting> = [],
    baseline: RecoveryChange? = nil, now: Timestamp, settings: Settings = Settings()
  ) {
    (self.current, self.candidate, self.now) = (current, candidate, now)
    (self.settings, self.baseline) = (settings, baseline)
    change = RecoveryChange(from: current.recovery, to: candidate.recovery, stated: stated)
    currentPrompts = PromptReplay(current.prompts)
    candidatePrompts = PromptReplay(candidate.prompts)
    samePrompts = current.prompts == candidate.prompts
    gaps = WhatIfGaps(current.prompts, candidate.prompts)
    expected = ExpectedRecovery(seed: settings.seed, resamplings: settings.resamplings)
  }

  /// Replays an episode and returns it under both policies.
  @discardableResult
  public mutating func add(_ record: EpisodeRecord) -> EpisodeComparison {
    let episode = record.episode
    let observed = change.observed(record, at: now)
    let before = baseline?.replayed(record, observed: observed) ?? observed
    let dates = change.replayed(record, observed: observed)
    var current = episode.replayed(before, observed: observed, at: now)
    var candidate = episode.replayed(dates, observed: observed, at: now)
    current.prompts = currentPrompts.count(record, before, until: current.endsAt)
    candidate.prompts =
      samePrompts && dates == before && candidate.endsAt == current.endsAt
      ? current.prompts : candidatePrompts.count(record, dates, until: candidate.endsAt)
    currentTotals.add(record, current)
    candidateTotals.add(record, candidate)
    let comparison = EpisodeComparison(record: record, current: current, candidate: candidate)
    differences.add(comparison)
    gaps.add(record, change)
    expected.add(record, observed: observed, current: before, candidate: dates, at: now)
    if comparison.differs { list(comparison) }
    return comparison
  }

  /// Inserts a comparison into the list of the largest differences.
  private mutating func list(_ comparison: EpisodeComparison) {
    if listed.count >= settings.differencesMax {
      guard let last = listed.last, comparison.precedes(last) else { return }
      listed.removeLast()
    }
    let place = listed.firstIndex { comparison.precedes($0) } ?? listed.endIndex
    listed.insert(comparison, at: place)
  }

  /// Returns the report about the episodes added so far.
  ///
  /// - Complexity: O(*n* log *n* + *r* · *n*) for *n* episodes and *r* resamplings.
  public func report() -> WhatIfReport {
    WhatIfReport(
      episodes: currentTotals.episodes, now: now, settings: settings,
      current: currentTotals.figures, candidate: candidateTotals.figures,
      differences: differences, expected: expected.report(), largest: listed, gaps: gaps,
      changesDates: change.changesDates, changesPrompts: !samePrompts,
      comparesLengths: baseline != nil)
  }

  /// Returns an episode's prompts under both policies, oldest first.
  public func promptTimes(
    _ comparison: EpisodeComparison
  ) -> (current: [PromptCase.Shown], candidate: [PromptCase.Shown]) {
    func times(_ replay: PromptReplay, _ episode: EpisodeReplay) -> [PromptCase.Shown] {
      let dates = ReplayedDates(graceEnds: episode.graceEnds, retryEnds: episode.retryEnds)
      let end = min(episode.endsAt, episode.retryEnds)
      return replay.prompts(of: comparison.record.promptCase(dates), until: end)
        .map { PromptCase.Shown(at: $0.at, step: $0.step) }
    }
    return (
      times(currentPrompts, comparison.current), times(candidatePrompts, comparison.candidate)
    )
  }
}
