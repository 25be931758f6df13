import SubscriptionCore
import Testing

/// <doc:GoldenCases#G14>: who may still get an introductory offer.
@Suite struct `Offer eligibility` {
  private func eligibility(
    _ story: Story, _ time: String, beside related: [RelatedPurchase] = []
  ) throws -> OfferEligibility {
    try story.subscriber(beside: related).offerEligibility(at: at(time), policy: .standard)
  }

  /// Bought at the full price in April, canceled.
  private func lapsed() -> Story {
    var story = Story.appStore()
    for index in story.events.indices { story.events[index].facts.group = "films" }
    story.tell(.autoRenewDisabled, "2023-04-10") { $0.autoRenew = false }
    return story
  }

  @Test func `G14: who is subscribed never gets one`() throws {
    #expect(try eligibility(.appStore(), "2023-04-20") == .subscribed)
    #expect(try eligibility(lapsed(), "2023-04-20") == .subscribed)
    var held = Story.appStore()
    held.tell(.billingFailed, "2023-05-01") { $0.status = .hold }
    #expect(try eligibility(held, "2023-05-02") == .subscribed)
  }

  @Test func `G14: who lapsed gets one if none was used before`() throws {
    let result = try eligibility(lapsed(), "2023-05-02")
    #expect(result == .lapsedWithoutOffer)
    #expect(result.isEligible)
  }

  @Test func `G14: an offer may have been used before the first payment that was reported`()
    throws
  {
    var apple = lapsed()
    apple.events[0].facts.originalTransactionID = "t1"
    #expect(try eligibility(apple, "2023-05-02") == .lapsedWithoutOffer)
    apple.events[0].facts.originalTransactionID = "t0"
    #expect(try eligibility(apple, "2023-05-02") == .notKnown)
    var play = Story.googlePlay()
    play.end("2023-05-01", .voluntary)
    #expect(try eligibility(play, "2023-05-02") == .lapsedWithoutOffer)
    (play.events[0].facts.orderID, play.events[0].facts.paidOrderID) = ("GPA.1..27", "GPA.1..27")
    #expect(try eligibility(play, "2023-05-02") == .notKnown)
    // A purchase that was never paid for has used none.
    var pending = Story(.googlePlay)
    pending.tell(.purchasePending, "2023-04-01") { $0.status = .pending }
    pending.tell(.pendingPurchaseCanceled, "2023-04-03") { $0.status = .pendingCanceled }
    #expect(try eligibility(pending, "2023-05-02") == .lapsedWithoutOffer)
  }

  @Test func `G14: whose order was voided may be subscribed still`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2023-04-01", until: "2023-05-01")
    story.tell(.refunded, "2023-04-10", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt) = ("GPA.1-2-3-4", at("2023-04-10"))
    }
    let status = try story.subscriber().status(at: at("2023-04-11"), policy: .standard)
    #expect(status.state == .refunded && status.isAccessInDoubt)
    #expect(try eligibility(story, "2023-04-11") == .notKnown)
  }

  @Test func `G14: an offer of Google's may be an introductory one that is over`() throws {
    var story = Story.googlePlay()
    story.events[0].facts.basePlan = "monthly/free-week"
    story.end("2023-05-01", .voluntary)
    #expect(try eligibility(story, "2023-05-02") == .notKnown)
    story.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true)
    #expect(try eligibility(story, "2023-05-02") == .offerUsed)
  }

  @Test(arguments: [Offer.Kind.freeTrial, .payAsYouGo, .payUpFront])
  func `G14: every mode of introductory offer uses it up`(kind: Offer.Kind) throws {
    var story = lapsed()
    story.events[0].facts.offer = Offer(kind: kind, isIntroductory: true)
    #expect(try eligibility(story, "2023-05-02") == .offerUsed)
  }

  @Test func `G14: a promotional offer does not use it up`() throws {
    var story = lapsed()
    story.events[0].facts.offer = Offer(kind: .payAsYouGo, isIntroductory: false)
    #expect(try eligibility(story, "2023-05-02") == .lapsedWithoutOffer)
  }

  @Test(arguments: [("films", OfferEligibility.offerUsed), ("news", .lapsedWithoutOffer)])
  func `G14: one used in the same group counts`(group: String, expected: OfferEligibility) throws {
    let purchase = RelatedPurchase(
      subscription: "as_0", product: "bronze", group: group, purchasedAt: at("2022-01-01"),
      endedAt: at("2022-02-01"), usedIntroductoryOffer: true)
    #expect(try eligibility(lapsed(), "2023-05-02", beside: [purchase]) == expected)
  }

  @Test(arguments: [("films", OfferEligibility.subscribed), ("news", .lapsedWithoutOffer)])
  func `G14: who goes on with another purchase is subscribed`(
    group: String, expected: OfferEligibility
  ) throws {
    let other = RelatedPurchase(
      subscription: "as_0", product: "silver", group: group, purchasedAt: at("2023-04-20"))
    #expect(try eligibility(lapsed(), "2023-05-02", beside: [other]) == expected)
    let told = Explanation.sentences(
      for: try lapsed().subscriber(beside: [other]), at: at("2023-05-02"), policy: .standard)
    let goesOn = expected == .subscribed
    #expect(told.contains { $0.contains("(as_0), which goes on") } == goesOn, "\(told)")
    #expect(told.contains { $0.hasPrefix("To come back") } != goesOn, "\(told)")
  }

  @Test func `G14: a purchase that another one replaced is no subscription`() throws {
    var replaced = Story(.googlePlay, "gp_0")
    replaced.tell(.purchased, "2023-01-01") {
      ($0.status, $0.autoRenew, $0.expiresAt) = (.active, true, at("2023-02-01"))
      ($0.startedAt, $0.orderID) = (at("2023-01-01"), "GPA.0")
    }
    replaced.tell(.superseded, "2023-01-10") { $0.replacedBy = "gp_1" }
    let purchase = RelatedPurchase(of: try replaced.subscriber())
    #expect(purchase.end == at("2023-01-10"))
    var lapsed = Story.googlePlay()
    lapsed.end("2023-05-01", .voluntary)
    #expect(
      try eligibility(lapsed, "2023-05-05", beside: [purchase])
        == eligibility(lapsed, "2023-05-05"))
  }

  @Test func `G14: a sibling's end by the clock follows the policy`() throws {
    var failing = Story.googlePlay()
    failing.tell(.billingFailed, "2023-05-01") {
      ($0.status, $0.expiresAt) = (.hold, at("2023-05-01"))
    }
    let subscriber = try failing.subscriber()
    let ends = try [10, 40].map { days in
      try #require(
        RelatedPurchase(of: subscriber, policy: googlePlay(graceDays: 0, holdDays: days)).runsOutAt)
    }
    #expect(ends[1] - ends[0] == .days(30))
  }

  @Test func `G14: a sibling is what the other subscriber's events say`() throws {
    var other = Story.appStore(bought: "2022-01-01", until: "2022-02-01")
    other.id = "as_0"
    other.events[0].facts.offer = Offer(kind: .freeTrial, isIntroductory: true)
    other.events[0].facts.group = "films"
    other.tell(.expired, "2022-02-01") { $0.status = .expired }
    let purchase = RelatedPurchase(of: try other.subscriber())
    #expect(
      purchase
        == RelatedPurchase(
          subscription: "as_1", product: "gold", group: "films", purchasedAt: at("2022-01-01"),
          endedAt: at("2022-02-01"), runsOutAt: at("2022-02-01"), accessEnds: at("2022-02-01"),
          usedIntroductoryOffer: true))
  }
}
