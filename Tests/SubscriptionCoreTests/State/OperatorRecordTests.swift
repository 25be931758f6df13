import SubscriptionCore
import Testing

@Suite struct `What operators record` {
  private func onHold() -> Story {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
      $0.autoRenew = true
    }
    return story
  }

  @Test func `a prompt shown puts the next one off`() throws {
    var story = onHold()
    #expect(try story.status("2023-05-01T01:00:00Z").prompt.isDue)
    story.record(.promptShown, "2023-05-01T02:00:00Z", step: 2)
    let status = try story.status("2023-05-01T03:00:00Z")
    #expect(status.prompt.verdict == .scheduled(at: at("2023-05-02")))
    #expect(status.prompt.shownInEpisode == 1)
    #expect(status.nextChangeAt == at("2023-05-02"))
    #expect(try story.status("2023-05-02").prompt.isDue)
  }

  @Test func `a prompt of an earlier episode does not count`() throws {
    var story = onHold()
    story.record(.promptShown, "2023-05-02", step: 2)
    story.tell(.recovered, "2023-05-03") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-03")
      $0.expiresAt = at("2023-06-03")
    }
    story.tell(.billingFailed, "2023-06-03") {
      $0.status = .hold
      $0.transactionID = "t2"
      $0.expiresAt = at("2023-06-03")
    }
    let status = try story.status("2023-06-03T12:00:00Z")
    #expect(status.prompt.shownInEpisode == 0)
    #expect(status.prompt.isDue)
    #expect(try story.subscriber().promptsShown.count == 1)
    let outcomes = try story.subscriber().episodes(at: at("2023-06-04"), policy: .standard)
    #expect(outcomes.map(\.outcome) == [.recoveredInHold, .open])
  }

  @Test func `a snooze waits until its end, and the latest one counts`() throws {
    var story = onHold()
    story.record(.promptSnoozed, "2023-05-02", until: "2023-05-20")
    story.record(.promptSnoozed, "2023-05-03", until: "2023-05-10")
    let status = try story.status("2023-05-04")
    #expect(!status.prompt.isDue)
    let summary = try story.subscriber().summary(
      at: at("2023-05-04"), policy: .standard, profile: nil)
    #expect(summary.snoozedUntil == at("2023-05-10"))
    #expect(status.nextChangeAt == at("2023-05-10"))
    #expect(try story.status("2023-05-10").prompt.isDue)
  }

  @Test func `suppressing lasts for the episode`() throws {
    var story = onHold()
    story.record(.promptSuppressed, "2023-05-02")
    #expect(try story.status("2023-05-20").prompt.verdict == .withheld(.suppressed))
    story.tell(.recovered, "2023-05-25") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-25")
      $0.expiresAt = at("2023-06-25")
    }
    story.tell(.billingFailed, "2023-06-25") {
      $0.status = .hold
      $0.transactionID = "t2"
      $0.expiresAt = at("2023-06-25")
    }
    #expect(try story.status("2023-06-26").prompt.isDue)
  }

  @Test func `a claim ends by the clock`() throws {
    var story = onHold()
    story.record(.claimed, "2023-05-02", until: "2023-05-03")
    let subscriber = try story.subscriber()
    #expect(subscriber.claimedBy(at: at("2023-05-02T12:00:00Z")) == "ann")
    #expect(subscriber.claimedBy(at: at("2023-05-03")) == nil)
    #expect(subscriber.claimedBy(at: at("2023-05-01T12:00:00Z")) == nil)
    #expect(
      subscriber.status(at: at("2023-05-02T12:00:00Z"), policy: .standard).nextChangeAt
        == at("2023-05-03"))
  }

  @Test func `what is taken back never was, and taking that back brings it back`() throws {
    var story = onHold()
    story.record(.promptSuppressed, "2023-05-02")
    let suppression = try #require(story.events.last?.id)
    story.record(.undone, "2023-05-03", undoes: suppression)
    let undoing = try #require(story.events.last?.id)
    #expect(try story.status("2023-05-04").prompt.isDue)
    story.record(.undone, "2023-05-05", undoes: undoing)
    #expect(try story.status("2023-05-06").prompt.verdict == .withheld(.suppressed))
  }

  @Test func `notes are kept, and a refresh is asked for until the store answers`() throws {
    var story = onHold()
    story.record(.noted, "2023-05-02", text: "called, will change card")
    story.record(.refreshRequested, "2023-05-03")
    let asked = try story.subscriber()
    #expect(asked.notes == ["called, will change card"])
    #expect(asked.refreshRequestedAt == at("2023-05-03"))
    story.tell(.snapshot, "2023-05-03T00:00:02Z") { $0.status = .hold }
    #expect(try story.subscriber().refreshRequestedAt == nil)
  }

  @Test func `actions alone are no subscriber`() {
    var story = Story(.appStore)
    story.record(.noted, "2023-05-02", text: "who?")
    #expect(Subscriber.fold(story.events) == nil)
    #expect(Subscriber.fold([]) == nil)
  }
}
