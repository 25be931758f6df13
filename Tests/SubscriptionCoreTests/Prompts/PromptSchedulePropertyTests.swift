import SeededNumbers
import SubscriptionCore
import Testing

struct PromptSchedulePropertyTests {
  static let seeds = Array(UInt64(1)...200)

  @Test(arguments: seeds)
  func `all conditions of the trace hold exactly when a prompt is due`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let (subject, policy) = (random.promptCase(), random.promptPolicy())
    for _ in 0..<40 {
      let now = random.instant()
      let decision = PromptSchedule.decide(subject, policy: policy, at: now)
      let trace = PromptSchedule.trace(subject, policy: policy, at: now)
      #expect(trace.allSatisfy(\.holds) == decision.isDue, "\(subject) \(policy) \(now)")
    }
  }

  @Test(arguments: seeds)
  func `a prompt that was shown is not due again before the next one`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var (subject, policy) = (random.promptCase(), random.promptPolicy())
    (subject.shown, policy.rules) = ([], [])
    (policy.appStore.escalation, policy.googlePlay.escalation) = (nil, nil)
    var instant = failure
    var last: Timestamp?
    while instant < failure + .days(62) {
      let decision = PromptSchedule.decide(subject, policy: policy, at: instant)
      if case .due(let since) = decision.verdict, let step = decision.step {
        #expect(since <= instant)
        #expect(decision.nextAt.map { $0 > instant } ?? true)
        subject.shown.append(PromptCase.Shown(at: instant, step: step))
        let after = PromptSchedule.decide(subject, policy: policy, at: instant)
        #expect(!after.isDue)
        if case .scheduled(let at) = after.verdict { #expect(at > instant) }
        if let last, step == .officialMessage, subject.store == .googlePlay {
          #expect(instant - last >= .days(1))
        }
        last = instant
      } else if case .scheduled(let at) = decision.verdict {
        #expect(at > instant)
        #expect(PromptSchedule.decide(subject, policy: policy, at: at).isDue)
        #expect(!PromptSchedule.decide(subject, policy: policy, at: at - .milliseconds(1)).isDue)
      }
      instant = instant + .hours(Int.random(in: 1...30, using: &random))
    }
  }

  @Test(arguments: seeds)
  func `nothing changes before the next change`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let (subject, policy) = (random.promptCase(), random.promptPolicy())
    for _ in 0..<20 {
      let now = random.instant()
      let decision = PromptSchedule.decide(subject, policy: policy, at: now)
      let change = PromptSchedule.nextChange(of: subject, policy: policy, after: now)
      let end = change ?? now + .days(80)
      #expect(end > now)
      let recordsEnd = subject.shown.map(\.at).filter { $0 > now }.min() ?? .distantFuture
      for _ in 0..<10 {
        let span = (min(end, recordsEnd) - now).wholeMilliseconds
        let probe = now + .milliseconds(Int64.random(in: 0..<max(1, span), using: &random))
        let later = PromptSchedule.decide(subject, policy: policy, at: probe)
        #expect(later == decision, "\(now) \(probe)")
      }
    }
  }

  @Test(arguments: seeds)
  func `upcoming prompts are in order and due when they come`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var subject = random.promptCase()
    let policy = random.promptPolicy()
    let now = random.instant()
    subject.shown = subject.shown.filter { $0.at <= now }
    let ticks = PromptSchedule.upcoming(subject, policy: policy, from: now, count: 6)
    #expect(ticks.count <= 6)
    let decision = PromptSchedule.decide(subject, policy: policy, at: now)
    if let graceEnds = subject.graceEnds, subject.state == .grace, graceEnds <= now { return }
    #expect((ticks.first?.isDue ?? false) == decision.isDue)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.at < $1.at })
    for tick in ticks where subject.state == .hold {
      let due = PromptSchedule.decide(subject, policy: policy, at: tick.at)
      #expect(due.isDue && due.step == tick.step)
      subject.shown.append(PromptCase.Shown(at: tick.at, step: tick.step))
    }
  }
}

extension SeededNumbers {
  mutating func instant() -> Timestamp {
    failure + .milliseconds(Int64.random(in: 0..<64 * 86_400_000, using: &self))
  }

  mutating func promptCase() -> PromptCase {
    let grace = pick([0, 3, 7, 16])
    let state: SubscriptionState =
      happens(10) ? pick(SubscriptionState.allCases) : grace > 0 ? .grace : .hold
    var subject = PromptCase.failing(
      pick(Store.allCases), state, graceDays: grace, tryDays: pick([30, 46, 60]))
    subject.price = Money(micros: pick([4_990_000, 49_990_000]), currency: "EUR")
    subject.plan = pick([.monthly, .yearly])
    if happens(10) { subject.environment = pick(StoreEnvironment.allCases) }
    if happens(10) { subject.flags = [pick(SubscriptionFlag.allCases)] }
    if happens(10) { subject.autoRenew = pick([nil, false]) }
    if happens(20) { subject.snoozedUntil = instant() }
    if happens(5) { subject.isSuppressed = true }
    subject.id = SubscriptionID("as_\(next())")
    if happens(70) { subject.account = AccountID("user-\(next())") }
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      subject.shown.append(PromptCase.Shown(at: instant(), step: pick(PromptStep.allCases)))
    }
    return subject
  }

  mutating func promptPlan() -> PromptPlan {
    var plan = PromptPlan(
      step: happens(10) ? .storeMessages : pick([.officialMessage, .ownBanner]),
      cadence: .hours(pick([12, 24, 72, 168])))
    if happens(30) { plan.cap = Int.random(in: 0...5, using: &self) }
    if happens(30) {
      plan.quietHours = QuietHours(
        from: Int.random(in: 0..<1440, using: &self), to: Int.random(in: 0..<1440, using: &self))
    }
    if happens(30) {
      plan.escalation = PromptPlan.Escalation(within: .days(Int.random(in: 1...5, using: &self)))
    }
    return plan
  }

  mutating func promptPolicy() -> PromptPolicy {
    var policy = PromptPolicy(appStore: promptPlan(), googlePlay: promptPlan())
    if happens(30) {
      let day = CivilDate(failure + .days(pick([-1, 0, 1])))
      policy.holdout = PromptHoldout(
        percent: pick([1, 20, 50]), salt: "test", since: happens(50) ? day : nil)
    }
    for text in [
      "loses<3d", "-mrr>=20usd retry<2w", "since>5d store:play", "grace<=1d | retry>50d",
    ]
    where happens(25) {
      guard let filter = try? Filter.parse(text),
        let rule = try? PromptRule(name: text, when: filter, plan: promptPlan())
      else { continue }
      policy.rules.append(rule)
    }
    return policy
  }
}
