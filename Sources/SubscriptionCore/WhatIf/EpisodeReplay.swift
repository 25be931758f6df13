/// One billing episode under one policy.
public struct EpisodeReplay: Hashable, Sendable {
  /// The end of grace; `nil` without grace.
  public var graceEnds: Timestamp?
  /// The end of the store's retries.
  public var retryEnds: Timestamp
  /// The outcome.
  public var outcome: BillingEpisode.Outcome
  /// The instant of the outcome, or the present while the episode is open.
  public var endsAt: Timestamp
  /// The instant at which access ended within the episode; ``endsAt`` if it never did.
  public var accessEndsAt: Timestamp
  /// A Boolean value that indicates whether access was lost before the outcome.
  public var lostAccess: Bool
  /// The prompts that the schedule shows.
  public var prompts: PromptCount

  /// Returns the time with access after the failure.
  public func access(since failedAt: Timestamp) -> Duration { max(.zero, accessEndsAt - failedAt) }

  /// Returns the time with access that no payment covers.
  ///
  /// A payment in grace keeps the billing date, so it pays for the days of grace as well; a payment
  /// in hold begins a new period (<doc:States#Recovery-side-by-side>).
  public func unpaidAccess(since failedAt: Timestamp) -> Duration {
    outcome == .recoveredInGrace ? .zero : access(since: failedAt)
  }

  /// A Boolean value that indicates whether the failed renewal was paid.
  public var isRecovered: Bool { outcome.isRecovered }
}

/// The prompts of one replayed episode.
public struct PromptCount: Hashable, Sendable {
  /// The number of the stores' official messages, Step 2.
  public var officialMessages = 0
  /// The number of the app's own banners, Step 3.
  public var ownBanners = 0
  /// The instant of the first prompt.
  public var firstAt: Timestamp?
  /// The instant of the last prompt.
  public var lastAt: Timestamp?
  /// A Boolean value that indicates whether the cap was reached.
  public var isCapped = false

  /// Creates a count of nothing.
  public init() {}

  /// The number of prompts of every step.
  public var total: Int { officialMessages + ownBanners }
}

/// One billing episode under the policy in force and under a candidate.
public struct EpisodeComparison: Hashable, Sendable {
  /// The episode with its subscription.
  public var record: EpisodeRecord
  /// The episode under the policy in force.
  public var current: EpisodeReplay
  /// The episode under the candidate.
  public var candidate: EpisodeReplay

  /// The time with access that the candidate adds; negative where it takes some away.
  public var accessGained: Duration { candidate.accessEndsAt - current.accessEndsAt }

  /// A Boolean value that indicates whether the subscriber sees a difference: access, outcome, or
  /// the number, the steps or the days of the prompts.
  public var differs: Bool {
    accessGained != .zero || current.outcome != candidate.outcome
      || current.prompts != candidate.prompts
  }

  /// Returns whether a comparison precedes another in a report: the longest difference in access
  /// first, then the most prompts, then the oldest failure.
  public func precedes(_ other: EpisodeComparison) -> Bool { rank < other.rank }

  /// The values that comparisons are ordered by.
  private var rank: (Int64, Int, Int64, String) {
    let prompts = abs(candidate.prompts.total - current.prompts.total)
    return (
      -abs(accessGained.wholeMilliseconds), -prompts, record.episode.failedAt.milliseconds,
      record.subscription.rawValue
    )
  }
}

extension BillingEpisode {
  /// Returns the episode as it went, without its prompts.
  func asObserved(_ dates: ReplayedDates, at now: Timestamp) -> EpisodeReplay {
    replay(dates, outcome: outcome, endsAt: endedAt ?? now)
  }

  /// Returns the episode under other dates, without its prompts.
  ///
  /// The instants of payments and cancellations stay as observed. A payment up to the end of grace
  /// is one in grace; what lies behind a shorter end of the retries does not happen, because the
  /// store has given up by then.
  func replayed(
    _ dates: ReplayedDates, observed: ReplayedDates, at now: Timestamp
  ) -> EpisodeReplay {
    guard dates != observed else { return asObserved(observed, at: now) }
    let endsAt = endedAt ?? now
    if dates.retryEnds < observed.retryEnds, dates.retryEnds <= endsAt {
      return replay(dates, outcome: .ranOut, endsAt: dates.retryEnds)
    }
    switch outcome {
    case .recoveredInGrace, .recoveredInHold:
      let isInGrace = dates.graceEnds.map { endsAt <= $0 } ?? false
      return replay(
        dates, outcome: isInGrace ? .recoveredInGrace : .recoveredInHold, endsAt: endsAt)
    case .ranOut where dates.retryEnds > observed.retryEnds:
      let isOpen = dates.retryEnds > now
      return replay(dates, outcome: isOpen ? .open : .ranOut, endsAt: min(dates.retryEnds, now))
    case .open, .canceledByUser, .ranOut, .refunded, .superseded:
      return replay(dates, outcome: outcome, endsAt: endsAt)
    }
  }

  private func replay(
    _ dates: ReplayedDates, outcome: Outcome, endsAt: Timestamp
  ) -> EpisodeReplay {
    let accessEnds = dates.accessEnds(failedAt: failedAt)
    let lostAccess =
      outcome == .ranOut || (outcome != .recoveredInGrace && accessEnds < endsAt)
    return EpisodeReplay(
      graceEnds: dates.graceEnds, retryEnds: dates.retryEnds, outcome: outcome, endsAt: endsAt,
      accessEndsAt: lostAccess ? min(accessEnds, max(failedAt, endsAt)) : max(failedAt, endsAt),
      lostAccess: lostAccess, prompts: PromptCount())
  }
}

// MARK: Timelines

extension EpisodeReplay {
  /// Returns the spans of the episode: grace, hold, and what followed; what lies ahead of an open
  /// episode is projected.
  public func spans(from failedAt: Timestamp) -> [Timeline.Span] {
    var spans: [Timeline.Span] = []
    func add(_ kind: Timeline.Kind, _ from: Timestamp, _ to: Timestamp?, projected: Bool = false) {
      guard to.map({ $0 > from }) ?? true else { return }
      spans.append(
        Timeline.Span(
          kind: kind, from: from, to: to, projected: projected,
          access: kind == .grace || kind == .paid))
    }
    let lossAt = max(failedAt, graceEnds ?? failedAt)
    add(.grace, failedAt, min(lossAt, endsAt))
    add(.hold, min(lossAt, endsAt), endsAt)
    switch outcome {
    case .recoveredInGrace, .recoveredInHold: add(.paid, endsAt, nil)
    case .canceledByUser, .ranOut: add(.expired, endsAt, nil)
    case .refunded: add(.refunded, endsAt, nil)
    case .superseded: break
    case .open:
      add(.grace, endsAt, lossAt, projected: true)
      add(.hold, max(lossAt, endsAt), retryEnds, projected: true)
      add(.expired, max(retryEnds, endsAt), nil, projected: true)
    }
    return spans
  }
}

extension EpisodeRecord {
  /// Creates the record of one episode of a subscriber.
  public init(_ row: SubscriberSummary, _ episode: BillingEpisode) {
    self.init(
      subscription: row.id, store: row.store, app: row.app, account: row.account,
      product: row.product, country: row.country, tags: row.profile?.tags ?? [], episode: episode)
  }
}
