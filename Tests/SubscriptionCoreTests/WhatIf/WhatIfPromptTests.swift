import SubscriptionCore
import Testing

/// The prompts of a replay: the holdout, and what counts as a difference.
@Suite struct WhatIfPromptTests {
  private func prompts(_ plan: PromptPlan, holdout: PromptHoldout? = nil) -> ChurnPolicy {
    var policy = ChurnPolicy.standard
    (policy.prompts.appStore, policy.prompts.googlePlay) = (plan, plan)
    policy.prompts.holdout = holdout
    return policy
  }

  @Test(arguments: ["a1", "a2", "a3", "a4"])
  func `each account is in its own part of the holdout`(salt: String) {
    let holdout = PromptHoldout(percent: 50, salt: salt)
    let plan = PromptPlan(step: .ownBanner, cadence: .days(3))
    var capped = plan
    capped.cap = 5
    var replay = whatIf(
      (prompts(capped, holdout: holdout), []), current: prompts(plan, holdout: holdout))
    var heldOut = 0
    for number in 0..<40 {
      let record = EpisodeRecord.failed(.appStore, .ranOut, day: 60, id: "s\(number)")
      let isHeldOut = holdout.holdsOut(account: nil, subscription: record.subscription)
      let comparison = replay.add(record)
      #expect(comparison.current.prompts.total == (isHeldOut ? 0 : 20))
      #expect(comparison.candidate.prompts.total == (isHeldOut ? 0 : 5))
      heldOut += isHeldOut ? 1 : 0
    }
    let report = replay.report()
    #expect((1..<40).contains(heldOut) && report.gaps.heldOut == heldOut)
    #expect(report.assumptions.contains { $0.hasPrefix("\(heldOut) episodes of accounts that a") })
  }

  @Test func `failures before the first day of a holdout have prompts`() {
    let since = CivilDate(decline + .days(1))
    let holdout = PromptHoldout(percent: 50, salt: "a1", since: since)
    let plan = PromptPlan(step: .ownBanner, cadence: .days(3))
    var replay = whatIf((prompts(plan, holdout: holdout), []), current: prompts(plan))
    for number in 0..<10 {
      replay.add(.failed(.appStore, .ranOut, day: 60, id: "s\(number)"))
    }
    let report = replay.report()
    #expect(report.differences.episodes == 0 && report.gaps.heldOut == 0)
    #expect(report.candidate.prompts == 200)
  }

  @Test(arguments: [
    (PromptPlan(step: .officialMessage), PromptPlan(step: .ownBanner, cadence: .days(1)), true),
    (
      PromptPlan(step: .ownBanner, cadence: .days(1), cap: 5),
      PromptPlan(step: .ownBanner, cadence: .days(3), cap: 5), true
    ),
    (
      PromptPlan(step: .ownBanner, cadence: .days(1), cap: 70),
      PromptPlan(step: .ownBanner, cadence: .days(1), cap: 80), false
    ),
  ])
  func `prompts of another step or on other days are a difference`(
    before: PromptPlan, after: PromptPlan, differs: Bool
  ) {
    var replay = whatIf((prompts(after), []), current: prompts(before))
    let comparison = replay.add(.failed(.googlePlay, grace: 7, .ranOut, day: 60))
    #expect(comparison.current.prompts.total == comparison.candidate.prompts.total)
    #expect(comparison.differs == differs)
    let report = replay.report()
    #expect(report.differences.episodes == (differs ? 1 : 0))
    #expect(report.largest.count == (differs ? 1 : 0))
  }

  @Test func `the order of rules and the holdout are settings that can differ`() throws {
    func rule(_ name: String) throws -> PromptRule {
      try PromptRule(name: name, when: Filter.parse("country:JP"), plan: PromptPlan())
    }
    let (first, second, third) = (try rule("a"), try rule("b"), try rule("c"))
    var (current, candidate) = (ChurnPolicy.standard, ChurnPolicy.standard)
    current.prompts.rules = [first, second]
    candidate.prompts.rules = [second, third, first]
    current.prompts.holdout = PromptHoldout(percent: 50, salt: "a1")
    candidate.prompts.holdout = PromptHoldout(
      percent: 10, salt: "a1", since: CivilDate(year: 2026, month: 9, day: 1))
    func rows(_ current: ChurnPolicy, _ candidate: ChurnPolicy) -> [String] {
      PolicyDifference.rows(whatIf((candidate, []), current: current)).filter(\.differs)
        .map { "\($0.setting): \($0.current) -> \($0.candidate)" }
    }
    let differing = rows(current, candidate)
    #expect(differing.count == 3 && differing[0].hasPrefix("rule c: none -> "))
    #expect(differing[1] == "order of rules: a, b -> b, a")
    #expect(differing[2] == "holdout: 50 % by 'a1' -> 10 % by 'a1' since 2026-09-01")
    (candidate.prompts.rules, candidate.prompts.holdout) = ([first, second], nil)
    #expect(rows(current, candidate) == ["holdout: 50 % by 'a1' -> none"])
    #expect(rows(current, current).isEmpty)
  }
}
