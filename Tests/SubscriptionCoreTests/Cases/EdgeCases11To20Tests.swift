import SubscriptionCore
import Testing

/// <doc:EdgeCases#Case-11> to <doc:EdgeCases#Case-20>.
@Suite struct `Edge cases 11 to 20` {
  private func onHold(_ since: String = "2023-05-01") -> Story {
    var story = Story.googlePlay()
    story.tell(.holdStarted, since) {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    return story
  }

  @Test func `case 11: RTDN 1 is a recovery after hold and a resumption after a pause`() throws {
    var held = onHold()
    held.tell(.recovered, "2023-05-20") {
      $0.status = .active
      $0.expiresAt = at("2023-06-20")
    }
    #expect(try held.subscriber().transitions.last.map { [$0.from, $0.to] } == [.hold, .active])
    #expect(
      try held.subscriber().episodes(at: at("2023-05-21"), policy: .standard).map(\.outcome)
        == [.recoveredInHold])

    var paused = Story.googlePlay()
    paused.tell(.paused, "2023-05-01") {
      $0.status = .paused
      $0.resumesAt = at("2023-06-01")
    }
    paused.tell(.recovered, "2023-05-20") {
      $0.status = .active
      $0.expiresAt = at("2023-06-20")
    }
    #expect(
      try paused.subscriber().transitions.last.map { [$0.from, $0.to] } == [.paused, .active])
    #expect(try paused.subscriber().episodes(at: at("2023-05-21"), policy: .standard).isEmpty)
    #expect(try paused.status("2023-05-21").prompt.verdict == .withheld(.notFailing))
  }

  @Test func `case 11: a renewal in grace is a recovery in grace`() throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-08")
    }
    story.tell(.renewed, "2023-05-04") {
      $0.status = .active
      $0.expiresAt = at("2023-06-01")
    }
    let status = try story.status("2023-05-05")
    #expect(status.state == .active)
    #expect(status.stateSince == at("2023-05-04"))
    #expect(status.prompt.verdict == .withheld(.recovered))
    #expect(
      try story.subscriber().episodes(at: at("2023-05-05"), policy: .standard).map(\.outcome)
        == [.recoveredInGrace])
  }

  @Test(arguments: [
    (Store.googlePlay, "2023-05-02T23:59:59.999Z", true),
    (.googlePlay, "2023-05-03T00:00:00Z", false),
    (.appStore, "2023-05-01T23:59:59.999Z", true),
    (.appStore, "2023-05-02T00:00:00Z", false),
  ])
  func `case 12: the silent day keeps access for a while`(
    store: Store, time: String, access: Bool
  ) throws {
    let story = store == .appStore ? Story.appStore() : Story.googlePlay()
    let status = try story.status(time)
    #expect(status.state == .renewalPending)
    #expect(status.stateSince == at("2023-05-01"))
    #expect(status.access.granted == access)
    #expect(try story.anomalies(time) == (access ? [] : [.silentStore]))
  }

  @Test func `case 12: a renewal told within the silent day leaves no gap`() throws {
    var story = Story.googlePlay()
    story.tell(.renewed, "2023-05-01T20:00:00Z") {
      $0.status = .active
      $0.expiresAt = at("2023-06-01")
    }
    let timeline = try story.subscriber().timeline(at: at("2023-05-02"), policy: .standard)
    #expect(timeline.words == ["paid 4/1-5/2 [5/1]", "~paid 5/2-6/1 [5/31]"])
    #expect(try story.status("2023-05-02").stateSince == at("2023-04-01"))
  }

  @Test func `case 13: a replaced token is superseded and no churn`() throws {
    var story = Story.googlePlay()
    story.tell(.superseded, "2023-04-10T00:00:00Z") { $0.replacedBy = "gp_2" }
    story.tell(.expired, "2023-04-10T00:00:04Z") {
      $0.status = .expired
      $0.replacedBy = "gp_2"
      $0.expiresAt = at("2023-04-10")
    }
    let status = try story.status("2023-04-11")
    #expect(status.state == .superseded)
    #expect(status.end == nil)
    #expect(status.prompt.verdict == .withheld(.superseded))
    #expect(try story.anomalies("2023-04-11").isEmpty)
    let timeline = try story.subscriber().timeline(at: at("2023-04-11"), policy: .standard)
    #expect(timeline.words == ["paid 4/1-4/10 [4/9]"])
  }

  @Test func `case 13: the replacement may be heard of by the old token's expiry alone`() throws {
    var story = Story.googlePlay()
    story.tell(.expired, "2023-04-10T00:00:04Z") {
      $0.status = .expired
      $0.isUpgraded = true
      $0.expiresAt = at("2023-04-10")
    }
    #expect(try story.status("2023-04-11").state == .superseded)
  }

  @Test func `case 14: a purchase after the end is another subscription`() throws {
    var story = Story.googlePlay()
    story.tell(.autoRenewDisabled, "2023-04-20")
    story.tell(.expired, "2023-05-01T00:00:02Z") {
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-05-01")
    }
    let purchase = RelatedPurchase(
      subscription: "gp_2", product: "gold", purchasedAt: at("2023-06-01"))
    let status = try story.status("2023-06-02", beside: [purchase])
    #expect(status == (try story.status("2023-06-02")))
    #expect(status.state == .expired)
    #expect(status.end?.cause == .voluntary)
  }

  @Test func `case 15: buying anew during Play's hold closes the held token`() throws {
    var story = onHold("2023-05-02")
    let purchase = RelatedPurchase(
      subscription: "gp_2", product: "gold", purchasedAt: at("2023-05-10"))
    let status = try story.status("2023-05-11", beside: [purchase])
    #expect(status.state == .superseded)
    #expect(status.end == nil)
    let subscriber = try story.subscriber(beside: [purchase])
    #expect(
      subscriber.episodes(at: at("2023-05-11"), policy: .standard).map(\.outcome) == [.superseded])
    // The store goes on about the old token: nothing comes of it.
    story.tell(.expired, "2023-06-01") {
      $0.status = .expired
      $0.endReason = .billing
    }
    #expect(try story.status("2023-06-02", beside: [purchase]).state == .superseded)
    #expect(try story.anomalies("2023-06-02", beside: [purchase]).isEmpty)
  }

  @Test func `case 15: a purchase before the hold, or of another product, closes nothing`() throws {
    let before = RelatedPurchase(
      subscription: "gp_2", product: "gold", purchasedAt: at("2023-04-20"))
    #expect(try onHold().status("2023-05-11", beside: [before]).state == .hold)
    let other = RelatedPurchase(
      subscription: "gp_3", product: "silver", purchasedAt: at("2023-05-10"))
    let status = try onHold().status("2023-05-11", beside: [other])
    #expect(status.state == .hold)
    #expect(status.flags.contains(.doubleBillingRisk))
  }

  @Test func `case 15: grace that ran out unheard of is a hold as well`() throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-08")
    }
    let inGrace = RelatedPurchase(
      subscription: "gp_2", product: "gold", purchasedAt: at("2023-05-07"))
    #expect(try story.status("2023-05-07T12:00:00Z", beside: [inGrace]).state == .grace)
    let inHold = RelatedPurchase(
      subscription: "gp_2", product: "gold", purchasedAt: at("2023-05-09"))
    #expect(try story.status("2023-05-10", beside: [inHold]).state == .superseded)
    let timeline = try story.subscriber(beside: [inHold])
      .timeline(at: at("2023-05-10"), policy: .standard)
    #expect(
      timeline.words == ["paid 4/1-5/1 [4/30]", "grace 5/1-5/8 [5/7]", "hold 5/8-5/9 [5/8]"])
  }

  @Test func `case 16: a token that Google forgot keeps its last word`() throws {
    var story = Story.googlePlay()
    story.tell(.expired, "2023-05-01T00:00:02Z") {
      $0.status = .expired
      $0.endReason = .billing
    }
    story.tell(.expired, "2023-08-01") { $0.status = .gone }
    let status = try story.status("2023-08-02")
    #expect(status.state == .expired)
    #expect(status.end?.reason == .billing)
    #expect(status.stateSince == at("2023-05-01"))

    var held = onHold()
    let ended = try #require(try held.status("2023-08-31").end)
    held.tell(.snapshot, "2023-11-01") { $0.status = .gone }
    #expect(try held.status("2023-11-02").end == ended)
  }

  /// Two periods, of which the first is refunded while the second runs.
  private func refundedEarlier(by facts: (inout StoreFacts) -> Void) throws -> SubscriptionStatus {
    var story = Story.appStore()
    story.tell(.renewed, "2023-05-01") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-01")
      $0.expiresAt = at("2023-06-01")
    }
    story.tell(.refunded, "2023-05-10", facts)
    return try story.status("2023-05-11")
  }

  @Test func `case 17: the refund of an old transaction touches only that one`() throws {
    let status = try refundedEarlier {
      $0.transactionID = "t1"
      $0.product = "silver"
      $0.purchasedAt = at("2023-04-01")
      $0.expiresAt = at("2023-05-01")
      $0.revokedAt = at("2023-05-10")
      $0.status = .active
    }
    #expect(status.state == .active)
    #expect(status.paidThrough == at("2023-06-01"))
  }

  @Test func `case 17: the refund of the latest transaction ends access`() throws {
    let status = try refundedEarlier {
      $0.transactionID = "t2"
      $0.revokedAt = at("2023-05-09T12:00:00Z")
      $0.status = .revoked
    }
    #expect(status.state == .refunded)
    #expect(status.end == SubscriptionEnd(reason: .refund, at: at("2023-05-09T12:00:00Z")))
    #expect(status.access == Access(granted: false, until: at("2023-05-09T12:00:00Z")))
  }

  @Test func `case 17: a voided order of an earlier renewal touches only that one`() throws {
    var story = Story.googlePlay()
    story.tell(.renewed, "2023-05-01") {
      $0.paidOrderID = "GPA.1..0"
      $0.expiresAt = at("2023-06-01")
    }
    story.tell(.refunded, "2023-05-10", source: .googlePlayVoidedPurchase) { $0.orderID = "GPA.1" }
    #expect(try story.status("2023-05-11").state == .active)
    story.tell(.refunded, "2023-05-11", source: .googlePlayVoidedPurchase) {
      $0.orderID = "GPA.1..0"
    }
    #expect(try story.status("2023-05-12").state == .refunded)
  }

  @Test func `case 18: a reversed refund reinstates with the renewal date unchanged`() throws {
    var story = Story.appStore()
    story.tell(.refunded, "2023-04-10") {
      $0.transactionID = "t1"
      $0.revokedAt = at("2023-04-10")
      $0.status = .revoked
      $0.autoRenew = true
    }
    #expect(try story.status("2023-04-11").state == .refunded)
    story.tell(.refundReversed, "2023-04-15") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-04-16")
    #expect(status.state == .active)
    #expect(status.access == Access(granted: true, until: at("2023-05-01")))
    #expect(status.renewsAt == at("2023-05-01"))
    // With auto-renew turned off by the refund it only runs out.
    story.tell(.snapshot, "2023-04-17") {
      $0.transactionID = "t1"
      $0.status = .active
      $0.autoRenew = false
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-04-18").state == .canceled)
  }

  @Test func `case 18: a refund that is reversed while a renewal fails opens no second failure`()
    throws
  {
    var story = Story.appStore()
    func unpaid(_ facts: inout StoreFacts) {
      facts.transactionID = "t1"
      facts.status = .grace
      facts.expiresAt = at("2023-05-01")
      facts.graceEndsAt = at("2023-05-17")
      facts.inBillingRetry = true
    }
    story.tell(.billingFailed, "2023-05-01", unpaid)
    story.tell(.refunded, "2023-05-03") {
      $0.transactionID = "t1"
      $0.revokedAt = at("2023-05-03")
      $0.status = .revoked
    }
    story.tell(.refundReversed, "2023-05-05", unpaid)
    let episodes = try story.subscriber().episodes(at: at("2023-05-06"), policy: .standard)
    #expect(episodes.map(\.failedAt) == [at("2023-05-01")])
    #expect(episodes.map(\.outcome) == [.open])
    #expect(try story.status("2023-05-06").graceEnds == at("2023-05-17"))
  }

  @Test(arguments: [EndReason.voluntary, .billing])
  func `case 19: a refund in hold wins over whatever the cancellation says`(
    reason: EndReason
  ) throws {
    var story = onHold()
    story.tell(.refunded, "2023-05-10") {
      $0.status = .expired
      $0.endReason = reason
      $0.revokedAt = at("2023-05-10")
    }
    story.tell(.expired, "2023-05-10T00:00:02Z") {
      $0.status = .expired
      $0.endReason = reason
    }
    let status = try story.status("2023-05-11")
    #expect(status.state == .refunded)
    #expect(status.end?.reason == .refund)
    let episodes = try story.subscriber().episodes(at: at("2023-05-11"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.refunded])
  }

  @Test func `case 20: a downgrade chosen after a cancel turns auto-renew on again`() throws {
    var story = Story.appStore()
    story.tell(.autoRenewDisabled, "2023-04-10") { $0.autoRenew = false }
    #expect(try story.status("2023-04-11").state == .canceled)
    story.tell(.productChangeScheduled, "2023-04-12") {
      $0.autoRenew = true
      $0.nextProduct = "silver"
      $0.status = .active
    }
    let status = try story.status("2023-04-13")
    #expect(status.state == .active)
    #expect(status.pendingProduct == "silver")
    #expect(status.flags.contains(.productChangePending))
    story.tell(.productChangeReverted, "2023-04-14") {
      $0.autoRenew = true
      $0.nextProduct = "gold"
      $0.status = .active
    }
    #expect(try story.status("2023-04-15").pendingProduct == nil)
  }

  @Test func `case 20: an offer redeemed after a cancel leaves the time without auto-renew`() throws
  {
    var story = Story.appStore(until: "2023-06-01")
    story.tell(.autoRenewDisabled, "2023-04-10") { $0.autoRenew = false }
    story.tell(.offerRedeemed, "2023-04-20", effective: "2023-04-01") {
      ($0.transactionID, $0.purchasedAt) = ("t1", at("2023-04-01"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2023-06-01"), .active, true)
    }
    #expect(try story.status("2023-04-21").stateSince == at("2023-04-20"))
    #expect(try story.status("2023-04-15").state == .canceled)
  }

  @Test func `case 18: what had ended when its refund was reversed has ended`() throws {
    var story = Story.appStore()
    story.tell(.refunded, "2023-04-10") {
      $0.transactionID = "t1"
      $0.revokedAt = at("2023-04-10")
      $0.status = .revoked
    }
    story.tell(.refundReversed, "2023-05-20") {
      $0.transactionID = "t1"
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-05-21")
    #expect(status.state == .expired)
    #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2023-05-01")))
  }

  @Test(arguments: [
    ("2023-06-01", BillingEpisode.Outcome.recoveredInGrace, true),
    ("2023-06-20", .recoveredInHold, false),
  ])
  func `case 11: found out after grace, the billing date says whether it was paid in it`(
    until: String, outcome: BillingEpisode.Outcome, isKept: Bool
  ) throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01T00:00:08Z") {
      $0.status = .grace
      $0.expiresAt = at("2023-05-15")
    }
    story.tell(.snapshot, "2023-05-20") {
      $0.status = .active
      $0.autoRenew = true
      $0.expiresAt = at(until)
    }
    let episodes = try story.subscriber().episodes(at: at("2023-05-21"), policy: .standard)
    #expect(episodes.map(\.outcome) == [outcome])
    #expect(episodes.map(\.renewalDateKept) == [isKept])
  }
}
