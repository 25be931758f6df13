import SubscriptionCore
import Testing

/// The reason for which a renewal failed, and dates that no store stated.
extension ExplanationTests {
  /// Google's expiry is the end of grace by then, and no longer the date of the renewal.
  @Test(arguments: ["hold, failing at its first report", "grace, failing at its first report"])
  func `a renewal that was failing at the first report has no date`(_ name: String) throws {
    let told = try Life.named(name).told()
    #expect(
      told.contains("A renewal whose date is not known failed because the payment was declined."))
    #expect(!told.contains("No grace period"), "\(told)")
    #expect(!told.contains("when grace began"), "\(told)")
    #expect(told.contains(" at the latest, then the subscription ends."), "\(told)")
  }

  @Test func `a failure without a date that was paid or ended has none afterwards`() throws {
    var story = Story.firstSeen(.hold, "2023-09-05")
    story.tell(.recovered, "2023-09-10") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-10-10"), true)
    }
    let paid = try Life(name: "paid", now: "2023-09-11", story: story).told()
    #expect(
      paid.contains("A renewal whose date is not known failed and was paid on 10 Sep"), "\(paid)")
    story = Story.firstSeen(.hold, "2023-09-05")
    story.end("2023-10-24", .billing)
    let ended = try Life(name: "ended", now: "2023-10-25", story: story).told()
    #expect(ended.contains("A renewal whose date is not known failed because"), "\(ended)")
  }

  @Test func `access that a pause took was not lost with the payment that was to end it`() throws {
    var life = try Life.named("hold after a pause")
    life.now = "2023-06-20"
    life.story.end("2023-06-10", .voluntary)
    let told = try life.told()
    #expect(told.contains("failed because the payment was declined."), "\(told)")
    #expect(!told.contains("access ended on"), "\(told)")
    #expect(told.contains("The user has had no access since 1 May 2023"), "\(told)")
  }

  @Test func `a failure that was reported before its date is told as due`() throws {
    var story = Story.apple()
    story.tell(.billingFailed, "2023-04-30T12:00:00Z") {
      ($0.status, $0.inBillingRetry, $0.autoRenew) = (.grace, true, true)
      ($0.transactionID, $0.expiresAt) = ("t1", at("2023-05-01"))
      $0.graceEndsAt = at("2023-05-17")
    }
    let failing = try Life(name: "failing", now: "2023-04-30T13:00:00Z", story: story).told()
    #expect(
      failing.contains(
        "The renewal due on 1 May 2023 00:00 UTC (in 11 hours) failed because the payment"),
      "\(failing)")
    story.tell(.recovered, "2023-04-30T18:00:00Z") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-04-30T18:00:00Z"))
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
    }
    let paid = try Life(name: "paid", now: "2023-05-02", story: story).told()
    #expect(
      paid.contains("due on 1 May 2023 00:00 UTC failed and was paid on 30 Apr 2023 18:00 UTC"),
      "\(paid)")
  }

  @Test(arguments: [("USD", 9_990_000 as Int64), ("JPY", 1_990_000), ("USD", 1_990_000)])
  func `the amount that was declined is told where it is not the present price`(
    currency: String, micros: Int64
  ) throws {
    var story = Story(.appStore)
    for (kind, day) in [(EventKind.purchased, "2023-04-01"), (.billingFailed, "2023-05-01")] {
      story.tell(kind, day) {
        ($0.transactionID, $0.purchasedAt, $0.autoRenew) = ("t1", at("2023-04-01"), true)
        ($0.expiresAt, $0.price) = (at("2023-05-01"), Money(micros: 1_990_000, currency: "USD"))
        $0.renewalPrice = Money(micros: micros, currency: currency)
        $0.status = kind == .purchased ? .active : .hold
      }
    }
    let amount = Money(micros: micros, currency: currency)
    let isOther = amount != Money(micros: 1_990_000, currency: "USD")
    let told = try Life(name: "declined", now: "2023-05-02", story: story).told()
    let words = isOther ? "the payment of \(amount.text) was declined" : "the payment was declined"
    #expect(told.contains("failed because \(words)."), "\(told)")
    // What the store tries to charge after a change in retry is not what was declined.
    story.tell(.productChangeScheduled, "2023-05-03") {
      ($0.transactionID, $0.nextProduct, $0.autoRenew) = ("t1", "silver", true)
      ($0.status, $0.renewalPrice) = (.hold, Money(micros: 990_000, currency: "USD"))
    }
    let changed = try Life(name: "changed", now: "2023-05-04", story: story).told()
    #expect(changed.contains("failed because the payment was declined."), "\(changed)")
  }

  @Test func `grace may go on after the date that the policy expects`() throws {
    var life = try Life.named("grace past its expected end")
    let told = try life.told()
    #expect(
      told.contains(
        "Grace, whose end Google Play did not state, was expected to end about 8 May 2023"),
      "\(told)")
    #expect(told.contains("The user's access was expected to end about 8 May 2023"), "\(told)")
    #expect(try !life.story.status(life.now).isAccessKnown)
    #expect(!told.contains("when access ended"), "\(told)")
    #expect(told.contains("wrote to the user when grace began, on 2 May 2023"), "\(told)")
    #expect(!told.contains("access comes back"), "\(told)")
    // No longer than a month, which is the period.
    life.now = "2023-06-02"
    let later = try life.told()
    #expect(try life.story.status(life.now).isAccessKnown)
    #expect(later.contains("did not state, cannot have lasted beyond 31 May 2023"), "\(later)")
    #expect(later.contains("no access since 31 May 2023 00:00 UTC (2 days ago) at the latest."))
    #expect(!later.contains("when access ended"), "\(later)")
  }

  @Test func `case 12: an end of grace that the store does not confirm is not told as certain`()
    throws
  {
    var life = try Life.named("hold after grace")
    let held = life.story.events.removeLast()
    func reply() throws -> ReplyKey {
      let subscriber = try life.story.subscriber(beside: [])
      return CustomerReply(about: subscriber, at: at(life.now), policy: .standard, in: .utc) {
        $0.rawValue
      }.key
    }
    life.now = "2023-05-09"
    #expect(try life.told().contains("Grace ended on 8 May 2023"))
    #expect(try reply() == .hold)
    let known = try life.story.status(life.now)
    #expect(known.isAccessKnown && known.nextChangeAt.map { $0 <= at("2023-05-10") } == true)
    life.now = "2023-05-12"
    #expect(try !life.story.status(life.now).isAccessKnown)
    let told = try life.told()
    for words in [
      "Grace was to end on 8 May 2023", "and Google Play has not said what came of it.",
      "The user's access was to end on 8 May 2023", "and whether it did is not known.",
      "Google Play should have said by now what came of the payment",
      "Refresh it from the store before telling the user anything.",
    ] {
      #expect(told.contains(words), "\(told)")
    }
    for words in ["no access", "when access ended", "fix the payment method"] {
      #expect(!told.contains(words), "\(told)")
    }
    #expect(try reply() == .unknown)
    life.story.events.append(held)
    #expect(try reply() == .hold)
    #expect(try life.story.status(life.now).isAccessKnown)
  }

  @Test func `an end of grace that was not stated is not told afterwards`() throws {
    var story = try Life.named("grace past its expected end").story
    story.tell(.expired, "2023-06-20") { ($0.status, $0.endReason) = (.expired, .billing) }
    let told = try Life(name: "ended", now: "2023-06-21", story: story).told()
    #expect(told.contains("declined; access went on in grace."), "\(told)")
    #expect(told.contains("no access since 31 May 2023 00:00 UTC (21 days ago) at the latest."))
    // It ended before the longest grace there is: no later than that.
    story.events.removeLast()
    story.tell(.expired, "2023-05-20") { ($0.status, $0.endReason) = (.expired, .billing) }
    let early = try Life(name: "ended", now: "2023-05-21", story: story).told()
    #expect(early.contains("no access since 20 May 2023 00:00 UTC (1 day ago) at the latest."))
  }

  @Test func `case 22: a product that is not for sale is not told as a declined payment`() throws {
    var life = try Life.named("retry, product not for sale")
    let told = try life.told()
    #expect(told.contains("failed because the product is not for sale any more."), "\(told)")
    #expect(!told.contains("declined"), "\(told)")
    life.story.end("2023-05-20", .productUnavailable)
    life.now = "2023-05-21"
    let ended = try life.told()
    #expect(ended.contains("The renewal of 1 May 2023 00:00 UTC failed; access ended"), "\(ended)")
    #expect(!ended.contains("declined"), "\(ended)")
  }

  @Test func `case 17: a refund on hold leaves no doubt about access that was lost before`() throws
  {
    var life = try Life.named("hold after grace")
    life.story.tell(.refunded, "2023-05-12", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1", at("2023-05-12"), .refund)
    }
    life.now = "2023-05-13"
    let told = try life.told()
    #expect(told.contains("The user has had no access since 8 May 2023"), "\(told)")
    #expect(!told.contains("whether access goes on"), "\(told)")
  }

  @Test func `case 10: the period of a failing add-on is that of the other items`() throws {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2023-04-01") {
      ($0.product, $0.basePlan, $0.status) = ("news", "monthly", .active)
      ($0.startedAt, $0.expiresAt, $0.autoRenew) = (at("2023-04-01"), at("2023-05-01"), true)
      $0.otherItems = [PurchasedItem(product: "puzzles", paidOrderID: "GPA.2")]
    }
    story.tell(.holdStarted, "2023-05-02") {
      ($0.product, $0.status, $0.expiresAt) = ("puzzles", .hold, at("2023-05-01"))
      $0.otherItems = [PurchasedItem(product: "news", paidOrderID: "GPA.1")]
    }
    let held = try story.subscriber(beside: [])
    #expect(held.facts.product == "puzzles")
    let summary = held.summary(at: at("2023-05-10"), policy: .standard, profile: nil)
    #expect(summary.plan == .monthly)
  }
}
