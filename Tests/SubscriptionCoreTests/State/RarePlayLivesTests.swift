import SubscriptionCore
import Testing

/// Rare lives at Google Play, each as the shortest story that shows the rule.
@Suite struct RarePlayLivesTests {
  private func told(_ story: Story, _ now: String) throws -> String {
    Explanation.sentences(for: try story.subscriber(), at: at(now), policy: .standard)
      .joined(separator: "\n")
  }

  // MARK: Acknowledgement

  @Test func `case 37: what is not paid for yet awaits no acknowledgement`() throws {
    var story = Story(.googlePlay)
    story.tell(.purchasePending, "2026-03-01") {
      ($0.status, $0.acknowledgementPending) = (.pending, true)
    }
    #expect(try story.status("2026-03-02").flags.isEmpty)
    #expect(try !told(story, "2026-03-02").contains("acknowledged"))
    story.resource(.purchased, on: "2026-03-03", until: "2026-04-03") {
      ($0.acknowledgementPending, $0.startedAt) = (true, at("2026-03-03"))
    }
    #expect(try story.status("2026-03-04").flags == [.acknowledgementPending])
    #expect(try told(story, "2026-03-04").contains("Google Play refunds it on 6 Mar 2026"))
  }

  @Test func `case 37: a test purchase is refunded within minutes`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-03-01T00:05:00Z") {
      ($0.acknowledgementPending, $0.environment) = (true, .sandbox)
    }
    let told = try told(story, "2026-03-01T00:01:00Z")
    #expect(told.contains("Google Play refunds it after some minutes."), "\(told)")
  }
}
