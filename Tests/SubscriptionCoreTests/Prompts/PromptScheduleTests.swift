import SubscriptionCore
import Testing

struct PromptScheduleTests {
  struct Withheld: Sendable, CustomTestStringConvertible {
    var name: String
    var subject: PromptCase
    var reason: WithheldReason
    var policy = PromptPolicy.standard
    var testDescription: String { name }
  }

  static let hold = PromptCase.failing(.appStore)
  static let grace = PromptCase.failing(.googlePlay, .grace, graceDays: 7)

  static let withheld: [Withheld] = [
    Withheld(name: "active", subject: hold.with { $0.state = .active }, reason: .notFailing),
    Withheld(
      name: "a billing issue while the paid period runs",
      subject: hold.with { ($0.state, $0.flags) = (.active, [.billingIssue]) },
      reason: .notFailing),
    Withheld(
      name: "Play's silent grace",
      subject: grace.with { $0.state = .renewalPending }, reason: .notFailing),
    Withheld(name: "pending", subject: hold.with { $0.state = .pending }, reason: .notFailing),
    Withheld(name: "unknown", subject: hold.with { $0.state = .unknown }, reason: .notKnown),
    Withheld(
      name: "recovered",
      subject: hold.with { ($0.state, $0.recoveredAt) = (.active, failure + .days(2)) },
      reason: .recovered),
    Withheld(name: "paused", subject: grace.with { $0.state = .paused }, reason: .paused),
    Withheld(name: "canceled", subject: grace.with { $0.state = .canceled }, reason: .canceled),
    Withheld(name: "refunded", subject: grace.with { $0.state = .refunded }, reason: .refunded),
    Withheld(
      name: "superseded", subject: grace.with { $0.state = .superseded }, reason: .superseded),
    Withheld(name: "expired", subject: grace.with { $0.state = .expired }, reason: .expired),
    Withheld(
      name: "sandbox", subject: grace.with { $0.environment = .sandbox },
      reason: .sandbox),
    Withheld(
      name: "Xcode", subject: hold.with { $0.environment = .local },
      reason: .sandbox),
    Withheld(
      name: "a tester by its flag", subject: grace.with { $0.flags = [.sandbox] },
      reason: .sandbox),
    Withheld(
      name: "family-shared", subject: hold.with { $0.flags = [.familyShared] },
      reason: .familyShared),
    Withheld(
      name: "price consent",
      subject: hold.with { $0.flags = [.priceConsentPending] }, reason: .priceConsent),
    Withheld(
      name: "price increase as the stated reason",
      subject: hold.with { $0.endReason = .priceIncrease }, reason: .priceConsent),
    Withheld(
      name: "product removed from sale",
      subject: hold.with { $0.endReason = .productUnavailable }, reason: .productUnavailable),
    Withheld(
      name: "intent 5 with auto-renew off",
      subject: hold.with { ($0.endReason, $0.autoRenew) = (.other, false) },
      reason: .autoRenewOff),
    Withheld(
      name: "suppressed", subject: hold.with { $0.isSuppressed = true }, reason: .suppressed),
    Withheld(
      name: "the tries ended unnoticed",
      subject: hold.with { $0.retryEnds = failure + .days(1) }, reason: .triesOver),
    Withheld(
      name: "a snooze beyond the end of the tries",
      subject: hold.with { $0.snoozedUntil = failure + .days(60) }, reason: .triesOver),
    Withheld(
      name: "Step 1", subject: hold, reason: .storeMailsOnly,
      policy: PromptPolicy(appStore: PromptPlan(step: .storeMessages))),
    Withheld(
      name: "cap", subject: hold.shown(0, step: .ownBanner), reason: .capReached,
      policy: PromptPolicy(appStore: PromptPlan(step: .ownBanner, cadence: .days(1), cap: 1))),
    Withheld(
      name: "held out", subject: hold.with { ($0.id, $0.account) = ("as_1", "user-22") },
      reason: .heldOut, policy: PromptPolicy(holdout: PromptHoldoutTests.holdout)),
  ]

  @Test(arguments: withheld)
  func `a prompt is withheld for the right reason`(_ row: Withheld) {
    let now = failure + .days(1) + .hours(12)
    let decision = PromptSchedule.decide(row.subject, policy: row.policy, at: now)
    #expect(decision.verdict == .withheld(row.reason))
    #expect(decision.message == nil)
    #expect((decision.step == nil) == !row.subject.state.isFailing)
    let trace = PromptSchedule.trace(row.subject, policy: row.policy, at: now)
    #expect(trace.contains { !$0.holds })
  }

  @Test func `every reason is tested`() {
    #expect(Set(Self.withheld.map(\.reason)) == Set(WithheldReason.allCases))
  }

  @Test(arguments: [
    (
      PromptStep.storeMessages, PromptDecision.Verdict.withheld(.storeMailsOnly),
      PromptMessage?.none, PromptMessage?.none
    ),
    (.officialMessage, .due(since: failure), .billingIssue, .transactional),
    (.ownBanner, .due(since: failure), .banner, .banner),
  ])
  func `G15: the steps show nothing, the store's message, and the app's own banner`(
    step: PromptStep, verdict: PromptDecision.Verdict, atAppStore: PromptMessage?,
    atGooglePlay: PromptMessage?
  ) {
    let plan = PromptPlan(step: step)
    let policy = PromptPolicy(appStore: plan, googlePlay: plan)
    for (store, message) in [(Store.appStore, atAppStore), (.googlePlay, atGooglePlay)] {
      let decision = PromptSchedule.decide(.failing(store), policy: policy, at: failure)
      #expect(decision.verdict == verdict)
      #expect(decision.step == step)
      #expect(decision.message == message)
    }
  }

  @Test(arguments: [
    (PromptCase.failing(.appStore), PromptMessage.billingIssue),
    (PromptCase.failing(.appStore, .grace, graceDays: 16), .billingIssue),
    (PromptCase.failing(.googlePlay), .transactional),
    (PromptCase.failing(.googlePlay, .grace, graceDays: 7), .transactional),
  ])
  func `G16: the store's own message is due from the failure`(
    _ subject: PromptCase, _ message: PromptMessage
  ) {
    for now in [failure, failure + .hours(5), failure + .days(6)] {
      let decision = PromptSchedule.decide(subject, policy: .standard, at: now)
      #expect(decision.verdict == .due(since: failure))
      #expect(decision.step == .officialMessage)
      #expect(decision.rule == "default")
      #expect(decision.message == message)
      #expect(decision.nextAt.map { $0 > now } ?? false)
    }
  }

  @Test(arguments: [
    // shown on these days, now, and the answer, all in days since the failure
    ([0.0], 0.5, PromptDecision.Verdict.scheduled(at: failure + .days(1))),
    ([0.9], 1.0, .due(since: failure + .days(1))),
    ([3.0], 5.9, .scheduled(at: failure + .days(6))),
    ([3.0], 6.0, .due(since: failure + .days(6))),
    ([5.9], 6.0, .due(since: failure + .days(6))),
    ([3.0], 14.0, .due(since: failure + .days(6))),
    ([15.5], 15.9, .scheduled(at: failure + .days(16))),
    ([29.0], 29.5, .scheduled(at: failure + .days(30))),
    ([55.0], 59.0, .withheld(.triesOver)),
    ([54.9], 59.9, .due(since: failure + .days(55))),
    ([], 60.0, .withheld(.triesOver)),
  ])
  func `one prompt a window at the App Store, due from the window's opening`(
    _ shown: [Double], _ now: Double, _ verdict: PromptDecision.Verdict
  ) {
    let subject = shown.reduce(PromptCase.failing(.appStore)) { $0.shown($1) }
    let instant = failure + .milliseconds(Int64(now * 86_400_000))
    let decision = PromptSchedule.decide(subject, policy: .standard, at: instant)
    #expect(decision.verdict == verdict)
    #expect(decision.shownInEpisode == shown.count)
  }

  @Test func `Google Play's message is due a day after the last one`() {
    let subject = PromptCase.failing(.googlePlay).shown(2.75)
    func verdict(_ hours: Int) -> PromptDecision.Verdict {
      PromptSchedule.decide(subject, policy: .standard, at: failure + .hours(hours)).verdict
    }
    #expect(verdict(66) == .scheduled(at: failure + .hours(90)))
    #expect(verdict(89) == .scheduled(at: failure + .hours(90)))
    #expect(verdict(90) == .due(since: failure + .hours(90)))
    #expect(verdict(300) == .due(since: failure + .hours(90)))
  }

  @Test func `records before the failure and after the present do not count`() {
    let subject = PromptCase.failing(.appStore).shown(-1, 20)
    let decision = PromptSchedule.decide(subject, policy: .standard, at: failure + .days(2))
    #expect(decision.verdict == .due(since: failure))
    #expect(decision.shownInEpisode == 0)
  }

  @Test func `a snooze moves the prompt later`() {
    let until = failure + .days(4)
    let subject = PromptCase.failing(.googlePlay).with { $0.snoozedUntil = until }
    let before = PromptSchedule.decide(subject, policy: .standard, at: failure + .days(2))
    #expect(before.verdict == .scheduled(at: until))
    let after = PromptSchedule.decide(subject, policy: .standard, at: failure + .days(5))
    #expect(after.verdict == .due(since: until))
  }

  @Test func `both stores' sixty days, shown at once and never shown`() {
    let apple = PromptCase.failing(.appStore)
    let play = PromptCase.failing(.googlePlay, tryDays: 46)
    let all = String(repeating: "!", count: 60) + "--"
    let appleShown =
      "!!!!..!..!..!..!" + "!...!...!...!." + "!....!....!....!....!....!----" + "--"
    #expect(drawing(of: apple, showing: true) == appleShown)
    #expect(drawing(of: apple, showing: false) == all)
    let days46 = String(repeating: "!", count: 46) + String(repeating: "-", count: 16)
    #expect(drawing(of: play, showing: true) == days46)
    #expect(drawing(of: play, showing: false) == days46)
  }
}
