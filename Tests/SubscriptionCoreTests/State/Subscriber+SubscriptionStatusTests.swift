import SubscriptionCore
import Testing

@Suite struct `The next change by the clock` {
  /// A policy whose rule looks at the time at some hundred instants and never applies.
  private func busyPolicy() throws -> ChurnPolicy {
    let idle = try stride(from: 240, to: 540, by: 60).map { first in
      let tests = (first..<first + 60).map { "retry<\($0)h" }.joined(separator: " | ")
      return try PromptRule(
        name: "idle", when: try Filter.parse("country:XX (\(tests))"), plan: PromptPlan())
    }
    let plan = PromptPlan(step: .ownBanner, cadence: .days(52))
    return ChurnPolicy(
      recovery: googlePlay(graceDays: 0, holdDays: 60).recovery,
      prompts: PromptPolicy(googlePlay: plan, rules: idle))
  }

  @Test func `is never missed, however often nothing changes before it`() throws {
    var story = Story.googlePlay()
    story.tell(.holdStarted, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    story.record(.promptShown, "2023-05-02", step: 3)
    let policy = try busyPolicy()
    let due = at("2023-06-23")
    let before = try story.status("2023-06-22T23:59:59Z", policy)
    #expect(before.prompt.verdict == .scheduled(at: due))
    #expect(try story.status("2023-06-23", policy).prompt.isDue)
    // Whoever looks again at each next change, and at no other time, meets the change.
    var now = at("2023-05-03")
    var looks = 0
    let subscriber = try story.subscriber()
    while now < due, looks < 10 {
      looks += 1
      now = try #require(subscriber.status(at: now, policy: policy).nextChangeAt)
    }
    #expect(now == due)
    #expect(looks <= 3)
  }
}
