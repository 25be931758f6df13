import Foundation
import SubscriptionCore
import Testing

struct PromptPolicyTests {
  private func read(_ json: String) throws -> PromptPolicy {
    try JSONDecoder().decode(PromptPolicy.self, from: Data(json.utf8))
  }

  @Test func `an empty configuration is Step 2 on both stores`() throws {
    #expect(try read("{}") == .standard)
    #expect(PromptPolicy.standard.appStore.step == .officialMessage)
    #expect(PromptPolicy.standard.googlePlay.step == .officialMessage)
  }

  static let whole = """
    {"appStore": {"step": 2, "escalation": {"step": 3, "within": "3d"}},
     "googlePlay": {"step": 1},
     "rules": [{"name": "hold-7d", "when": "store:app-store state:hold", "step": 3,
                "cadence": "7d", "cap": 5,
                "quietHours": {"from": "22:00", "to": "08:00", "utcOffset": "1h"}}]}
    """

  @Test func `every part is read and written back`() throws {
    let policy = try read(Self.whole)
    #expect(policy.appStore.escalation == PromptPlan.Escalation(within: .days(3)))
    #expect(policy.googlePlay.step == .storeMessages)
    let plan = try #require(policy.rules.first).plan
    #expect(plan.step == .ownBanner && plan.cadence == .days(7) && plan.cap == 5)
    #expect(plan.quietHours == QuietHours(from: 1320, to: 480, utcOffset: .hours(1)))
    let data = try JSONEncoder().encode(policy)
    #expect(try JSONDecoder().decode(PromptPolicy.self, from: data) == policy)
  }

  @Test(arguments: [
    #"{"rules": [{"name": "a", "when": "due:now"}]}"#,
    #"{"rules": [{"name": "a", "when": "stat:grace"}]}"#,
    #"{"rules": [{"when": "state:grace"}]}"#,
    #"{"appStore": {"cadence": "0s"}}"#,
    #"{"appStore": {"cadence": "often"}}"#,
    #"{"appStore": {"cap": -1}}"#,
    #"{"appStore": {"step": 4}}"#,
    #"{"appStore": {"escalation": {"step": 3}}}"#,
    #"{"appStore": {"quietHours": {"from": "24:00", "to": "08:00"}}}"#,
    #"{"appStore": {"quietHours": {"from": "22:+5", "to": "08:00"}}}"#,
    #"{"appStore": {"quietHours": {"from": "22:00", "to": "-0:30"}}}"#,
    #"{"appStore": {"quietHours": {"from": "22:00", "to": "08:00", "utcOffset": "20h"}}}"#,
  ])
  func `a configuration that means nothing is refused`(_ json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }

  @Test func `the first rule that matches chooses the plan and gives its name`() throws {
    let policy = PromptPolicy(rules: [
      try PromptRule(
        name: "pro", when: try Filter.parse("plan:~pro mrr<5eur"),
        plan: PromptPlan(step: .ownBanner)),
      try PromptRule(
        name: "hold", when: try Filter.parse("state:hold"), plan: PromptPlan(step: .storeMessages)),
    ])
    func rule(_ subject: PromptCase) -> String? {
      PromptSchedule.decide(subject, policy: policy, at: failure + .hours(1)).rule
    }
    let hold = PromptCase.failing(.appStore)
    let cheap = hold.with {
      $0.plan = .monthly
      $0.price = Money(micros: 4_990_000, currency: "EUR")
      $0.mrr = $0.price
    }
    #expect(rule(hold) == "hold")
    #expect(rule(cheap) == "pro")
    #expect(rule(.failing(.googlePlay, .grace, graceDays: 7)) == "default")
    #expect(rule(hold.with { $0.state = .active }) == nil)
  }

  @Test func `Step 3 takes over in the last days of access and only then`() {
    let policy = PromptPolicy(
      googlePlay: PromptPlan(cadence: .days(2), escalation: PromptPlan.Escalation(within: .days(3)))
    )
    let grace = PromptCase.failing(.googlePlay, .grace, graceDays: 14)
    let ticks = PromptSchedule.upcoming(grace, policy: policy, from: failure, count: 16)
    let drawn = (0..<17).map { day -> String in
      let tick = ticks.first { $0.at == failure + .days(day) }
      return tick.map { String($0.step.rawValue) } ?? "."
    }
    let expected = "22222222222" + "3.3" + "222"
    #expect(drawn.joined() == expected)
    let begins = PromptSchedule.decide(grace, policy: policy, at: failure + .days(12))
    #expect(begins.verdict == .due(since: failure + .days(11)))
    #expect(begins.message == .banner)
  }

  @Test func `quiet hours put a prompt off to their end`() {
    let quiet = QuietHours(from: 22 * 60, to: 8 * 60, utcOffset: .hours(1))
    let policy = PromptPolicy(googlePlay: PromptPlan(quietHours: quiet))
    let subject = PromptCase.failing(.googlePlay)
    func verdict(_ subject: PromptCase, _ hours: Int) -> PromptDecision.Verdict {
      PromptSchedule.decide(subject, policy: policy, at: failure + .hours(hours)).verdict
    }
    // The failure is at 09:00 UTC, 10:00 at +1 h.
    #expect(verdict(subject, 11) == .due(since: failure))
    #expect(verdict(subject, 12) == .scheduled(at: failure + .hours(22)))
    #expect(verdict(subject, 22) == .due(since: failure))
    let shownLate = subject.with {
      $0.shown = [.init(at: failure + .hours(14), step: .officialMessage)]
    }
    #expect(verdict(shownLate, 30) == .scheduled(at: failure + .hours(46)))
    #expect(verdict(shownLate, 47) == .due(since: failure + .hours(46)))
  }

  @Test func `the cadence of Step 3 counts from its own prompts, a day from those of Step 2`() {
    let policy = PromptPolicy(
      googlePlay: PromptPlan(escalation: PromptPlan.Escalation(within: .days(2))))
    let access = failure + .days(14)
    let shown = failure + .days(11) + .hours(18)
    let subject = PromptCase.failing(.googlePlay, .grace, graceDays: 14).with {
      $0.shown = [.init(at: shown, step: .officialMessage)]
    }
    func verdict(_ subject: PromptCase, _ instant: Timestamp) -> PromptDecision.Verdict {
      PromptSchedule.decide(subject, policy: policy, at: instant).verdict
    }
    let opening = shown + .days(1)
    #expect(verdict(subject, access - .days(2)) == .scheduled(at: opening))
    #expect(verdict(subject, opening) == .due(since: opening))
    let bannered = subject.with { $0.shown.append(.init(at: opening, step: .ownBanner)) }
    // Its next one would come after access has ended, when the plan's own step applies again.
    let foreseen = PromptSchedule.decide(bannered, policy: policy, at: opening + .hours(1))
    #expect(foreseen.verdict == .scheduled(at: access))
    #expect(foreseen.step == .officialMessage)
    let held = bannered.with { ($0.state, $0.accessUntil) = (.hold, nil) }
    #expect(verdict(held, access) == .due(since: opening + .days(1)))
  }

  @Test func `a cap counts the prompts of the step that applies`() {
    let policy = PromptPolicy(appStore: PromptPlan(step: .ownBanner, cadence: .days(1), cap: 2))
    let subject = PromptCase.failing(.appStore).shown(0, 1, 2, step: .officialMessage)
      .shown(4, step: .ownBanner)
    let due = PromptSchedule.decide(subject, policy: policy, at: failure + .days(6))
    #expect(due.verdict == .due(since: failure + .days(5)))
    #expect(due.nextAt == nil)
    #expect(due.shownInEpisode == 4)
    let full = subject.shown(6, step: .ownBanner)
    let capped = PromptSchedule.decide(full, policy: policy, at: failure + .days(9))
    #expect(capped.verdict == .withheld(.capReached))
  }
}
