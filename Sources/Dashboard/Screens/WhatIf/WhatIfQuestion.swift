import EventLedger
import SubscriptionCore

/// A query for the replay of a window of failures under a candidate policy.
public struct WhatIfQuestion: Hashable, Sendable {
  /// The candidate.
  public var candidate: PolicyCandidate
  /// The days before the present whose failures are replayed.
  public var days = 90
  /// The filter of the subscriptions; `nil` for all.
  public var filter: Filter?
  /// The seed of the confidence bands.
  public var seed: UInt64 = 41

  /// Creates a question about the last 90 days.
  public init(_ candidate: PolicyCandidate) { self.candidate = candidate }

  /// The windows that can be chosen.
  public static let windows = [30, 90, 180, 365]
  /// The most episodes that the screen lists.
  static let listedMax = 200

  /// Returns the replay that answers the question, of nothing yet, whose report lists so many
  /// episodes at most.
  public func replay(over current: ChurnPolicy, now: Timestamp, listed: Int) -> WhatIf {
    WhatIf(
      current: current, candidate: candidate.policy(over: current),
      stated: candidate.lengths.stated, baseline: candidate.baseline(over: current), now: now,
      settings: WhatIf.Settings(seed: seed, differencesMax: listed))
  }

  /// Returns the query for the episodes that are replayed.
  public func episodes(now: Timestamp) -> EpisodeQuery {
    EpisodeQuery(from: now - .days(days), to: now + .milliseconds(1), filter: filter)
  }
}

/// The answer to a query for a replay.
public struct WhatIfAnswer: Hashable, Sendable {
  /// The question.
  public var question: WhatIfQuestion
  /// The report.
  public var report: WhatIfReport
  /// The settings of both policies, in words.
  public var policies: [PolicyDifference]
  /// The earliest failure that was replayed.
  public var from: Timestamp
  /// The episodes with the largest differences, the largest first.
  public var rows: [WhatIfRow]
}

extension WhatIfAnswer {
  /// Returns the list of the episodes that make up a figure under the policy in force; `nil` where
  /// no filter says it, as for what was replayed or is to be expected and has not happened.
  func list(of line: WhatIfReport.Line, among fixed: [WhatIfReport.Line]) -> FigureList? {
    guard !report.comparesLengths, fixed.contains(line), let text = line.subject.filter,
      let own = try? Filter.parse("failed<=\(question.days)d \(text)")
    else { return nil }
    var count: Int?
    if case .count(let number) = line.current { count = Int(clamping: number) }
    return FigureList(
      "\(line.title), under the policy in force", count: count, .episodes,
      filter: Filter.joined([question.filter, own]).description)
  }
}

extension WhatIfReport.Line.Subject {
  /// The filter of the episodes that count under the policy in force, beside that of their
  /// failures; `nil` where there is none.
  fileprivate var filter: String? {
    switch self {
    case .recoveredInGrace: "outcome:recoveredInGrace"
    case .recoveredInHold: "outcome:recoveredInHold"
    case .recovered, .revenue: "recovered:any"
    case .canceled: "outcome:canceledByUser"
    case .ranOut: "outcome:ranOut"
    case .otherwise: "outcome:refunded,superseded"
    case .open: "outcome:open"
    case .prompts, .officialMessages, .ownBanners, .medianPrompts, .p95Prompts, .capped, .access,
      .unpaidAccess, .canceledOrOtherwise, .lostBeforePrompt:
      nil
    }
  }
}

/// A replayed episode with its person and the prompts under both policies.
public struct WhatIfRow: Hashable, Sendable {
  /// The episode under both policies.
  public var comparison: EpisodeComparison
  /// The person.
  public var person: Person
  /// The prompts under the policy in force, oldest first.
  public var currentPrompts: [PromptCase.Shown]
  /// The prompts under the candidate, oldest first.
  public var candidatePrompts: [PromptCase.Shown]
  /// The instant up to which the episode was replayed.
  public var now: Timestamp

  init(_ comparison: EpisodeComparison, of whatIf: WhatIf, person: Person) {
    (self.comparison, self.person, now) = (comparison, person, whatIf.now)
    (currentPrompts, candidatePrompts) = whatIf.promptTimes(comparison)
  }

  /// The subscription.
  var id: SubscriptionID { comparison.record.subscription }

  /// The renewal's first failure.
  var failedAt: Timestamp { comparison.record.episode.failedAt }
}

extension EpisodeReplay {
  /// The instant at which access was lost, or will be if nothing is paid; `nil` where it was kept.
  var losesAccessAt: Timestamp? {
    if lostAccess { return accessEndsAt }
    return outcome == .open ? max(accessEndsAt, graceEnds ?? accessEndsAt) : nil
  }

  /// The instant up to which the failing renewal left access; see ``losesAccessAt``.
  var accessUntil: Timestamp { losesAccessAt ?? accessEndsAt }
}
