/// A replay of a prompt policy over past billing episodes.
///
/// It drives ``PromptSchedule`` itself, as if each prompt were shown as soon as it was due. Without
/// rules that depend on time, the schedule of an episode only depends on the rules that match, the
/// length of grace, and, with quiet hours, the time of day; equal schedules are computed once.
struct PromptReplay: Sendable {
  /// One prompt of a replay.
  struct Prompt: Hashable, Sendable {
    /// The instant.
    var at: Timestamp
    /// The step.
    var step: PromptStep
    /// A Boolean value that indicates whether the cap withholds further prompts of the step.
    var isLast: Bool
  }

  private let policy: PromptPolicy
  private let dependsOnTime: Bool
  /// A Boolean value that indicates whether episodes with the same ``Key`` share a schedule.
  private let canShare: Bool
  /// The lengths before the end of access at which a plan escalates.
  private let escalations: [Duration]
  private var schedules: [Key: [Prompt]] = [:]

  /// The time after a failure up to which a stored schedule extends: the longest grace and hold.
  private static let horizon = Duration.days(91)

  /// The maximum number of stored schedules.
  private static let schedulesMax = 4096

  /// The properties that determine a schedule, relative to the failure.
  private struct Key: Hashable {
    var store: Store
    var ruleInGrace: Int
    var ruleInHold: Int
    /// The length of grace in milliseconds; zero if it is irrelevant.
    var grace: Int64
    /// The time of day of the failure in milliseconds; zero without quiet hours.
    var timeOfDay: Int64
  }

  init(_ policy: PromptPolicy) {
    self.policy = policy
    dependsOnTime = policy.rules.contains { $0.when.dependsOnTime }
    // A stored schedule goes on to the horizon, so no rule may look at the end of the retries.
    canShare = !dependsOnTime && !policy.rules.contains { $0.when.fields.contains(.retryEnds) }
    escalations = policy.plans.compactMap(\.escalation?.within)
  }

  /// Returns the number of prompts of an episode before its end.
  mutating func count(
    _ record: EpisodeRecord, _ dates: ReplayedDates, until end: Timestamp
  ) -> PromptCount {
    // The assignment is the account's own, so it belongs to no schedule that episodes share.
    if let holdout = policy.holdout, holdout.holdsOut(record) { return PromptCount() }
    let subject = record.promptCase(dates)
    let end = min(end, dates.retryEnds)
    guard let key = key(of: subject, dates) else {
      return Self.count(prompts(of: subject, until: end)[...])
    }
    let failedAt = record.episode.failedAt
    if let stored = schedules[key] { return Self.count(stored, from: failedAt, until: end) }
    guard schedules.count < Self.schedulesMax, end - failedAt <= Self.horizon else {
      return Self.count(prompts(of: subject, until: end)[...])
    }
    var whole = subject
    whole.retryEnds = failedAt + Self.horizon
    let schedule = prompts(of: whole, until: failedAt + Self.horizon).map { prompt in
      Prompt(
        at: Timestamp(milliseconds: (prompt.at - failedAt).wholeMilliseconds), step: prompt.step,
        isLast: prompt.isLast)
    }
    schedules[key] = schedule
    return Self.count(schedule, from: failedAt, until: end)
  }

  /// Returns the prompts of an episode before an instant, oldest first.
  ///
  /// - Complexity: O(*p* ² + *p* · *r*) for *p* prompts and *r* rules.
  func prompts(of subject: PromptCase, until end: Timestamp) -> [Prompt] {
    var subject = subject
    var prompts: [Prompt] = []
    guard var instant = subject.failedAt else { return [] }
    while instant < end {
      subject = subject.projected(to: instant)
      let decision = PromptSchedule.decide(subject, policy: policy, at: instant)
      if decision.isDue, let step = decision.step {
        // A cadence of zero, which no configuration admits, shows one prompt.
        if prompts.last?.at == instant { break }
        prompts.append(Prompt(at: instant, step: step, isLast: false))
        subject.shown.append(PromptCase.Shown(at: instant, step: step))
        continue
      }
      if decision.verdict == .withheld(.capReached), prompts.last?.at == instant {
        prompts[prompts.count - 1].isLast = true
      }
      guard let next = nextChange(of: subject, decision, after: instant) else { break }
      instant = next
    }
    return prompts
  }

  /// Returns the next instant at which the decision can change; `nil` if it stays.
  ///
  /// It is a part of ``PromptSchedule/nextChange(of:policy:after:)``: an instant that a schedule
  /// states is outside of quiet hours already.
  private func nextChange(
    of subject: PromptCase, _ decision: PromptDecision, after now: Timestamp
  ) -> Timestamp? {
    var next: Timestamp?
    next.offer(decision.verdict.scheduledAt, after: now)
    if subject.state == .grace {
      next.offer(subject.graceEnds, after: now)
      if let accessUntil = subject.accessUntil {
        for within in escalations { next.offer(accessUntil - within, after: now) }
      }
    }
    if dependsOnTime {
      for instant in policy.rules.flatMap({ $0.when.timeBoundaries(for: subject) }) {
        next.offer(instant, after: now)
      }
    }
    return next
  }

  /// Returns the key of a case's schedule; `nil` if it has one of its own.
  private func key(of subject: PromptCase, _ dates: ReplayedDates) -> Key? {
    guard canShare, let failedAt = subject.failedAt else { return nil }
    var key = Key(store: subject.store, ruleInGrace: -1, ruleInHold: -1, grace: 0, timeOfDay: 0)
    if !policy.rules.isEmpty {
      key.ruleInGrace = rule(for: subject, at: failedAt)
      key.ruleInHold = rule(for: subject.projected(to: .distantFuture), at: failedAt)
    }
    let (inGrace, inHold) = (plan(key.ruleInGrace, key.store), plan(key.ruleInHold, key.store))
    if key.ruleInGrace != key.ruleInHold || inGrace.escalation != nil {
      key.grace = (dates.accessEnds(failedAt: failedAt) - failedAt).wholeMilliseconds
    }
    if inGrace.quietHours != nil || inHold.quietHours != nil {
      let midnight = failedAt.milliseconds.floored(to: 86_400_000)
      key.timeOfDay = failedAt.milliseconds - midnight
    }
    return key
  }

  /// Returns the index of the first rule that applies; -1 for the store's own plan.
  private func rule(for subject: PromptCase, at now: Timestamp) -> Int {
    policy.rules.firstIndex { $0.applies(to: subject, at: now) } ?? -1
  }

  private func plan(_ rule: Int, _ store: Store) -> PromptPlan {
    rule < 0 ? policy.plan(for: store) : policy.rules[rule].plan
  }

  /// Counts the prompts of a stored schedule before an instant.
  private static func count(
    _ schedule: [Prompt], from failedAt: Timestamp, until end: Timestamp
  ) -> PromptCount {
    let length = end.milliseconds - failedAt.milliseconds
    let shown = schedule.prefix { $0.at.milliseconds < length }
    var count = count(shown)
    count.firstAt = count.firstAt.map { failedAt + .milliseconds($0.milliseconds) }
    count.lastAt = count.lastAt.map { failedAt + .milliseconds($0.milliseconds) }
    return count
  }

  private static func count(_ prompts: ArraySlice<Prompt>) -> PromptCount {
    var count = PromptCount()
    (count.firstAt, count.lastAt) = (prompts.first?.at, prompts.last?.at)
    for prompt in prompts {
      if prompt.step == .ownBanner { count.ownBanners += 1 } else { count.officialMessages += 1 }
      if prompt.isLast { count.isCapped = true }
    }
    return count
  }
}

extension PromptHoldout {
  /// Returns whether the account of an episode that the holdout covers is held out.
  func holdsOut(_ record: EpisodeRecord) -> Bool {
    covers(failedAt: record.episode.failedAt)
      && holdsOut(account: record.account, subscription: record.subscription)
  }
}

extension EpisodeRecord {
  /// Returns the input of prompt decisions at the beginning of the episode under other dates.
  ///
  /// Auto-renew counts as on, because the store retries; flags, snoozes and suppressions are not
  /// part of a record.
  func promptCase(_ dates: ReplayedDates) -> PromptCase {
    let failedAt = episode.failedAt
    let hasGrace = dates.accessEnds(failedAt: failedAt) > failedAt
    var subject = PromptCase(store: store, state: hasGrace ? .grace : .hold, product: product)
    subject.stateSince = failedAt
    subject.autoRenew = true
    subject.failedAt = failedAt
    (subject.graceEnds, subject.retryEnds) = (dates.graceEnds, dates.retryEnds)
    subject.accessUntil = hasGrace ? dates.graceEnds : nil
    (subject.app, subject.account, subject.id) = (app, account, subscription)
    (subject.plan, subject.price, subject.mrr) = (episode.plan, episode.price, mrr)
    subject.country = country
    return subject
  }
}
