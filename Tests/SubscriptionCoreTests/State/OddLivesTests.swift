import SubscriptionCore
import Testing

/// Lives in which two rules of the stores meet.
struct OddLivesTests {
  /// A Google Play purchase of 1 March, in grace since 2 April.
  private func inGrace(_ change: (inout Story) -> Void = { _ in }) -> Story {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.billingFailed, on: "2026-04-02", until: "2026-04-08") { $0.status = .grace }
    change(&story)
    return story
  }

  private func told(_ story: Story, _ now: String, _ related: [RelatedPurchase] = []) throws
    -> String
  {
    try Life(name: "odd", now: now, story: story, related: related).told()
  }

  private func outcomes(_ story: Story, _ now: String) throws -> [BillingEpisode.Outcome] {
    try story.subscriber().episodes(at: at(now), policy: .standard).map(\.outcome)
  }

  // MARK: Instead of the payment

  @Test func `a pause out of grace is no cancellation, and pays for nothing`() throws {
    let story = inGrace {
      $0.resource(.paused, on: "2026-04-04", until: "2026-04-04") {
        ($0.status, $0.resumesAt) = (.paused, at("2026-05-04"))
      }
    }
    #expect(try outcomes(story, "2026-04-10") == [.superseded])
    let status = try story.status("2026-04-10")
    #expect(status.state == .paused && status.paidThrough == at("2026-04-01"))
    #expect(status.access == Access(granted: false, until: at("2026-04-04")))
    let told = try told(story, "2026-04-10")
    #expect(
      told.contains(
        "The renewal of 1 Apr 2026 00:00 UTC failed and was never paid: the user paused the "
          + "subscription on 4 Apr 2026 00:00 UTC."), "\(told)")
    #expect(
      told.contains("Please check: the report 'paused' does not follow the state 'grace'."),
      "\(told)")
  }

  @Test func `a pause after a payment that was not reported contradicts nothing`() throws {
    let story = inGrace {
      $0.resource(
        .paused, on: "2026-05-01", until: "2026-05-01", order: "GPA.1-2-3-4..0"
      ) { ($0.status, $0.resumesAt) = (.paused, at("2026-06-01")) }
    }
    #expect(try outcomes(story, "2026-05-10") == [.recoveredInGrace])
    #expect(try story.anomalies("2026-05-10").isEmpty)
    #expect(try story.status("2026-05-10").paidThrough == at("2026-05-01"))
  }

  @Test(arguments: ["GPA.1-2-3-4", "GPA.1-2-3-4..0"])
  func `a renewal that is moved to a later date while it fails was not paid`(
    order: String
  ) throws {
    let story = inGrace {
      $0.resource(.renewalExtended, on: "2026-04-05", until: "2026-04-20", order: order)
    }
    let isPaid = order.hasSuffix("..0")
    #expect(try outcomes(story, "2026-04-10") == [isPaid ? .recoveredInGrace : .superseded])
    let status = try story.status("2026-04-10")
    #expect(status.state == .active && status.renewsAt == at("2026-04-20"))
    let told = try told(story, "2026-04-10")
    #expect(told.contains("failed and was paid") == isPaid, "\(told)")
    #expect(
      told.contains("Google Play moved the renewal to a later date on 5 Apr 2026") != isPaid,
      "\(told)")
  }

  @Test func `case 22: a product that goes out of sale while it fails is not canceled`() throws {
    var story = Story.appStore()
    story.declineAtApple()
    story.tell(.snapshot, "2023-05-10") {
      ($0.status, $0.inBillingRetry, $0.autoRenew) = (.hold, true, false)
      ($0.endReason, $0.transactionID) = (.productUnavailable, "t1")
    }
    #expect(try outcomes(story, "2023-05-12") == [.ranOut])
  }

  // MARK: Refunds

  @Test func `case 18: what failed before a refund that was reversed has ended as told`() throws {
    var story = Story.appStore()
    story.declineAtApple(graceEnds: "2023-05-17")
    story.tell(.refunded, "2023-05-03") {
      ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2023-05-03"), .revoked)
    }
    #expect(try outcomes(story, "2023-05-04") == [.refunded])
    story.tell(.refundReversed, "2023-05-05") {
      ($0.transactionID, $0.expiresAt) = ("t1", at("2023-05-01"))
      ($0.status, $0.endReason) = (.expired, .voluntary)
    }
    #expect(try outcomes(story, "2023-05-06") == [.canceledByUser])
    let end = try story.status("2023-05-06").end
    #expect(end == SubscriptionEnd(reason: .voluntary, at: at("2023-05-03")))
  }

  @Test func `case 19: a refund during hold wins over the reason that Google states`() throws {
    let story = inGrace {
      $0.resource(.holdStarted, on: "2026-04-08", until: "2026-04-08") { $0.status = .hold }
      for kind in [EventKind.refunded, .expired] {
        $0.resource(kind, on: "2026-04-15", until: "2026-04-15") {
          ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .billing)
        }
      }
    }
    let status = try story.status("2026-04-20")
    #expect(status.end == SubscriptionEnd(reason: .refund, at: at("2026-04-15")))
    #expect(status.end?.cause == .voluntary)
    #expect(try outcomes(story, "2026-04-20") == [.refunded])
  }

  @Test(arguments: [(EventSource.googlePlayVoidedPurchase, true), (.googlePlayNotification, false)])
  func `a refunded purchase beside that may be charged again is told`(
    source: EventSource, isTold: Bool
  ) throws {
    var refunded = Story(.googlePlay, "gp_2")
    refunded.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    refunded.tell(.refunded, "2026-03-10", source: source) {
      ($0.orderID, $0.revokedAt) = ("GPA.1-2-3-4", at("2026-03-10"))
    }
    let other = RelatedPurchase(of: try refunded.subscriber())
    #expect(other.renewsAfterRefund == isTold)
    var story = Story(.googlePlay)
    story.usual.product = "silver"
    story.resource(.purchased, on: "2026-03-05", until: "2026-04-05")
    let told = try told(story, "2026-03-12", [other])
    #expect(
      told.contains(
        "The user also had gold (gp_2), whose latest payment was refunded; auto-renew is on there "
          + "all the same, so it may be charged as well.") == isTold, "\(told)")
    #expect(told.contains("no more of the refunded one (gp_2), auto-renew must be off") == isTold)
    let mine = RelatedPurchase(of: try story.subscriber())
    let theirs = try self.told(refunded, "2026-03-12", [mine])
    #expect(theirs.contains("auto-renew must be off in") == isTold, "\(theirs)")
    #expect(theirs.contains("is bought again in the app only if") != isTold, "\(theirs)")
  }

  @Test func `case 17: a refund of an earlier payment is told while the subscription goes on`()
    throws
  {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.renewed, on: "2026-04-01", until: "2026-05-01", order: "GPA.1-2-3-4..0")
    story.tell(.refunded, "2026-04-10", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt) = ("GPA.1-2-3-4", at("2026-04-10"))
    }
    #expect(try story.status("2026-04-12").state == .active)
    let told = try told(story, "2026-04-12")
    #expect(
      told.contains(
        "The payment of 1 Mar 2026 00:00 UTC was refunded on 10 Apr 2026 00:00 UTC (2 days ago)."),
      "\(told)")
  }

  @Test func `case 18: a refund that did not end the tries is told, also after the end`() throws {
    var story = Story(.appStore)
    for (kind, day) in [
      (EventKind.purchased, "2026-03-01"), (.billingFailed, "2026-04-01"),
      (.refunded, "2026-04-10"),
    ] {
      story.tell(kind, day) {
        ($0.transactionID, $0.purchasedAt) = ("1", at("2026-03-01"))
        ($0.expiresAt, $0.autoRenew) = (at("2026-04-01"), true)
        ($0.price, $0.status) = (Money(milliunits: 6000, currency: "USD"), .active)
        if kind != .purchased { ($0.status, $0.inBillingRetry) = (.hold, true) }
        if kind == .refunded { $0.revokedAt = at("2026-04-10") }
      }
    }
    let sentence =
      "The payment of 1 Mar 2026 00:00 UTC was refunded on 10 Apr 2026 00:00 UTC"
    let told = try told(story, "2026-04-12")
    #expect(told.contains("failed because the payment was declined"), "\(told)")
    #expect(told.contains(sentence + " (2 days ago)."), "\(told)")
    let over = try self.told(story, "2026-07-01")
    #expect(over.contains("because the payment could not be collected"), "\(over)")
    #expect(over.contains(sentence), "\(over)")
  }

  @Test(arguments: [true, false])
  func `case 37: a refund of what the app had not acknowledged is in neither kind of churn`(
    isPending: Bool
  ) throws {
    var story = Story(.googlePlay)
    for (kind, day) in [(EventKind.purchased, "2026-03-01"), (.refunded, "2026-03-04")] {
      story.resource(kind, on: day, until: day == "2026-03-01" ? "2026-04-01" : day) {
        $0.acknowledgementPending = isPending
        if kind == .refunded { ($0.status, $0.autoRenew) = (.expired, false) }
      }
    }
    let told = try told(story, "2026-03-05")
    #expect(told.contains("because the latest payment was refunded"), "\(told)")
    let words = "refunded, as the app had not acknowledged the purchase."
    #expect(told.contains(words) == isPending, "\(told)")
    #expect(told.contains("voluntary churn") != isPending, "\(told)")
    let now = at("2026-03-05")
    let row = SubscriberProjection(
      of: try story.subscriber(), at: now, policy: .standard, profile: nil)
    #expect(row.days.ends.map(\.cause) == [isPending ? nil : .voluntary])
    let changes = SubscriptionChange.between(nil, and: row, at: now)
    let change = try #require(changes.first { $0.kind == .refunded })
    let json = change.json(.init(recordedAt: now, isBackfill: false)).compact
    #expect(json.contains(#""cause":null,"reason":"refund""#) == isPending, "\(json)")
    // What was refunded later had been acknowledged, which is not reported.
    var later = Story(.googlePlay)
    later.resource(.purchased, on: "2026-03-01", until: "2026-04-01") {
      $0.acknowledgementPending = isPending
    }
    later.tell(.refunded, "2026-03-20")
    #expect(try later.status("2026-03-21").end?.cause == .voluntary)
  }

  // MARK: Two purchases

  @Test func `case 6: the new purchase is told of the old one that fails on`() throws {
    var old = Story.appStore()
    old.declineAtApple()
    var new = Story(.appStore, "as_2")
    new.usual.product = "platinum"
    new.tell(.purchased, "2023-05-05") {
      ($0.transactionID, $0.purchasedAt, $0.status) = ("u1", at("2023-05-05"), .active)
      ($0.expiresAt, $0.autoRenew) = (at("2023-06-05"), true)
    }
    let other = RelatedPurchase(of: try old.subscriber())
    let status = try new.status("2023-05-10", beside: [other])
    #expect(status.flags.contains(.doubleBillingRisk))
    let told = try told(new, "2023-05-10", [other])
    #expect(
      told.contains(
        "A renewal of gold (as_1), which the user also has, is failing; if that is paid, both are "
          + "charged."), "\(told)")
  }

  // MARK: Access that no store has confirmed

  @Test func `case 12: whether access goes on is unknown where a renewal is overdue`() throws {
    let story = Story.appStore()
    let waiting = try story.status("2023-05-01T12:00:00Z")
    #expect(waiting.isAccessKnown && waiting.access.granted)
    for now in ["2023-05-10", "2024-05-01"] {
      let status = try story.status(now)
      #expect(!status.isAccessKnown && !status.access.granted)
      let told = try told(story, now)
      #expect(!told.contains("no access"), "\(told)")
    }
    #expect(
      try told(story, "2023-05-10").contains("Whether the user has access is not known."))
  }

  @Test func `a pause that is over ended access, whatever becomes of the payment`() throws {
    let story = inGrace {
      $0.events.removeLast()
      $0.resource(.paused, on: "2026-04-01", until: "2026-04-01") {
        ($0.status, $0.resumesAt) = (.paused, at("2026-05-01"))
      }
    }
    for now in ["2026-05-01T12:00:00Z", "2026-05-10"] {
      #expect(try story.status(now).isAccessKnown)
    }
    #expect(
      try told(story, "2026-05-10").contains(
        "By Google Play's last report, the user has had no access since 1 Apr 2026"))
  }

  // MARK: Add-ons

  /// A purchase of two items, of which the add-on ended first and is on hold.
  private var addOnOnHold: Story {
    var story = Story(.googlePlay)
    func item(_ product: ProductID, _ order: String, _ end: String) -> [PurchasedItem] {
      [PurchasedItem(product: product, paidOrderID: order, expiresAt: at(end))]
    }
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-20", order: "GPA.1-1") {
      $0.otherItems = item("extra", "GPA.1-2", "2026-04-01")
    }
    story.resource(.holdStarted, on: "2026-04-02", until: "2026-04-02", order: "GPA.1-2") {
      ($0.status, $0.product) = (.hold, "extra")
      $0.otherItems = item("gold", "GPA.1-1", "2026-04-20")
    }
    return story
  }

  @Test func `the item that failed is dated by its own day, and its reply by the purchase`() throws
  {
    let story = addOnOnHold
    let told = try told(story, "2026-04-10")
    #expect(told.contains("The renewal of 1 Apr 2026 00:00 UTC (9 days ago) failed"), "\(told)")
    let reply = CustomerReply(
      about: try story.subscriber(), at: at("2026-04-10"), policy: .standard, in: .utc
    ) { $0.rawValue }
    #expect(reply.key == .holdItems)
    let templates = ReplyTemplates(
      language: "xx", texts: [.holdItems: ReplyTemplate("{product}[ of {failed}]")],
      dateForm: "{day} {month}")
    #expect(reply.text(templates) == "extra of 1 04\n")
  }

  @Test func `an add-on that ended unpaid is told while the rest goes on`() throws {
    var story = addOnOnHold
    story.resource(.productChanged, on: "2026-05-31", until: "2026-06-18", order: "GPA.1-1") {
      $0.product = "gold"
    }
    #expect(try outcomes(story, "2026-06-02") == [.ranOut])
    let told = try told(story, "2026-06-02")
    #expect(
      told.contains(
        "The renewal of 1 Apr 2026 00:00 UTC failed and was never paid: extra ended on 31 May "
          + "2026 00:00 UTC, and the rest goes on."), "\(told)")
  }
}
