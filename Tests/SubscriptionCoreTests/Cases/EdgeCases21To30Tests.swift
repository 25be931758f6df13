import SubscriptionCore
import Testing

/// <doc:EdgeCases#Case-21> to <doc:EdgeCases#Case-30>.
@Suite struct `Edge cases 21 to 30` {
  @Test func `case 21: an upgrade on the App Store is neither churn nor refund`() throws {
    var story = Story.appStore()
    story.tell(.productChanged, "2023-04-10") {
      $0.transactionID = "t2"
      $0.product = "platinum"
      $0.purchasedAt = at("2023-04-10")
      $0.expiresAt = at("2023-05-10")
      $0.status = .active
      $0.autoRenew = true
    }
    // The prorated refund of the upgraded transaction.
    story.tell(.refunded, "2023-04-10T00:00:05Z") {
      $0.transactionID = "t1"
      $0.purchasedAt = at("2023-04-01")
      $0.revokedAt = at("2023-04-10")
      $0.isUpgraded = true
    }
    let status = try story.status("2023-04-11")
    #expect(status.state == .active)
    #expect(status.paidThrough == at("2023-05-10"))
    #expect(status.stateSince == at("2023-04-01"))
    #expect(try story.subscriber().product == "platinum")
  }

  @Test func `case 21: an upgraded transaction seen alone is superseded`() throws {
    var story = Story(.appStore)
    story.tell(.snapshot, "2023-04-11") {
      $0.transactionID = "t1"
      $0.purchasedAt = at("2023-04-01")
      $0.expiresAt = at("2023-05-01")
      $0.isUpgraded = true
    }
    #expect(try story.status("2023-04-11").state == .superseded)
  }

  @Test func `case 22: a failure with auto-renew off and another intent is no billing issue`()
    throws
  {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01T00:01:00Z", effective: "2023-05-01") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01")
      $0.autoRenew = false
      $0.endReason = .other
    }
    let status = try story.status("2023-05-02")
    #expect(status.state == .expired)
    #expect(status.end?.reason == .other)
    #expect(status.end?.cause == nil)
    #expect(status.prompt.verdict == .withheld(.expired))
    #expect(try story.subscriber().episodes(at: at("2023-05-02"), policy: .standard).isEmpty)
  }

  @Test func `case 22: a product removed from sale ends neither by will nor by payment`() throws {
    var story = Story.appStore()
    story.tell(.expired, "2023-05-01T00:01:00Z", effective: "2023-05-01") {
      $0.status = .expired
      $0.endReason = .productUnavailable
    }
    let status = try story.status("2023-05-02")
    #expect(status.end == SubscriptionEnd(reason: .productUnavailable, at: at("2023-05-01")))
    #expect(status.end?.cause == nil)
  }

  @Test func `case 23: a retried notification takes its place by what it states`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01", heard: "2023-05-07T13:00:00Z") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    story.tell(.recovered, "2023-05-03") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-03")
      $0.expiresAt = at("2023-06-03")
      $0.status = .active
    }
    #expect(try story.status("2023-05-08").state == .active)
    #expect(try story.anomalies("2023-05-08") == [.outOfOrder])
    let once = try story.subscriber()
    story.events.append(story.events[1])
    #expect(try story.subscriber() == once)
  }

  @Test func `case 24: a late first notification with another transaction is the same payment`()
    throws
  {
    var story = Story(.appStore)
    story.tell(.snapshot, "2023-04-01T00:10:00Z") {
      $0.transactionID = "t9"
      $0.webOrderLineItemID = "w1"
      $0.purchasedAt = at("2023-04-01")
      $0.expiresAt = at("2023-05-01")
      $0.autoRenew = false
    }
    story.tell(.purchased, "2023-04-01T01:06:00Z", effective: "2023-04-01") {
      $0.transactionID = "t1"
      $0.webOrderLineItemID = "w1"
      $0.purchasedAt = at("2023-04-01")
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-04-02").state == .canceled)
    #expect(try story.anomalies("2023-04-02").isEmpty)
  }

  @Test func `case 24: an end that the store never states comes five days after its tries`() throws
  {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    let held = try story.status("2023-07-04T23:59:59.999Z")
    #expect(held.state == .hold && held.autoRenew == true)
    let over = try story.status("2023-07-05")
    #expect(over.state == .expired && over.autoRenew == false)
    #expect(over.end == SubscriptionEnd(reason: .billing, at: at("2023-07-05")))
    #expect(try story.anomalies("2023-07-05") == [.endNotStated])
    let episodes = try story.subscriber().episodes(at: at("2023-07-05"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.ranOut])
    // Until then the store may speak: 63.3 days were observed.
    story.tell(.expired, "2023-07-03T07:12:00Z") {
      $0.status = .expired
      $0.endReason = .billing
    }
    #expect(try story.status("2023-07-05").end?.at == at("2023-07-03T07:12:00Z"))
    #expect(try story.anomalies("2023-07-05").isEmpty)
  }

  @Test func `case 24: what the store confirmed lately is not ended by the calendar`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    story.tell(.snapshot, "2023-07-10") { $0.status = .hold }
    #expect(try story.status("2023-07-11").state == .hold)
    #expect(try story.status("2023-07-15").state == .expired)
  }

  @Test func `case 25: issue, cancellation and end sent at once may come in any order`() throws {
    var story = Story.appStore()
    let moment = "2023-05-01T00:00:00Z"
    story.tell(.billingFailed, moment) {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    story.tell(.autoRenewDisabled, moment) { $0.autoRenew = false }
    story.tell(.expired, moment) {
      $0.status = .expired
      $0.endReason = .billing
    }
    let expected = try story.subscriber()
    #expect(try story.status("2023-05-02").state == .expired)
    let (first, rest) = (story.events[0], story.events[1...])
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1]] {
      story.events = [first] + order.map { rest[rest.startIndex + $0] }
      #expect(try story.subscriber() == expected)
    }
  }

  @Test func `case 26: grace across a change of clocks ends when it is stated to end`() throws {
    var story = Story.appStore(bought: "2022-10-25T09:15:38Z", until: "2022-11-01T09:15:38Z")
    story.usual.period = .weekly
    story.tell(.billingFailed, "2022-11-01T09:15:40Z") {
      $0.status = .grace
      $0.expiresAt = at("2022-11-01T09:15:38Z")
      $0.graceEndsAt = at("2022-11-07T10:15:38Z")
      $0.inBillingRetry = true
    }
    let policy = graceAtAppStore(.sixteenDays)
    #expect(try story.status("2022-11-07T10:15:37Z", policy).state == .grace)
    #expect(try story.status("2022-11-07T10:15:38Z", policy).state == .hold)
  }

  @Test func `case 27: the billing day is never derived from the start`() throws {
    var story = Story.googlePlay(bought: "2026-01-31", until: "2026-02-28")
    for (day, until) in [("2026-02-28", "2026-03-28"), ("2026-03-28", "2026-04-28")] {
      story.tell(.renewed, day) {
        $0.status = .active
        $0.expiresAt = at(until)
      }
    }
    #expect(try story.status("2026-04-01").renewsAt == at("2026-04-28"))
    #expect(try story.status("2026-04-01").paidThrough == at("2026-04-28"))
  }

  @Test func `case 28: only the purchaser is asked to pay`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
      $0.familyShared = true
      $0.autoRenew = true
    }
    let status = try story.status("2023-05-02")
    #expect(status.flags.contains(.familyShared))
    #expect(status.prompt.verdict == .withheld(.familyShared))
    story.events[0].facts.price = Money(micros: 9_990_000, currency: "EUR")
    let row = try story.subscriber().summary(at: at("2023-05-02"), policy: .standard, profile: nil)
    #expect(row.price == Money(micros: 0, currency: "EUR") && row.mrr == row.price)
    #expect(row.episodes.isEmpty)
    #expect(
      try story.subscriber().episodes(at: at("2023-05-02"), policy: .standard).map(\.outcome)
        == [.open])
    story.tell(.revoked, "2023-05-03") {
      $0.familyShared = true
      $0.endReason = .familySharing
      $0.status = .revoked
    }
    let revoked = try story.status("2023-05-04")
    #expect(revoked.state == .refunded)
    #expect(revoked.end?.reason == .familySharing)
    let subscriber = try story.subscriber()
    #expect(
      subscriber.offerEligibility(at: at("2023-05-04"), policy: .standard) == .lapsedWithoutOffer)
    let told = Explanation.sentences(for: subscriber, at: at("2023-05-04"), policy: .standard)
    #expect(told.contains { $0.hasPrefix("To come back, the user subscribes in the app, or") })
  }

  @Test func `case 29: a trial that fails goes straight to retry where grace is for payers`() throws
  {
    var story = Story.appStore(bought: "2023-04-24", until: "2023-05-01")
    story.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true)
    #expect(try story.status("2023-04-25").flags.contains(.trial))
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
      $0.inBillingRetry = true
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    let status = try story.status("2023-05-02", graceAtAppStore(.sixteenDays))
    #expect(status.state == .hold)
    #expect(status.flags.contains(.trial))
    let timeline = try story.subscriber().timeline(at: at("2023-05-02"), policy: .standard)
    #expect(timeline.words.first == "trial 4/24-5/1 [4/30]")
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-05-02"), policy: .standard).first)
    #expect(!episode.enteredGrace)
  }

  @Test func `case 30: a pause whose resuming payment fails goes straight to hold`() throws {
    var story = Story.googlePlay()
    story.tell(.paused, "2023-05-01T00:00:02Z") {
      $0.status = .paused
      $0.resumesAt = at("2023-06-01")
    }
    let paused = try story.status("2023-05-10")
    #expect(paused.state == .paused)
    #expect(paused.access == Access(granted: false, until: at("2023-05-01")))
    #expect(paused.resumesAt == at("2023-06-01"))
    #expect(paused.end == nil)
    #expect(paused.prompt.verdict == .withheld(.paused))
    story.tell(.holdStarted, "2023-06-01T00:00:05Z") { $0.status = .hold }
    let held = try story.status("2023-06-02")
    #expect(held.state == .hold)
    #expect(try story.anomalies("2023-06-02").isEmpty)
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-06-02"), policy: .standard).first)
    #expect(episode.failedAt == at("2023-06-01T00:00:05Z"))
    #expect(!episode.enteredGrace)
    // The tries are counted from the resumption, not from what was paid for before the pause.
    #expect(held.retryEnds == at("2023-07-01T00:00:05Z"))
  }

  @Test(arguments: ["2023-04-09T23:59:59Z", "2023-04-10", "2023-04-12"])
  func `case 21: what took an upgraded transaction's place goes on under its name`(
    told: String
  ) throws {
    var story = Story.appStore()
    story.tell(.superseded, told) { $0.transactionID = "t1" }
    #expect(try story.status("2023-04-13").state == .superseded)
    story.tell(.purchased, "2023-04-10") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-04-10")
      $0.expiresAt = at("2023-05-10")
      $0.product = "platinum"
    }
    let status = try story.status("2023-04-13")
    #expect(status.state == .active)
    #expect(status.paidThrough == at("2023-05-10"))
    #expect(try story.subscriber().product == "platinum")
    #expect(try story.anomalies("2023-04-13").isEmpty)
  }
}
