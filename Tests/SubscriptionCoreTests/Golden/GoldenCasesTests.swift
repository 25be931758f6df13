import SubscriptionCore
import Testing

/// The other <doc:GoldenCases>, beside the timelines <doc:GoldenCases#G1> to <doc:GoldenCases#G4>.
@Suite struct `Golden cases` {
  @Test func `G5: Play's tester cycle is grace after 5 minutes, hold after 10, over after 20`()
    throws
  {
    var story = Story(.googlePlay)
    story.usual.environment = .sandbox
    story.tell(.purchased, "2026-05-01T00:00:00Z") {
      $0.status = .active
      $0.expiresAt = at("2026-05-01T00:05:00Z")
      $0.autoRenew = true
    }
    story.tell(.billingFailed, "2026-05-01T00:05:08Z") {
      $0.status = .grace
      $0.expiresAt = at("2026-05-01T00:10:00Z")
      $0.autoRenew = true
    }
    let projected = try story.subscriber()
      .timeline(at: at("2026-05-01T00:06:00Z"), policy: .standard)
    #expect(projected.map(\.kind) == [.paid, .grace, .grace, .hold, .expired])
    #expect(
      projected.map(\.from) == [
        at("2026-05-01T00:00:00Z"), at("2026-05-01T00:05:00Z"), at("2026-05-01T00:06:00Z"),
        at("2026-05-01T00:10:00Z"), at("2026-05-01T00:20:00Z"),
      ])
    for kind in [EventKind.autoRenewDisabled, .expired] {
      story.tell(kind, kind == .expired ? "2026-05-01T00:20:04Z" : "2026-05-01T00:20:02Z") {
        $0.status = .expired
        $0.endReason = .billing
        $0.expiresAt = at("2026-05-01T00:20:00Z")
      }
    }
    let end = try story.status("2026-05-01T00:21:00Z")
    #expect(end.end == SubscriptionEnd(reason: .billing, at: at("2026-05-01T00:20:00Z")))
  }

  @Test func `G6: the App Store's sandbox tries for 10 minutes in all`() throws {
    var story = Story(.appStore)
    story.usual.environment = .sandbox
    story.tell(.purchased, "2026-05-01T00:00:00Z") {
      $0.transactionID = "t1"
      $0.expiresAt = at("2026-05-01T00:05:00Z")
    }
    story.tell(.billingFailed, "2026-05-01T00:05:02Z", effective: "2026-05-01T00:05:00Z") {
      $0.status = .grace
      $0.graceEndsAt = at("2026-05-01T00:10:00Z")
      $0.inBillingRetry = true
    }
    let timeline = try story.subscriber()
      .timeline(at: at("2026-05-01T00:05:02Z"), policy: .standard)
    #expect(
      timeline.last
        == Timeline.Span(
          kind: .expired, from: at("2026-05-01T00:15:00Z"), to: nil, projected: true, access: false)
    )
  }

  /// A receipt's pending renewal in retry, without grace or with.
  private func receipt(graceEnds: Int64?) -> Story {
    var story = Story(.appStore)
    story.usual.product = "product.99.trial.3d"
    story.tell(.snapshot, "2020-08-25", source: .appStoreReceipt) {
      $0.transactionID = "t1"
      $0.purchasedAt = at("2020-07-20")
      $0.expiresAt = at("2020-08-20")
      $0.endReason = .billing
      $0.inBillingRetry = true
      $0.autoRenew = true
      $0.graceEndsAt = graceEnds.map { Timestamp(milliseconds: $0) }
    }
    return story
  }

  @Test func `G7: a receipt in retry without grace has no access`() throws {
    let status = try receipt(graceEnds: nil).status("2020-08-25")
    #expect(status.state == .hold)
    #expect(!status.access.granted)
    #expect(status.prompt.isDue)
  }

  @Test func `G8: a receipt in grace has access until the millisecond it names`() throws {
    let story = receipt(graceEnds: 1_599_349_302_000)
    #expect(try story.status("2020-09-05T23:41:41.999Z").state == .grace)
    #expect(try story.status("2020-09-05T23:41:42Z").state == .hold)
  }

  @Test func `G9: after the payment the receipt's new transaction rules`() throws {
    var story = receipt(graceEnds: nil)
    story.tell(.renewed, "2020-08-25T02:53:10Z", source: .appStoreReceipt) {
      $0.transactionID = "t2"
      $0.purchasedAt = Timestamp(milliseconds: 1_598_323_990_000)
      $0.expiresAt = Timestamp(milliseconds: 1_601_002_390_000)
    }
    let status = try story.status("2020-08-26")
    #expect(status.state == .active)
    #expect(status.paidThrough == at("2020-09-25T02:53:10Z"))
  }

  @Test func `G10: paid after ten days of retry, the cycle begins anew`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-05-02").retryEnds == at("2023-06-30"))
    story.tell(.recovered, "2023-05-11") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-11")
      $0.expiresAt = at("2023-06-11")
      $0.status = .active
    }
    let status = try story.status("2023-05-12")
    #expect(status.renewsAt == at("2023-06-11"))
    #expect(status.retryEnds == nil)
  }

  @Test func `G11: a crossgrade is pending until the renewal`() throws {
    var story = Story.appStore()
    story.events[0].facts.product = "product_a"
    story.tell(.snapshot, "2023-04-10") {
      $0.product = "product_a"
      $0.nextProduct = "product_b"
      $0.autoRenew = true
      $0.status = .active
    }
    #expect(try story.status("2023-04-11").pendingProduct == "product_b")
    story.tell(.renewed, "2023-05-01") {
      $0.transactionID = "t2"
      $0.product = "product_b"
      $0.nextProduct = "product_b"
      $0.autoRenew = true
      $0.purchasedAt = at("2023-05-01")
      $0.expiresAt = at("2023-06-01")
    }
    let status = try story.status("2023-05-02")
    #expect(status.pendingProduct == nil)
    #expect(status.state == .active)
    #expect(try story.subscriber().product == "product_b")
  }

  @Test func `G12: a trial in a receipt uses up the group's introductory offer`() throws {
    var story = Story(.appStore)
    story.tell(.purchased, "2022-02-01T07:00:00Z", source: .appStoreReceipt) {
      $0.transactionID = "t1"
      $0.expiresAt = Timestamp(milliseconds: 1_646_118_000_000)
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
      $0.oddities = ["purchase_date_ms and purchase_date differ"]
    }
    story.tell(.renewed, "2022-03-01T07:00:00Z", source: .appStoreReceipt) {
      $0.transactionID = "t2"
      $0.expiresAt = Timestamp(milliseconds: 1_648_796_400_000)
    }
    #expect(try !story.status("2022-03-02").flags.contains(.trial))
    #expect(try story.anomalies("2022-03-02") == [.dataQuality])
    let subscriber = try story.subscriber()
    let timeline = subscriber.timeline(at: at("2022-03-02"), policy: .standard)
    #expect(timeline.map(\.kind) == [.trial, .paid, .paid])
    story.tell(.expired, "2022-04-01T07:00:02Z") { $0.status = .expired }
    #expect(
      try story.subscriber().offerEligibility(at: at("2022-05-01"), policy: .standard)
        == .offerUsed)
  }

  @Test func `G17: by default Play grants grace and the App Store does not`() {
    let policy = RecoveryPolicy.standard
    let play = RecoveryTerms(store: .googlePlay, environment: .production, period: .monthly)
    let apple = RecoveryTerms(store: .appStore, environment: .production, period: .monthly)
    #expect(policy.grace(play) == .days(7))
    #expect(policy.grace(apple) == nil)
  }
}
