import SubscriptionCore
import Testing

/// Refunds of other periods, cancellations in a pause, values that no build knows yet, and what a
/// payment is worth.
@Suite struct RefundsAndPausesTests {
  // MARK: Refunds

  /// A refund that Apple reports with a status, or of which Google Play says only the order.
  private func giveBack(_ story: inout Story, _ day: String, _ kind: EventKind = .refunded) {
    let isPlay = story.store == .googlePlay
    story.tell(kind, day, source: isPlay ? .googlePlayVoidedPurchase : nil) {
      ($0.revokedAt, $0.endReason) = (at(day), .refund)
      if isPlay {
        $0.orderID = "GPA.1"
      } else {
        ($0.transactionID, $0.expiresAt, $0.status) = ("t1", at("2023-05-01"), .revoked)
      }
    }
  }

  @Test(arguments: Store.allCases)
  func `case 18: a refund after an end by billing leaves the end as it was`(store: Store) throws {
    var story = store == .appStore ? Story.appStore() : .googlePlay()
    if store == .appStore { story.declineAtApple() } else { story.holdAtPlay("2023-05-03") }
    story.end("2023-06-30", .billing)
    let before = try story.status("2023-07-19")
    giveBack(&story, "2023-07-20")
    if store == .appStore {
      story.tell(.snapshot, "2023-07-22") {
        ($0.transactionID, $0.expiresAt, $0.status) = ("t1", at("2023-05-01"), .revoked)
        ($0.revokedAt, $0.endReason) = (at("2023-07-20"), .refund)
      }
    }
    let subscriber = try story.subscriber()
    let status = subscriber.status(at: at("2023-07-25"), policy: .standard)
    #expect(status.state == .expired)
    #expect(status.end == before.end)
    #expect(status.end == SubscriptionEnd(reason: .billing, at: at("2023-06-30")))
    #expect(
      subscriber.episodes(at: at("2023-07-25"), policy: .standard).map(\.outcome) == [.ranOut])
    let days = SubscriberProjection(
      of: subscriber, at: at("2023-07-25"), policy: .standard, profile: nil
    ).days
    #expect(days.ends.map(\.cause) == [.involuntary])
    #expect(days.refunds == [SubscriptionDays.number(of: at("2023-07-20"))])
    let told = Explanation.sentences(for: subscriber, at: at("2023-07-25"), policy: .standard)
    #expect(
      told.contains { $0.contains("payment was refunded after the end, on 20 Jul 2023") },
      "\(told)")
  }

  @Test func `case 18: what was first listed as voided had ended before, as an answer says`() throws
  {
    var story = Story(.googlePlay)
    story.tell(.refunded, "2023-05-09", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1", at("2023-05-09"), .refund)
    }
    story.tell(.snapshot, "2023-05-12") {
      ($0.status, $0.endReason, $0.autoRenew) = (.expired, .voluntary, false)
      ($0.startedAt, $0.expiresAt) = (at("2023-04-01"), at("2023-05-01"))
      ($0.orderID, $0.paidOrderID) = ("GPA.1", "GPA.1")
    }
    let status = try story.status("2023-05-20")
    #expect(status.state == .expired)
    #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2023-05-01")))
    let told = Explanation.sentences(
      for: try story.subscriber(), at: at("2023-05-20"), policy: .standard)
    #expect(told.contains { $0.contains("refunded after the end, on 9 May 2023") }, "\(told)")
  }

  @Test(arguments: Store.allCases)
  func `case 18: a refund after a canceled period leaves the user's decision`(
    store: Store
  ) throws {
    var story = store == .appStore ? Story.appStore() : .googlePlay()
    story.tell(.autoRenewDisabled, "2023-04-20") { $0.autoRenew = false }
    var late = story
    giveBack(&late, "2023-05-20")
    #expect(
      try late.status("2023-05-21").end
        == SubscriptionEnd(reason: .voluntary, at: at("2023-05-01")))
    // What took the rest of the period is the end.
    giveBack(&story, "2023-04-25")
    #expect(
      try story.status("2023-05-21").end == SubscriptionEnd(reason: .refund, at: at("2023-04-25")))
  }

  @Test func `a refund of an earlier period after a lost renewal takes no access`() throws {
    // The renewal of 1 April was never heard; in May the payment of March is given back.
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.refunded, "2026-04-20", effective: "2026-04-20") {
      ($0.transactionID, $0.revokedAt, $0.endReason) = ("t1", at("2026-04-20"), .refund)
      ($0.status, $0.renewsAt, $0.autoRenew) = (.active, at("2026-05-01"), true)
    }
    let status = try story.status("2026-04-21")
    #expect(status.state == .active)
    #expect(status.access == Access(granted: true, until: at("2026-05-01")))
    let spans = try story.subscriber().timeline(at: at("2026-04-21"), policy: .standard)
    #expect(spans.allSatisfy { $0.access }, "\(spans)")
  }

  @Test(arguments: ["2026-03-01", "2026-03-04"], [EventKind.purchased, .snapshot])
  func `case 28: what the family shares again begins anew`(
    bought: String, kind: EventKind
  ) throws {
    // The purchaser's transaction is older than the day on which it was taken from the member.
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.events[0].facts.familyShared = true
    story.tell(.revoked, "2026-03-05") {
      ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2026-03-05"), .revoked)
      $0.endReason = .familySharing
    }
    story.tell(kind, "2026-03-09", effective: bought) {
      ($0.transactionID, $0.purchasedAt) = (bought == "2026-03-01" ? "t1" : "t2", at(bought))
      ($0.expiresAt, $0.status) = (at("2026-04-01"), .active)
      ($0.familyShared, $0.autoRenew) = (true, true)
    }
    let status = try story.status("2026-03-10")
    #expect(status.state == .active)
    #expect(status.stateSince == at("2026-03-09"))
    let spans = try story.subscriber().timeline(at: at("2026-03-10"), policy: .standard)
    let lost = spans.filter { !$0.access }.first
    #expect(lost?.from == at("2026-03-05") && lost?.to == at("2026-03-09"), "\(spans)")
  }

  @Test(arguments: [true, false])
  func `a voided order ends nothing where Google Play goes on with a later one`(
    isFirstWord: Bool
  ) throws {
    var story = Story.googlePlay(bought: "2026-01-01", until: "2026-04-01")
    if isFirstWord { story.events = [] }
    story.tell(.refunded, "2026-03-20", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1..1", at("2026-03-20"), .refund)
    }
    #expect(try story.status("2026-03-21").state == .refunded)
    story.tell(.snapshot, "2026-04-10") {
      ($0.status, $0.startedAt, $0.expiresAt) = (.active, at("2026-01-01"), at("2026-05-01"))
      ($0.paidOrderID, $0.orderID, $0.autoRenew) = ("GPA.1..2", "GPA.1..2", true)
    }
    #expect(try story.status("2026-04-11").state == .active)
    let spans = try story.subscriber().timeline(at: at("2026-04-11"), policy: .standard)
    #expect(spans.allSatisfy { $0.access }, "\(spans)")
    #expect(spans.first?.from == at("2026-01-01"))
  }

  @Test func `case 17: an add-on that is given back ends no other item of the purchase`() throws {
    var story = Story.googlePlay(bought: "2026-08-01", until: "2026-09-01")
    story.tell(.productChanged, "2026-08-11") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2026-09-01"), true)
      ($0.paidOrderID, $0.orderID) = ("GPA.1", "GPA.1..0")
      $0.otherItems = [PurchasedItem(product: "puzzles", paidOrderID: "GPA.1..0")]
    }
    for (day, order, state) in [
      ("2026-08-12", "GPA.1..0", .active), ("2026-08-14", "GPA.1", .refunded),
    ] as [(String, String, SubscriptionState)] {
      story.tell(.refunded, day, source: .googlePlayVoidedPurchase) {
        ($0.orderID, $0.revokedAt, $0.endReason) = (order, at(day), .refund)
      }
      let status = try story.status(day)
      #expect(status.state == state && (status.end == nil) == (state == .active))
    }
  }

  @Test func `a newer transaction that expired is expired, not refunded`() throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.refunded, "2026-03-10", effective: "2026-03-10") {
      ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2026-03-10"), .revoked)
    }
    #expect(try story.status("2026-03-11").state == .refunded)
    story.tell(.snapshot, "2026-08-01") {
      ($0.transactionID, $0.purchasedAt) = ("t9", at("2026-05-01"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2026-06-01"), .expired, false)
      $0.endReason = .voluntary
    }
    let status = try story.status("2026-08-02")
    #expect(status.state == .expired)
    #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2026-06-01")))
  }

  @Test func `a resource that expired after a refund of its payment stays refunded`() throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.refunded, "2026-03-10", effective: "2026-03-10") {
      ($0.transactionID, $0.revokedAt, $0.status) = ("t1", at("2026-03-10"), .revoked)
    }
    story.tell(.snapshot, "2026-08-01") {
      ($0.transactionID, $0.purchasedAt) = ("t1", at("2026-03-01"))
      ($0.expiresAt, $0.status) = (at("2026-04-01"), .expired)
    }
    #expect(try story.status("2026-08-02").state == .refunded)
  }

  @Test func `the voided order of the last paid period in grace is this subscription's`() throws {
    var story = Story.googlePlay(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.billingFailed, "2026-04-01T00:00:08Z") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2026-04-08"), at("2026-04-08"))
      ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1")
    }
    story.tell(.refunded, "2026-04-03", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.revokedAt, $0.endReason) = ("GPA.1", at("2026-04-03"), .refund)
    }
    #expect(try story.status("2026-04-04").state == .refunded)
  }

  @Test(arguments: [EventKind.refunded, .autoRenewDisabled])
  func `a renewal that is paid after all, after a refund or a cancellation in grace, is recovered`(
    kind: EventKind
  ) throws {
    var story = Story.appStore(bought: "2026-09-15", until: "2026-10-15")
    func tell(_ kind: EventKind, _ day: String, _ change: (inout StoreFacts) -> Void) {
      story.tell(kind, day, effective: kind == .recovered ? "2026-10-15" : nil) {
        ($0.transactionID, $0.purchasedAt) = ("t1", at("2026-09-15"))
        $0.expiresAt = at("2026-10-15")
        change(&$0)
      }
    }
    tell(.billingFailed, "2026-10-15") {
      ($0.status, $0.inBillingRetry, $0.graceEndsAt) = (.grace, true, at("2026-10-31"))
    }
    tell(kind, "2026-10-18") {
      guard kind == .refunded else {
        ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
        return
      }
      ($0.status, $0.revokedAt) = (.revoked, at("2026-10-18"))
    }
    tell(.recovered, "2026-10-20") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2026-10-15"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2026-11-15"), .active, true)
    }
    let subscriber = try story.subscriber()
    let spans = subscriber.timeline(at: at("2026-10-21"), policy: .standard)
    #expect(
      spans.filter { !$0.projected }.map { "\($0.kind) \($0.from.rfc3339.prefix(10))" } == [
        "paid 2026-09-15", "grace 2026-10-15",
        "\(kind == .refunded ? "refunded" : "expired") 2026-10-18", "paid 2026-10-20",
      ])
    let episodes = subscriber.episodes(at: at("2026-10-21"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInGrace])
    #expect(episodes.map(\.endedAt) == [at("2026-10-20")])
    #expect(try story.anomalies("2026-10-21").isEmpty)
    #expect(
      subscriber.payments(in: story.events, at: at("2026-10-21")).last?.at == at("2026-10-20"))
  }

  // MARK: Pauses

  @Test func `a cancellation in a pause ends it, and the pause stays`() throws {
    for hasResource in [true, false] {
      var story = Story.googlePlay(bought: "2026-03-01", until: "2026-04-01")
      story.tell(.paused, "2026-04-01") {
        ($0.status, $0.expiresAt, $0.resumesAt) = (.paused, at("2026-04-01"), at("2026-06-01"))
        $0.autoRenew = true
      }
      story.tell(.autoRenewDisabled, "2026-04-20", effective: "2026-04-20") {
        guard hasResource else { return }
        ($0.status, $0.expiresAt) = (.expired, at("2026-04-01"))
        ($0.canceledAt, $0.endReason, $0.autoRenew) = (at("2026-04-20"), .voluntary, false)
      }
      let subscriber = try story.subscriber()
      let status = subscriber.status(at: at("2026-05-01"), policy: .standard)
      #expect(status.state == .expired)
      #expect(status.end == SubscriptionEnd(reason: .voluntary, at: at("2026-04-20")))
      let spans = subscriber.timeline(at: at("2026-05-01"), policy: .standard)
      #expect(
        spans.filter { !$0.projected }.map { "\($0.kind) \($0.from.rfc3339.prefix(10))" } == [
          "paid 2026-03-01", "paused 2026-04-01", "expired 2026-04-20",
        ])
    }
  }

  @Test(arguments: [
    ("2026-04-20", "GPA.1", EndReason.other), ("2026-04-20", "GPA.1..0", .billing),
    ("2026-06-01T00:00:30Z", "GPA.1", .billing),
  ])
  func `case 30: what Google ends within a pause is no payment problem`(
    ended: String, order: String, reason: EndReason
  ) throws {
    var story = Story.googlePlay(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.paused, "2026-04-01") {
      ($0.status, $0.expiresAt, $0.resumesAt) = (.paused, at("2026-04-01"), at("2026-06-01"))
      $0.autoRenew = true
    }
    for kind in [EventKind.autoRenewDisabled, .expired] {
      story.tell(kind, ended) {
        ($0.status, $0.expiresAt) = (.expired, at("2026-04-01"))
        ($0.endReason, $0.autoRenew) = (.billing, false)
        ($0.orderID, $0.paidOrderID) = (order, "GPA.1")
      }
      #expect(try story.status("2026-06-10").end == SubscriptionEnd(reason: reason, at: at(ended)))
    }
  }

  // MARK: Values this build does not know, and crossings

  @Test func `a value that this build does not know leaves an anomaly that names it`() throws {
    var story = Story.googlePlay(bought: "2026-03-01", until: "2026-04-01")
    story.tell(.snapshot, "2026-03-05") {
      $0.unknownValues = ["subscriptionState: SUBSCRIPTION_STATE_NEW"]
    }
    let anomalies = try story.subscriber().anomalies(at: at("2026-03-06"), policy: .standard)
    #expect(anomalies.map(\.kind) == [.unknownValue])
    #expect(
      anomalies.first?.text
        == "this version does not recognize subscriptionState: SUBSCRIPTION_STATE_NEW")
  }

  @Test func `messages that cross within a minute are not out of order`() throws {
    for (heard, isLate) in [("2026-03-10T00:00:30Z", false), ("2026-03-10T01:00:00Z", true)] {
      var story = Story.googlePlay(bought: "2026-03-01", until: "2026-04-01")
      story.tell(.autoRenewDisabled, "2026-03-10T00:00:00Z", heard: heard)
      story.tell(.autoRenewEnabled, "2026-03-10T00:00:02Z", heard: "2026-03-10T00:00:03Z")
      #expect(try story.anomalies("2026-03-20").contains(.outOfOrder) == isLate)
    }
  }

  // MARK: What a payment is worth

  private func worth(_ story: Story, _ now: String) throws -> String? {
    let row = try story.subscriber().summary(at: at(now), policy: .standard, profile: nil)
    return row.mrr.map { "\($0.decimal) \($0.currency) \(row.mrrBasis?.rawValue ?? "-")" }
  }

  private func appStore(_ change: (inout StoreFacts) -> Void) -> Story {
    var story = Story(.appStore)
    story.usual.period = nil
    story.tell(.purchased, "2026-01-01") {
      ($0.transactionID, $0.purchasedAt) = ("1", at("2026-01-01"))
      ($0.status, $0.autoRenew) = (.active, true)
      change(&$0)
    }
    return story
  }

  @Test func `an offer paid up front is spread over its own period`() throws {
    var story = appStore {
      $0.expiresAt = at("2026-03-01")
      $0.price = Money(milliunits: 1990, currency: "USD")
      $0.offer = Offer(kind: .payUpFront, isIntroductory: true, period: BillingPeriod(2, .month))
    }
    #expect(try worth(story, "2026-01-02") == "0.995 USD paid")
    // The renewal's price is not told: nothing of the offer is taken over.
    story.tell(.renewed, "2026-03-01") {
      ($0.transactionID, $0.purchasedAt) = ("2", at("2026-03-01"))
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2026-04-01"), true)
    }
    #expect(try worth(story, "2026-03-02") == nil)
  }

  @Test func `a free trial costs nothing in either store, and its renewal once it fails`() throws {
    let trial = Offer(kind: .freeTrial, isIntroductory: true)
    let yen = Money(milliunits: 480_000, currency: "JPY")
    var apple = appStore {
      ($0.expiresAt, $0.offer, $0.renewalPrice) = (at("2026-01-08"), trial, yen)
      $0.price = Money(milliunits: 0, currency: "JPY")
    }
    var google = Story(.googlePlay)
    google.resource(.purchased, on: "2026-01-01", until: "2026-01-08", order: "GPA.1") {
      ($0.offer, $0.renewalPrice, $0.basePlan) = (trial, yen, "monthly/trial")
    }
    for story in [apple, google] {
      #expect(try story.subscriber().price(.standard) == Money(micros: 0, currency: "JPY"))
      #expect(try worth(story, "2026-01-02") == "0.00 JPY paid")
    }
    apple.usual.period = .monthly
    apple.tell(.billingFailed, "2026-01-08") {
      ($0.transactionID, $0.purchasedAt, $0.offer) = ("1", at("2026-01-01"), trial)
      ($0.expiresAt, $0.status, $0.inBillingRetry) = (at("2026-01-08"), .hold, true)
    }
    google.resource(.holdStarted, on: "2026-01-09", until: "2026-01-08", order: "GPA.1") {
      ($0.status, $0.renewalPrice, $0.basePlan) = (.hold, yen, "monthly/trial")
      $0.offer = trial
    }
    #expect(try worth(apple, "2026-01-10") == "480.00 JPY renewal")
    #expect(try worth(google, "2026-01-10") == "480.00 JPY renewal")
  }

  @Test func `without a proven plan nothing is worth anything known`() throws {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.resource(.snapshot, on: "2026-01-20", until: "2026-03-01") {
      $0.price = Money(milliunits: 480_000, currency: "JPY")
    }
    #expect(try worth(story, "2026-01-21") == nil)
  }
}
