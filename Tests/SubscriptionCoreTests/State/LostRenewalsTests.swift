import SubscriptionCore
import Testing

/// Lives of which renewals, payments or the beginning of a failure were never heard.
@Suite struct LostRenewalsTests {
  /// Bought on 1 January, renewals unheard, in grace from 1 April, on hold from 8 April.
  private var held: Story {
    var story = Story.googlePlay(bought: "2026-01-01", until: "2026-02-01")
    story.tell(.billingFailed, "2026-04-01") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2026-04-08"), at("2026-04-08"))
      ($0.autoRenew, $0.orderID) = (true, "GPA.1..2")
    }
    story.tell(.holdStarted, "2026-04-08") {
      ($0.status, $0.expiresAt) = (.hold, at("2026-04-08"))
      ($0.autoRenew, $0.endReason) = (true, .billing)
    }
    return story
  }

  @Test func `hold after lost renewals lasts from the first word of the failure`() throws {
    let status = try held.status("2026-04-20")
    #expect(status.state == .hold)
    #expect(status.stateSince == at("2026-04-08"))
    #expect(status.retryEnds == at("2026-05-31"))
    #expect(status.end == nil)
    guard case .due = status.prompt.verdict else {
      Issue.record("a prompt is due: \(status.prompt.verdict)")
      return
    }
  }

  @Test func `what was paid for until then is no gap`() throws {
    let spans = try held.subscriber().timeline(at: at("2026-04-20"), policy: .standard)
    #expect(
      spans.prefix(3).map { "\($0.kind) \($0.from.rfc3339.prefix(10)) \($0.access)" } == [
        "paid 2026-01-01 true", "grace 2026-04-01 true", "hold 2026-04-08 false",
      ])
    let episode = try #require(
      try held.subscriber().episodes(at: at("2026-04-20"), policy: .standard).first)
    #expect(episode.failedAt == at("2026-04-01"))
  }

  @Test func `a resource on hold says when access was lost, whenever it is fetched`() throws {
    var story = Story.googlePlay(bought: "2026-01-01", until: "2026-02-01")
    story.tell(.snapshot, "2026-04-20") {
      ($0.status, $0.expiresAt) = (.hold, at("2026-04-08"))
      ($0.autoRenew, $0.endReason) = (true, .billing)
    }
    let status = try story.status("2026-04-20")
    #expect(status.state == .hold)
    #expect(status.retryEnds == at("2026-06-07"))
  }

  @Test func `a failure near the date of its renewal begins with it`() throws {
    var story = Story.googlePlay(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.billingFailed, "2026-04-02") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2026-04-08"), at("2026-04-08"))
      $0.autoRenew = true
    }
    #expect(try story.status("2026-04-20").retryEnds == at("2026-05-31"))
  }

  @Test func `an end for want of payment long after the last renewal heard has no long hold`()
    throws
  {
    var story = Story.googlePlay(bought: "2026-01-01", until: "2026-02-01")
    story.tell(.expired, "2026-09-01") {
      ($0.status, $0.expiresAt, $0.endReason) = (.expired, at("2026-09-01"), .billing)
    }
    let episodes = try story.subscriber().episodes(at: at("2026-09-02"), policy: .standard)
    #expect(episodes.map(\.failedAt) == [at("2026-09-01")])
    #expect(episodes.first?.outcome == .ranOut)
  }

  @Test func `a failure after a recovery that was lost is another failure`() throws {
    var story = Story.appStore(bought: "2026-01-01", until: "2026-02-01")
    story.tell(.billingFailed, "2026-02-01") {
      ($0.transactionID, $0.expiresAt, $0.status) = ("t1", at("2026-02-01"), .hold)
    }
    // Recovered on 10 February and renewed since, all unheard.
    story.tell(.billingFailed, "2026-09-10") {
      ($0.transactionID, $0.purchasedAt) = ("t9", at("2026-08-10"))
      ($0.expiresAt, $0.status, $0.inBillingRetry) = (at("2026-09-10"), .hold, true)
    }
    let status = try story.status("2026-09-20")
    #expect(status.state == .hold)
    #expect(status.retryEnds == at("2026-11-09"))
    let episodes = try story.subscriber().episodes(at: at("2026-09-20"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInHold, .open])
  }

  @Test func `a voided order that was never heard of and has a lower number is an earlier one`()
    throws
  {
    var story = Story(.googlePlay)
    story.resource(.snapshot, on: "2026-03-05", until: "2026-04-01", order: "GPA.1-2-3-4..3")
    story.tell(.refunded, "2026-03-10", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1-2-3-4", at("2026-03-10"), .refund)
    }
    #expect(try story.status("2026-03-11").state == .active)
    var bare = Story(.googlePlay)
    bare.tell(.purchased, "2026-01-01") { $0.status = .active }
    bare.tell(.renewed, "2026-02-01")
    bare.tell(.refunded, "2026-02-10", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1-2-3-4", at("2026-02-10"), .refund)
    }
    #expect(try bare.status("2026-02-11").state == .active)
  }

  @Test(arguments: [true, false])
  func `case 17: a voided order of a period that is over takes nothing of a renewal`(
    isReported: Bool
  ) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    if isReported { story.tell(.renewed, "2026-04-01T00:00:10Z") { $0.product = nil } }
    func void(_ day: String, _ order: String) {
      story.tell(.refunded, day, source: .googlePlayVoidedPurchase) {
        ($0.orderID, $0.revokedAt, $0.endReason) = (order, at(day), .refund)
      }
    }
    void("2026-04-10", "GPA.1-2-3-4")
    let status = try story.status("2026-04-11")
    #expect(status.state == (isReported ? .active : .renewalPending))
    #expect(status.end == nil)
    let told = Explanation.sentences(
      for: try story.subscriber(), at: at("2026-04-11"), policy: .standard)
    #expect(told.contains { $0.contains("The payment of 1 Mar 2026 00:00 UTC was refunded") })
    // The order of the renewal itself, and one of the period that runs, are the latest payment.
    void("2026-04-12", "GPA.1-2-3-4..0")
    #expect(try story.status("2026-04-13").state == .refunded)
  }

  // MARK: Extensions

  @Test(arguments: [EventKind.billingFailed, .expired])
  func `a later date of the same transaction was paid for until then`(kind: EventKind) throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.tell(kind, "2026-04-11T00:00:30Z", effective: "2026-04-11") {
      ($0.transactionID, $0.purchasedAt) = ("t1", at("2026-03-01"))
      ($0.expiresAt, $0.autoRenew) = (at("2026-04-11"), kind == .billingFailed)
      $0.status = kind == .expired ? .expired : .hold
      $0.endReason = kind == .expired ? .voluntary : .billing
    }
    let spans = try story.subscriber().timeline(at: at("2026-04-12"), policy: .standard)
    #expect(spans.first?.to == at("2026-04-11"), "\(spans)")
    #expect(spans.dropFirst().allSatisfy { !$0.access }, "\(spans)")
  }

  @Test func `a decline that only its recovery tells of has the amount of the renewal`() throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.events[0].facts.price = Money(micros: 9_990_000, currency: "USD")
    story.tell(.recovered, "2026-04-20") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2026-04-20"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2026-05-20"), .active, true)
    }
    let payments = try story.subscriber().payments(in: story.events, at: at("2026-04-21"))
    #expect(payments.map(\.kind) == [.paid, .declined, .paid])
    #expect(payments[1].amount == Money(micros: 9_990_000, currency: "USD"))
  }

  // MARK: Trials

  private var trial: Story {
    var story = Story(.appStore)
    story.tell(.purchased, "2026-01-01") {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = ("1", at("2026-01-01"), at("2026-01-08"))
      ($0.status, $0.autoRenew) = (.active, true)
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    return story
  }

  /// What a transaction of the base phase states.
  private func paid(_ facts: inout StoreFacts, from: String, until: String) {
    (facts.transactionID, facts.purchasedAt, facts.expiresAt) = ("2", at(from), at(until))
  }

  private func spans(_ story: Story, _ now: String) throws -> [String] {
    try story.subscriber().timeline(at: at(now), policy: .standard)
      .filter { !$0.projected }.map { "\($0.kind) \($0.from.rfc3339.prefix(10))" }
  }

  @Test func `a trial ends with an upgrade`() throws {
    var story = trial
    story.tell(.productChanged, "2026-01-04") {
      paid(&$0, from: "2026-01-04", until: "2026-02-04")
      ($0.status, $0.autoRenew, $0.product) = (.active, true, "platinum")
    }
    #expect(try !story.status("2026-01-05").flags.contains(.trial))
    #expect(try spans(story, "2026-01-05") == ["trial 2026-01-01", "paid 2026-01-04"])
  }

  @Test func `a trial ends when its first renewal was never heard`() throws {
    var story = trial
    story.tell(.autoRenewDisabled, "2026-01-20") {
      paid(&$0, from: "2026-01-08", until: "2026-02-08")
      ($0.status, $0.autoRenew) = (.active, false)
    }
    let status = try story.status("2026-01-21")
    #expect(!status.flags.contains(.trial))
    #expect(status.paidThrough == at("2026-02-08"))
    #expect(
      try spans(story, "2026-01-21") == [
        "trial 2026-01-01", "paid 2026-01-08", "canceled 2026-01-20",
      ])
  }

  @Test func `a renewal that fails after a lost one is no failing trial`() throws {
    var story = trial
    story.tell(.billingFailed, "2026-02-08") {
      paid(&$0, from: "2026-01-08", until: "2026-02-08")
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.hold, true, true)
    }
    #expect(try !story.status("2026-02-10").flags.contains(.trial))
    #expect(
      try spans(story, "2026-02-10") == ["trial 2026-01-01", "paid 2026-01-08", "hold 2026-02-08"])
  }

  @Test func `at Google Play a trial ends with a later order or the base phase`() throws {
    for isLater in [true, false] {
      var story = Story(.googlePlay)
      story.resource(.purchased, on: "2026-01-01", until: "2026-01-08", order: "GPA.1") {
        $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
      }
      story.resource(
        .priceChanged, on: "2026-01-20", until: "2026-02-08", order: isLater ? "GPA.1..0" : "GPA.1"
      ) {
        if !isLater { $0.isBasePhase = true }
      }
      #expect(try !story.status("2026-01-21").flags.contains(.trial))
      #expect(try spans(story, "2026-01-21") == ["trial 2026-01-01", "paid 2026-01-08"])
    }
  }

  // MARK: Announced failures

  @Test func `an announced failure moves neither the state nor the end of the tries`() throws {
    for status in [StatedStatus?.none, .hold] {
      var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
      let before = try story.status("2026-03-31T20:00:00Z")
      story.tell(.billingFailed, "2026-03-31T12:00:00Z") {
        ($0.transactionID, $0.purchasedAt) = ("t1", at("2026-03-01"))
        ($0.expiresAt, $0.status, $0.inBillingRetry) = (at("2026-04-01"), status, true)
      }
      if status == nil {
        let status = try story.status("2026-03-31T20:00:00Z")
        #expect(status.state == .active)
        #expect(status.stateSince == before.stateSince)
        #expect(status.flags.contains(.billingIssue))
      }
      #expect(try story.status("2026-04-10").retryEnds == at("2026-05-31"))
    }
  }

  @Test func `an announced failure that is settled before its date changed nothing`() throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.billingFailed, "2026-03-31T12:00:00Z") {
      ($0.transactionID, $0.expiresAt) = ("t1", at("2026-04-01"))
    }
    story.tell(.renewed, "2026-03-31T18:00:00Z") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2026-03-31T18:00:00Z"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2026-05-01"), .active, true)
    }
    let status = try story.status("2026-04-10")
    #expect(status.state == .active)
    #expect(status.stateSince == at("2026-03-01"))
    #expect(status.paidThrough == at("2026-05-01"))
    #expect(try story.subscriber().episodes(at: at("2026-04-10"), policy: .standard).isEmpty)
  }

  @Test func `a status with a transaction renewed early takes its dates at once`() throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    for purchased in ["2026-03-31T10:00:00Z", "2026-04-01"] {
      story.tell(.snapshot, "2026-03-31T12:00:00Z") {
        ($0.transactionID, $0.purchasedAt) = ("t2", at(purchased))
        ($0.expiresAt, $0.status, $0.autoRenew) = (at("2026-05-01"), .active, true)
        $0.renewsAt = at("2026-05-01")
      }
      let status = try story.status("2026-03-31T13:00:00Z")
      #expect(status.paidThrough == at("2026-05-01"))
      #expect(status.renewsAt == at("2026-05-01"))
      #expect(status.stateSince == at("2026-03-01"))
    }
  }

  @Test func `the kept date of a past recovery does not follow today's plan`() throws {
    var story = Story.googlePlay(bought: "2026-01-01", until: "2026-02-01")
    story.usual.basePlan = "p1m"
    story.tell(.billingFailed, "2026-02-01T00:00:08Z") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2026-02-08"), at("2026-02-08"))
    }
    story.tell(.renewed, "2026-02-05") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2026-03-01"), true)
    }
    #expect(try kept(story) == [true])
    story.usual.period = .yearly
    story.usual.basePlan = "p1y"
    story.tell(.productChanged, "2026-02-20") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2027-02-20"), true)
      $0.product = "annual"
    }
    #expect(try kept(story) == [true])
  }

  private func kept(_ story: Story) throws -> [Bool?] {
    try story.subscriber().episodes(at: at("2026-03-10"), policy: .standard)
      .map(\.renewalDateKept)
  }
}
