import SubscriptionCore
import Testing

struct PromptTraceTests {
  private func text(_ trace: [PromptCondition]) -> String {
    trace.map { "\($0.holds ? "✓" : "✗") \($0.condition): \($0.value)" }.joined(separator: "\n")
  }

  @Test func `the trace of a due prompt reads as the reason`() {
    let subject = PromptCase.failing(.appStore, .grace, graceDays: 16).shown(3)
    let trace = PromptSchedule.trace(subject, policy: .standard, at: failure + .days(9))
    #expect(
      text(trace) == """
        ✓ state is grace or hold: grace
        ✓ environment is production: production
        ✓ the user pays, not the family: own
        ✓ no price change awaits consent: none
        ✓ the product is for sale: for sale
        ✓ auto-renew is not off: on
        ✓ prompts are not suppressed: allowed
        ✓ the store still tries: until 2026-12-31T09:00:00Z
        ✓ the policy shows a prompt: step 2 by rule default
        ✓ prompts of the step are below the cap: 1, no cap
        ✓ nothing shown in the App Store's window (day 10 since the failure): \
        shown 2026-11-04T09:00:00Z
        ✓ prompts are not snoozed: none
        ✓ outside of quiet hours: none
        """)
  }

  @Test func `the trace of a withheld prompt names each obstacle`() {
    let policy = PromptPolicy(
      googlePlay: PromptPlan(
        step: .ownBanner, cadence: .days(3), cap: 1,
        quietHours: QuietHours(from: 480, to: 600, utcOffset: .hours(-1))))
    let subject = PromptCase.failing(.googlePlay).shown(1, step: .ownBanner).with {
      $0.environment = .sandbox
      $0.autoRenew = nil
      $0.snoozedUntil = failure + .days(4)
    }
    let trace = PromptSchedule.trace(subject, policy: policy, at: failure + .days(2))
    #expect(
      text(trace.filter { !$0.holds }) == """
        ✗ environment is production: sandbox
        ✗ prompts of the step are below the cap: 1 of 1
        ✗ last banner at least 3d ago, any prompt 1d: shown 2026-11-02T09:00:00Z
        ✗ prompts are not snoozed: until 2026-11-05T09:00:00Z
        ✗ outside of quiet hours 08:00-10:00: 08:00 -01:00
        """)
    #expect(trace.contains { $0.condition == "auto-renew is not off" && $0.value == "not stated" })
  }

  @Test func `nothing is said about a schedule where nothing fails`() {
    let subject = PromptCase.failing(.appStore).with { $0.state = .paused }
    let trace = PromptSchedule.trace(subject, policy: .standard, at: failure)
    #expect(trace.count == 7)
    #expect(
      trace.first
        == PromptCondition(
          condition: "state is grace or hold", value: "paused", holds: false))
  }
}
