/// The result of replaying billing episodes under a candidate policy.
public struct WhatIfReport: Hashable, Sendable {
  /// The number of episodes replayed.
  public var episodes: Int
  /// The present of the replay.
  public var now: Timestamp
  /// The settings of the replay.
  public var settings: WhatIf.Settings
  /// The figures under the policy in force, with payments as observed.
  public var current: WhatIfFigures
  /// The figures under the candidate, with the dates of payments held fixed.
  public var candidate: WhatIfFigures
  /// The differences for subscribers, with the dates of payments held fixed.
  public var differences: WhatIfDifferences
  /// The recovery to be expected under both policies.
  public var expected: ExpectedFigures
  /// The episodes with the largest differences, the largest first.
  public var largest: [EpisodeComparison]
  /// The missing values.
  public var gaps: WhatIfGaps
  /// A Boolean value that indicates whether the candidate changes grace or hold.
  public var changesDates: Bool
  /// A Boolean value that indicates whether the candidate changes prompts.
  public var changesPrompts: Bool
  /// A Boolean value that indicates whether the current side is replayed under lengths of its own,
  /// rather than as observed.
  public var comparesLengths = false

  /// The time with access that no payment covers for each additional recovery in grace; `nil` if
  /// the candidate adds none.
  public var costOfOneRecoveryInGrace: Duration? {
    let more = candidate.recoveredInGrace - current.recoveredInGrace
    guard more > 0 else { return nil }
    let given = candidate.unpaidAccess - current.unpaidAccess
    return .milliseconds(given.wholeMilliseconds / Int64(more))
  }
}

/// The figures of replayed episodes under one policy.
public struct WhatIfFigures: Hashable, Sendable {
  /// The prompts shown.
  public var prompts = 0
  /// The prompts of Step 2, the stores' official messages.
  public var officialMessages = 0
  /// The prompts of Step 3, the app's own banners.
  public var ownBanners = 0
  /// The median number of prompts in an episode.
  public var medianPrompts = 0
  /// The 95th percentile of the number of prompts in an episode.
  public var p95Prompts = 0
  /// The episodes in which the cap was reached.
  public var capped = 0
  /// The time with access after a failure.
  public var access = Duration.zero
  /// The part of ``access`` that no payment covers.
  public var unpaidAccess = Duration.zero
  /// The episodes by outcome.
  public var outcomes: [BillingEpisode.Outcome: Int] = [:]
  /// The episodes in which access was lost before a first prompt.
  public var lostBeforePrompt = 0
  /// The prices of the recovered renewals.
  public var revenue = MoneySums()

  /// The episodes recovered in grace.
  public var recoveredInGrace: Int { outcomes[.recoveredInGrace] ?? 0 }
  /// The episodes recovered after loss of access.
  public var recoveredInHold: Int { outcomes[.recoveredInHold] ?? 0 }
  /// The episodes recovered.
  public var recovered: Int { recoveredInGrace + recoveredInHold }
}

/// The differences that a candidate makes for subscribers.
public struct WhatIfDifferences: Hashable, Sendable {
  /// The episodes that differ in access, outcome or prompts.
  public var episodes = 0
  /// The episodes with a longer access.
  public var longerAccess = 0
  /// The access that these gain.
  public var accessGained = Duration.zero
  /// The episodes with a shorter access.
  public var shorterAccess = 0
  /// The access that these lose.
  public var accessLost = Duration.zero
  /// The episodes that are recovered in grace under the candidate alone.
  public var nowInGrace = 0
  /// The episodes that are recovered in grace under the policy in force alone.
  public var noLongerInGrace = 0
  /// The episodes that are recovered under the policy in force alone, because the retries of the
  /// candidate end earlier.
  public var noLongerRecovered = 0
  /// The episodes that no longer reach the cap.
  public var noLongerCapped = 0

  /// Adds an episode.
  mutating func add(_ comparison: EpisodeComparison) {
    guard comparison.differs else { return }
    let (before, after) = (comparison.current, comparison.candidate)
    episodes += 1
    let gained = comparison.accessGained
    if gained > .zero {
      longerAccess += 1
      accessGained += gained
    } else if gained < .zero {
      shorterAccess += 1
      accessLost += .zero - gained
    }
    let (wasInGrace, isInGrace) =
      (before.outcome == .recoveredInGrace, after.outcome == .recoveredInGrace)
    if isInGrace, !wasInGrace { nowInGrace += 1 }
    if wasInGrace, !isInGrace { noLongerInGrace += 1 }
    if before.isRecovered, !after.isRecovered { noLongerRecovered += 1 }
    if before.prompts.isCapped, !after.prompts.isCapped { noLongerCapped += 1 }
  }
}

/// The values that a replay lacks, with the number of episodes.
public struct WhatIfGaps: Hashable, Sendable {
  /// The episodes of which the end of grace is unknown.
  public var graceEndUnknown = 0
  /// The episodes without a known billing period, whose grace counts as that of a month or more.
  public var planUnknown = 0
  /// The episodes without grace although the candidate has one: after a pause Google Play grants
  /// none.
  public var graceNotGranted = 0
  /// The episodes that are still open.
  public var open = 0
  /// The episodes of accounts that a policy holds out, which count without prompts under it.
  public var heldOut = 0
  /// The episodes without a value in a field that a rule tests, by the field's name.
  public var ruleFields: [String: Int] = [:]
  /// The names of the fields that rules test and records never hold.
  public var untestedFields: [String] = []

  private let fields: [SubscriberField]
  private let holdouts: [PromptHoldout]

  /// Creates an empty count for the prompts of both policies.
  init(_ current: PromptPolicy, _ candidate: PromptPolicy) {
    holdouts = [current.holdout, candidate.holdout].compactMap(\.self)
    var names: Set<String> = []
    let tested = (current.rules + candidate.rules).flatMap(\.when.fields).filter {
      names.insert($0.name).inserted
    }
    untestedFields = tested.filter { $0 == .flags }.map(\.name)
    fields = tested.filter(Self.canLack.contains)
  }

  /// The fields that a record may lack.
  private static let canLack: [SubscriberField] = [
    .product, .plan, .price, .mrr, .currency, .country, .app, .account,
  ]

  /// Adds an episode.
  mutating func add(_ record: EpisodeRecord, _ change: RecoveryChange) {
    let episode = record.episode
    if episode.outcome == .open { open += 1 }
    if episode.plan == nil { planUnknown += 1 }
    if holdouts.contains(where: { $0.holdsOut(record) }) { heldOut += 1 }
    if episode.enteredGrace, episode.graceEnds == nil, episode.holdStartedAt == nil {
      graceEndUnknown += 1
    }
    if !episode.enteredGrace, change.current.grace(record.recoveryTerms) != nil,
      change.candidate.grace(record.recoveryTerms) != nil,
      change.replacesGrace(record.recoveryTerms)
    {
      graceNotGranted += 1
    }
    guard !fields.isEmpty else { return }
    let subject = record.promptCase(
      ReplayedDates(graceEnds: nil, retryEnds: episode.retryEnds ?? .distantFuture))
    for field in fields where !subject.value(of: field).isPresent {
      ruleFields[field.name, default: 0] += 1
    }
  }
}
