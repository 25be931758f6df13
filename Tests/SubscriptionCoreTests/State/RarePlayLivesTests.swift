import SubscriptionCore
import Testing

/// Rare lives at Google Play, each as the shortest story that shows the rule.
@Suite struct RarePlayLivesTests {
  private func told(_ story: Story, _ now: String) throws -> String {
    Explanation.sentences(for: try story.subscriber(), at: at(now), policy: .standard)
      .joined(separator: "\n")
  }

  private func outcomes(_ story: Story, _ now: String) throws -> [BillingEpisode.Outcome] {
    try story.subscriber().episodes(at: at(now), policy: .standard).map(\.outcome)
  }

  // MARK: Declined at once

  @Test func `case 33: what was declined without grace and hold has an amount and an order`() throws
  {
    var story = Story.googlePlay()
    story.usual.price = Money(micros: 4_990_000, currency: "USD")
    story.tell(.expired, "2023-05-02T12:00:02Z", effective: "2023-05-02T12:00:00Z") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
      $0.expiresAt = at("2023-05-02T12:00:00Z")
      ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1")
    }
    let payments = try story.subscriber().payments(in: story.events, at: at("2023-05-03"))
    let declined = try #require(payments.first { $0.kind == .declined })
    #expect(declined.at == at("2023-05-01"))
    #expect(declined.orderID == "GPA.1..0")
    #expect(declined.amount == story.usual.price)
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

  // MARK: Refunds

  /// A voided order, without a word on access.
  private func void(_ story: inout Story, _ day: String) {
    story.tell(.refunded, day, source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1-2-3-4", at(day), .refund)
    }
  }

  @Test func `case 18: a refund after a prepaid purchase was used up leaves its end`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-03-31") {
      ($0.isPrepaid, $0.autoRenew) = (true, false)
    }
    void(&story, "2026-04-10")
    #expect(
      try story.status("2026-04-11").end == SubscriptionEnd(reason: .other, at: at("2026-03-31")))
    let told = try told(story, "2026-04-11")
    #expect(told.contains("The latest payment was refunded after the end, on 10 Apr"), "\(told)")
  }

  @Test func `case 17: an order that is voided on hold does not end the tries`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.holdStarted, on: "2026-04-02", until: "2026-04-01") { $0.status = .hold }
    void(&story, "2026-04-15")
    #expect(try story.status("2026-04-16").state == .refunded)
    story.resource(.expired, on: "2026-05-31", until: "2026-05-31") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
    }
    #expect(
      try story.status("2026-06-01").end == SubscriptionEnd(reason: .billing, at: at("2026-05-31")))
    #expect(RelatedPurchase(of: try story.subscriber()).endedAt == at("2026-05-31"))
    #expect(try outcomes(story, "2026-06-01") == [.ranOut])
    let told = try told(story, "2026-06-01")
    #expect(told.contains("was refunded on 15 Apr 2026"), "\(told)")
  }

  @Test(arguments: [("2026-04-01", EndReason.voluntary), ("2026-03-12", .refund)])
  func `case 17: an order that is voided ends nothing that lasts as long as was paid`(
    end: String, reason: EndReason
  ) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    void(&story, "2026-03-10")
    story.resource(.expired, on: end, until: end) {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
    }
    let ended = reason == .refund ? "2026-03-10" : end
    #expect(
      try story.status("2026-04-02").end == SubscriptionEnd(reason: reason, at: at(ended)))
  }

  @Test(arguments: [false, true])
  func `case 19: a resource as it was before RTDN 12 leaves the refund`(isFailing: Bool) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    var day = "2026-03-10"
    if isFailing {
      day = "2026-04-04"
      story.resource(.billingFailed, on: "2026-04-02", until: "2026-04-08") { $0.status = .grace }
    }
    story.resource(.refunded, on: day, until: isFailing ? "2026-04-08" : "2026-04-01") {
      $0.status = isFailing ? .grace : .active
      ($0.revokedAt, $0.endReason) = (at(day), .refund)
    }
    #expect(try story.status(day + "T01:00:00Z").state == .refunded)
    #expect(RelatedPurchase(of: try story.subscriber()).endedAt == at(day))
    story.resource(.expired, on: day + "T00:00:02Z", until: day) {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
    }
    let end = try story.status("2026-04-10").end
    #expect(end == SubscriptionEnd(reason: .refund, at: at(day)))
    #expect(try outcomes(story, "2026-04-10") == (isFailing ? [.refunded] : []))
  }

  @Test func `case 17: RTDN 12 about one of several items leaves the others`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01") {
      $0.otherItems = [PurchasedItem(product: "hd", paidOrderID: "GPA.5")]
    }
    story.resource(.refunded, on: "2026-03-10", until: "2026-04-01") {
      $0.revokedAt = at("2026-03-10")
    }
    #expect(try story.status("2026-03-11").state == .active)
  }

  @Test func `case 34: support is told until when consent to a step up counts`() throws {
    var story = Story.googlePlay()
    story.tell(.priceChanged, "2023-04-10") {
      ($0.status, $0.autoRenew, $0.expiresAt) = (.active, true, at("2023-05-01"))
      ($0.priceConsentPending, $0.consentDeadline) = (true, at("2023-04-29"))
    }
    let told = try told(story, "2023-04-11")
    #expect(
      told.contains("by 29 Apr 2023 00:00 UTC (in 18 days); without consent Google Play cancels"),
      "\(told)")
    story.tell(.priceChanged, "2023-04-12") {
      ($0.status, $0.autoRenew, $0.expiresAt) = (.active, true, at("2023-05-01"))
      $0.priceConsentPending = false
    }
    #expect(try story.subscriber().facts.consentDeadline == nil)
  }

  @Test(arguments: [("2026-05-01", EndReason.priceIncrease), ("2026-05-31", .billing)])
  func `case 34: a consent that lapses on hold ends it, and the end of the tries does not`(
    ended: String, reason: EndReason
  ) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.holdStarted, on: "2026-04-02", until: "2026-04-01") {
      ($0.status, $0.endReason) = (.hold, .billing)
      ($0.priceConsentPending, $0.consentDeadline) = (false, at("2026-05-01"))
    }
    for kind in [EventKind.autoRenewDisabled, .expired] {
      story.resource(kind, on: ended, until: ended) {
        ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
      }
      #expect(
        try story.status("2026-06-01").end == SubscriptionEnd(reason: reason, at: at(ended)))
    }
  }

  @Test func `a voided order that Google only lists may be of a one-time purchase`() throws {
    for (name, isKnown) in [
      ("voidedReason 1", false), ("voidedReason", false), ("voidedPurchase", true),
    ] {
      var story = Story(.googlePlay)
      story.usual = StoreFacts()
      void(&story, "2026-03-10")
      story.events[0].storeName = name
      let subscriber = try story.subscriber()
      let status = try story.status("2026-03-12")
      #expect(status.state == (isKnown ? .refunded : .unknown))
      #expect(status.flags.contains(.notYetAsked))
      let row = SubscriberProjection(
        of: subscriber, at: at("2026-03-12"), policy: .standard, profile: nil)
      #expect(row.days.refunds.isEmpty != isKnown && row.days.ends.isEmpty != isKnown)
      let told = try told(story, "2026-03-12")
      #expect(told.contains("a one-time purchase") != isKnown)
      #expect(told.contains("is a subscription to") == isKnown, "\(told)")
      // Once the API describes it, the refund counts.
      story.resource(.snapshot, on: "2026-03-11", until: "2026-03-10") {
        ($0.status, $0.startedAt, $0.autoRenew) = (.expired, at("2026-03-01"), false)
        ($0.product, $0.endReason) = ("gold", .voluntary)
      }
      #expect(
        try story.status("2026-03-12").end
          == SubscriptionEnd(reason: .refund, at: at("2026-03-10")))
    }
  }

  // MARK: Payments

  @Test(arguments: [
    (EventKind.renewed, "2026-04-13", BillingEpisode.Outcome.recoveredInGrace),
    (.recovered, "2026-04-20", .recoveredInHold),
  ])
  func `who pays a failed renewal and cancels at once has paid it`(
    kind: EventKind, day: String, outcome: BillingEpisode.Outcome
  ) throws {
    for isReported in [false, true] {
      var story = Story(.googlePlay)
      story.resource(.purchased, on: "2026-03-10", until: "2026-04-10")
      story.resource(.billingFailed, on: "2026-04-11", until: "2026-04-17") { $0.status = .grace }
      if kind == .recovered {
        story.resource(.holdStarted, on: "2026-04-17", until: "2026-04-17") { $0.status = .hold }
      }
      let ends = kind == .renewed ? "2026-05-10" : "2026-05-20"
      let canceledAt = at(day + "T00:00:20Z")
      func canceled(_ facts: inout StoreFacts) {
        (facts.status, facts.autoRenew, facts.endReason) = (.canceled, false, .voluntary)
        facts.canceledAt = canceledAt
      }
      story.resource(kind, on: day, until: ends, order: "GPA.1-2-3-4..0", canceled)
      if isReported {
        story.resource(
          .autoRenewDisabled, on: day + "T00:00:21Z", until: ends, order: "GPA.1-2-3-4..0",
          canceled)
      }
      #expect(try outcomes(story, "2026-04-25") == [outcome])
      let status = try story.status("2026-04-25")
      #expect(status.state == .canceled && status.autoRenew == false)
      #expect(status.stateSince == canceledAt)
      #expect(status.paidThrough == at(ends))
    }
  }

  @Test(arguments: [(StatedStatus.active, "2026-04-01"), (.grace, "2026-04-08")])
  func `a renewal is paid although its resource is still as it was before`(
    status: StatedStatus, until: String
  ) throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.renewed, on: "2026-04-01T02:00:00Z", until: until) { $0.status = status }
    let told = try story.status("2026-04-10")
    #expect(told.state == .active && told.access.granted)
    #expect(told.paidThrough == at("2026-05-01"))
  }

  @Test func `case 15: a held purchase that is paid after all recovers, and both are charged`()
    throws
  {
    var story = LinkedPurchaseTests.held
    story.tell(.recovered, "2023-05-25") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-25"), true)
    }
    let other = LinkedPurchaseTests.purchase("gp_2", "gold", "2023-05-20")
    let subscriber = try story.subscriber(beside: [other])
    let now = at("2023-05-26")
    #expect(subscriber.status(at: now, policy: .standard).state == .active)
    #expect(
      subscriber.episodes(at: now, policy: .standard).map(\.outcome) == [.recoveredInHold])
    let told = Explanation.sentences(for: subscriber, at: now, policy: .standard)
    #expect(told.contains { $0.hasPrefix("The user also has gold (gp_2)") }, "\(told)")
  }

  @Test func `case 6: a purchase that is canceled is not charged beside another`() throws {
    var old = LinkedPurchaseTests.held
    old.tell(.recovered, "2023-05-25") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-25"), true)
    }
    var story = Story(.googlePlay, "gp_2")
    story.usual.product = "silver"
    story.resource(.purchased, on: "2023-05-20", until: "2023-06-20")
    let charged = RelatedPurchase(of: try old.subscriber())
    let status = try story.status("2023-05-26", beside: [charged])
    #expect(status.flags.contains(.doubleBillingRisk))
    old.tell(.autoRenewDisabled, "2023-05-27") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.canceled, at("2023-06-25"), false)
    }
    let canceled = RelatedPurchase(of: try old.subscriber())
    #expect(try story.status("2023-05-28", beside: [canceled]).flags.isEmpty)
    #expect(
      try LinkedPurchaseTests.links(story, "2023-05-28", beside: [canceled]) == ["beside gp_1"])
  }

  // MARK: Ends

  @Test func `an end for which nothing is stated is not that of a prepaid plan`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.expired, on: "2026-04-01", until: "2026-04-01") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .other)
    }
    let told = try told(story, "2026-04-02")
    #expect(told.contains("for a reason that Google Play does not state"), "\(told)")
    #expect(!told.contains("prepaid"), "\(told)")
  }

  // MARK: Dates

  @Test func `case 8: the date of a cancellation in grace is not what was paid for`() throws {
    var story = Story(.googlePlay)
    story.resource(.snapshot, on: "2026-03-05", until: "2026-03-08") {
      ($0.status, $0.startedAt, $0.endReason) = (.grace, at("2025-06-01"), .billing)
    }
    for (kind, day) in [
      (EventKind.autoRenewDisabled, "2026-03-06"), (.expired, "2026-03-06T00:00:02Z"),
    ] {
      story.resource(kind, on: day, until: "2026-03-06") {
        ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
      }
      let status = try story.status("2026-03-07")
      #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2026-03-06")))
      #expect(status.paidThrough == nil)
    }
  }
}
