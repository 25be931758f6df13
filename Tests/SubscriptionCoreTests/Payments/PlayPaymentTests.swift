import SubscriptionCore
import Testing

struct PlayPaymentTests {
  private func lines(_ story: Story, _ now: String) throws -> [String] {
    try story.subscriber().payments(in: story.events, at: at(now)).map { payment in
      [
        String(payment.at.rfc3339.prefix(10)) + (payment.isDateStated ? "" : "?"),
        payment.kind.rawValue, payment.amount.map(\.decimal) ?? "-", payment.orderID ?? "-",
        payment.refundedAt.map { "back " + String($0.rfc3339.prefix(10)) } ?? "",
      ].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// A purchase, a renewal, a declined one that is paid in grace.
  private func life() -> Story {
    .play {
      $0.tell(.renewed, "2023-05-01T00:05:00Z") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1..0")
      }
      $0.tell(.billingFailed, "2023-06-02") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-06-08"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..1", "GPA.1..0")
      }
      $0.tell(.renewed, "2023-06-05") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-07-01"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..1", "GPA.1..1")
      }
    }
  }

  @Test func `a life at Google Play: the declined order is not charged until it is paid`() throws {
    let charged = ["2023-04-01 paid 4.99 GPA.1", "2023-05-01 paid 4.99 GPA.1..0"]
    #expect(try lines(life(), "2023-06-03") == charged + ["2023-06-01 declined 4.99 GPA.1..1"])
    #expect(
      try lines(life(), "2023-06-20") == charged + [
        "2023-06-01 declined 4.99 GPA.1..1", "2023-06-05 paid 4.99 GPA.1..1",
      ])
  }

  @Test func `the payments of two changes of plan in a row are for no time twice`() throws {
    let days = ["2023-09-01", "2023-09-15", "2023-09-25", "2023-12-25"]
    let stories = (0..<3).map { place in
      var story = Story(.googlePlay, SubscriptionID("gp_\(place)"))
      story.tell(.purchased, days[place]) {
        ($0.paidOrderID, $0.orderID) = ("GPA.\(place)", "GPA.\(place)")
        ($0.status, $0.autoRenew, $0.startedAt) = (.active, true, at(days[place]))
        $0.expiresAt = at(["2023-10-01", "2023-10-15", "2023-12-25"][place])
        if place > 0 { $0.replaces = SubscriptionID("gp_\(place - 1)") }
      }
      if place < 2 {
        story.tell(.superseded, days[place + 1]) {
          $0.replacedBy = SubscriptionID("gp_\(place + 1)")
        }
      }
      return story
    }
    let alone = try stories.map { try RelatedPurchase(of: $0.subscriber()) }
    let now = at("2023-10-01")
    let subscribers = try stories.map { try $0.subscriber(beside: alone) }
    let payments = zip(subscribers, stories).map { $0.payments(in: $1.events, at: now) }
    #expect(payments.map { $0[0].paidTo } == days.dropFirst().map { at($0) })
    for place in 0..<3 {
      let others = subscribers[place].linkedPurchases(at: now, policy: .standard).map { link in
        (link.relation, payments[stories.firstIndex { $0.id == link.subscription } ?? place])
      }
      let all = Payment.joined(payments[place], with: others)
      #expect(all.count == 3)
      #expect(all.allSatisfy { $0.overlaps == nil }, "\(place)")
    }
  }

  @Test func `the orders of other items are payments, whose amounts are unknown`() throws {
    var life = Story.play {
      $0.tell(.productChanged, "2023-04-10") {
        ($0.paidOrderID, $0.orderID, $0.status) = ("GPA.1", "GPA.1..0", .active)
        let item = PurchasedItem(product: "extra", paidOrderID: "GPA.1..0", isTrial: true)
        ($0.expiresAt, $0.autoRenew, $0.otherItems) = (at("2023-05-01"), true, [item])
      }
      $0.tell(.renewed, "2023-04-17") {
        ($0.paidOrderID, $0.orderID, $0.status) = ("GPA.1", "GPA.1..1", .active)
        let item = PurchasedItem(product: "extra", paidOrderID: "GPA.1..1")
        ($0.expiresAt, $0.autoRenew, $0.otherItems) = (at("2023-05-01"), true, [item])
      }
    }
    let charged = ["2023-04-01 paid 4.99 GPA.1", "2023-04-10 freeTrial - GPA.1..0"]
    #expect(try lines(life, "2023-04-20") == charged + ["2023-04-17 paid - GPA.1..1"])
    life.tell(.refunded, "2023-04-18", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.endReason) = ("GPA.1..1", .refund)
    }
    #expect(
      try lines(life, "2023-04-20")
        == charged + ["2023-04-17 refunded - GPA.1..1 back 2023-04-18"])
    let payments = try life.subscriber().payments(in: life.events, at: at("2023-04-20"))
    #expect(payments.map(\.product) == ["gold", "extra", "extra"])
    #expect(payments.map(\.isRenewal) == [false, false, true])
  }

  @Test func `an add-on that is bought while a renewal fails is not the payment of it`() throws {
    let story = Story.play {
      $0.tell(.billingFailed, "2023-05-02") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-05-08"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1")
      }
      $0.tell(.productChanged, "2023-05-03") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.grace, at("2023-05-08"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1")
        $0.otherItems = [PurchasedItem(product: "extra", paidOrderID: "GPA.9")]
      }
      $0.tell(.renewed, "2023-05-04") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1..0")
        $0.otherItems = [PurchasedItem(product: "extra", paidOrderID: "GPA.9")]
      }
    }
    #expect(
      try lines(story, "2023-05-10") == [
        "2023-04-01 paid 4.99 GPA.1", "2023-05-01 declined 4.99 GPA.1..0",
        "2023-05-03 paid - GPA.9", "2023-05-04 paid 4.99 GPA.1..0",
      ])
  }

  @Test func `case 13: what carries on a beginning was bought when it was reported`() throws {
    var story = Story(.googlePlay)
    let reports: [(EventKind, String, String, String)] = [
      (.purchased, "2023-05-20", "2023-06-01", "GPA.2"),
      (.renewed, "2023-06-01", "2023-07-01", "GPA.2..0"),
    ]
    for (kind, day, until, order) in reports {
      story.tell(kind, day) {
        ($0.status, $0.autoRenew, $0.replaces) = (.active, true, "gp_0")
        ($0.startedAt, $0.expiresAt) = (at("2023-05-01"), at(until))
        ($0.orderID, $0.paidOrderID) = (order, order)
      }
    }
    let subscriber = try story.subscriber()
    let now = at("2023-06-02")
    let payments = subscriber.payments(in: story.events, at: now)
    #expect(payments.map(\.at) == [at("2023-05-20"), at("2023-06-01")])
    let spans = subscriber.timeline(at: now, policy: .standard)
    #expect(spans.first?.from == at("2023-05-20"))
    #expect(subscriber.facts.startedAt == at("2023-05-20"))
  }

  @Test func `answers fetched again repeat an order and add nothing`() throws {
    var story = life()
    for day in ["2023-06-06", "2023-06-20"] {
      story.tell(.snapshot, day) {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-07-01"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..1", "GPA.1..1")
      }
    }
    #expect(try lines(story, "2023-06-30") == lines(life(), "2023-06-30"))
  }

  @Test func `a voided order is given back, and no other`() throws {
    var story = life()
    story.tell(.refunded, "2023-06-10", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.endReason) = ("GPA.1..0", .refund)
    }
    #expect(
      try lines(story, "2023-06-20") == [
        "2023-04-01 paid 4.99 GPA.1", "2023-05-01 refunded 4.99 GPA.1..0 back 2023-06-10",
        "2023-06-01 declined 4.99 GPA.1..1", "2023-06-05 paid 4.99 GPA.1..1",
      ])
  }

  @Test(arguments: ["2023-04-09T09:59:55Z", "2023-04-09T10:00:05Z"])
  func `a payment reported without its order is given back once`(listed: String) throws {
    var story = Story(.googlePlay)
    story.tell(.purchased, "2023-04-01")
    story.tell(.refunded, "2023-04-09T10:00:00Z")
    story.tell(.refunded, listed, source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.endReason) = ("GPA.1", .refund)
    }
    #expect(try lines(story, "2023-04-20") == ["2023-04-01 refunded - GPA.1 back 2023-04-09"])
    var renewed = Story(.googlePlay)
    renewed.tell(.purchased, "2023-04-01")
    renewed.tell(.renewed, "2023-05-01")
    renewed.tell(.refunded, "2023-05-09", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.endReason) = ("GPA.1", .refund)
    }
    #expect(
      try lines(renewed, "2023-05-20") == [
        "2023-04-01 refunded - GPA.1 back 2023-05-09", "2023-05-01 paid - -",
      ])
  }

  @Test func `an order that was first listed as voided is described by a later answer`() throws {
    var story = Story(.googlePlay)
    story.tell(.refunded, "2023-04-09", source: .googlePlayVoidedPurchase) {
      ($0.orderID, $0.endReason) = ("GPA.1", .refund)
    }
    story.tell(.snapshot, "2023-04-10") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.expired, at("2023-04-09"), false)
      ($0.orderID, $0.paidOrderID) = ("GPA.1", "GPA.1")
      $0.price = Money(micros: 4_990_000, currency: "USD")
    }
    #expect(try lines(story, "2023-04-20") == ["2023-04-09? refunded 4.99 GPA.1 back 2023-04-09"])
  }

  @Test func `an order first seen in a description is dated by the renewal it belongs to`() throws {
    let story = Story.play {
      $0.tell(.snapshot, "2023-05-20") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1..0")
      }
    }
    #expect(
      try lines(story, "2023-05-25") == [
        "2023-04-01 paid 4.99 GPA.1", "2023-05-01? paid 4.99 GPA.1..0",
      ])
  }

  @Test func `what a first look finds paid was paid by then, and is a renewal of no day`() throws {
    func looked(_ change: (inout StoreFacts) -> Void, _ kind: EventKind = .snapshot) -> Story {
      var story = Story(.googlePlay)
      story.tell(kind, "2023-05-20") {
        ($0.startedAt, $0.orderID, $0.paidOrderID) = (at("2022-12-01"), "GPA.1..4", "GPA.1..4")
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
        change(&$0)
      }
      return story
    }
    let failing: (inout StoreFacts) -> Void = {
      ($0.status, $0.orderID, $0.expiresAt) = (.grace, "GPA.1..5", at("2023-05-27"))
    }
    var toldFirst = Story(.googlePlay)
    toldFirst.tell(.billingFailed, "2023-05-20")
    toldFirst.events += looked(failing).events.map {
      var event = $0
      event.id = "fetched"
      return event
    }
    for story in [
      looked { _ in }, looked({ $0.autoRenew = false }, .autoRenewDisabled),
      looked({ _ in }, .priceChanged), looked(failing, .billingFailed), toldFirst,
    ] {
      let subscriber = try story.subscriber()
      let paid = try #require(
        subscriber.payments(in: story.events, at: at("2023-06-30")).first { $0.kind == .paid })
      #expect(paid.isRenewal && !paid.isDayKnown && paid.dateWord == "by ")
      let row = SubscriberProjection(
        of: subscriber, at: at("2023-05-21"), policy: .standard, profile: nil)
      #expect(row.days.renewals.isEmpty)
      #expect(row.days.standings.first?.mrr == row.summary.mrr || row.summary.mrr == nil)
    }
    // The next renewal has a day: that of its notification, or that on which it was due.
    for kind in [EventKind.renewed, .snapshot] {
      var story = looked { _ in }
      story.tell(kind, "2023-06-01T08:00:00Z") {
        ($0.orderID, $0.paidOrderID) = ("GPA.1..5", "GPA.1..5")
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-07-01"), true)
      }
      let row = SubscriberProjection(
        of: try story.subscriber(), at: at("2023-06-02"), policy: .standard, profile: nil)
      #expect(row.days.renewals.map(\.day) == [SubscriptionDays.number(of: at("2023-06-01"))])
    }
  }

  @Test func `a recovery that no notification told is a renewal of the day it is known by`() throws
  {
    var story = life()
    story.events.removeLast()
    story.tell(.snapshot, "2023-06-05T09:00:00Z") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-07-01"), true)
      ($0.orderID, $0.paidOrderID) = ("GPA.1..1", "GPA.1..1")
    }
    let row = SubscriberProjection(
      of: try story.subscriber(), at: at("2023-06-20"), policy: .standard, profile: nil)
    #expect(row.episodes.map(\.outcome) == [.recoveredInGrace])
    #expect(
      row.days.renewals.last?.day == row.episodes[0].endedAt.map(SubscriptionDays.number(of:)))
    #expect(row.days.renewals.count == 2)
  }

  @Test func `a notification alone is a payment, named when the order is heard of`() throws {
    var story = Story.play { $0.tell(.renewed, "2023-05-01T00:05:00Z") { $0.price = nil } }
    #expect(try lines(story, "2023-05-02").last == "2023-05-01 paid - -")
    story.tell(.snapshot, "2023-05-03") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
      ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1..0")
    }
    #expect(try lines(story, "2023-05-04").last == "2023-05-01 paid 4.99 GPA.1..0")
    #expect(try lines(story, "2023-05-04").count == 2)
  }

  @Test func `version 1 names the declined order while a renewal fails`() throws {
    var story = Story(.googlePlay)
    func told(_ day: String, _ order: String, _ status: StatedStatus, to end: String) {
      story.tell(.snapshot, day, source: .googlePlaySubscriptionV1) {
        ($0.startedAt, $0.orderID, $0.status) = (at("2023-04-01"), order, status)
        ($0.expiresAt, $0.autoRenew) = (at(end), true)
      }
    }
    told("2023-04-02", "GPA.1", .active, to: "2023-05-01")
    told("2023-05-02", "GPA.1..0", .grace, to: "2023-05-08")
    #expect(
      try lines(story, "2023-05-03") == [
        "2023-04-01 paid - GPA.1", "2023-05-01 declined - GPA.1..0",
      ])
  }

  @Test func `a purchase charged twice, on two subscriptions, shows on both`() throws {
    let first = Story.play()
    var second = Story.googlePlay(bought: "2023-04-10", until: "2023-05-10")
    second.id = "gp_2"
    second.events[0].subscription = "gp_2"
    second.events[0].facts.paidOrderID = "GPA.2"
    let own = try first.subscriber().payments(in: first.events, at: at("2023-04-20"))
    let others = try second.subscriber().payments(in: second.events, at: at("2023-04-20"))
    let joined = Payment.joined(own, with: [(.beside, others)])
    #expect(joined.map(\.orderID) == ["GPA.1", "GPA.2"])
    #expect(joined.map(\.overlaps) == ["gp_2", "gp_1"])
    // The store itself makes up for a purchase that took another's place.
    let replaced = Payment.joined(own, with: [(.replacement, others)])
    #expect(replaced.map(\.overlaps) == [nil, nil])
    // What was given back was not charged twice.
    var refunded = second
    refunded.tell(.refunded, "2023-04-12", source: .googlePlayVoidedPurchase) {
      $0.orderID = "GPA.2"
    }
    let back = try refunded.subscriber().payments(in: refunded.events, at: at("2023-04-20"))
    #expect(Payment.joined(own, with: [(.beside, back)]).allSatisfy { $0.overlaps == nil })
  }

  @Test func `a change at the end of the period repeats the order of the purchase before`() throws {
    let first = Story.play()
    var second = Story.googlePlay(bought: "2023-04-10", until: "2023-05-01")
    second.id = "gp_2"
    second.events[0].subscription = "gp_2"
    second.events[0].facts.paidOrderID = first.events[0].facts.paidOrderID
    let before = try first.subscriber().payments(in: first.events, at: at("2023-04-20"))
    let after = try second.subscriber().payments(in: second.events, at: at("2023-04-20"))
    #expect(Payment.joined(after, with: [(.predecessor, before)]) == before)
    #expect(Payment.joined(before, with: [(.replacement, after)]) == before)
    #expect(Payment.joined(before, with: [(.beside, after)]).count == 2)
  }

  /// A renewal whose resource was never fetched, and what came after it.
  private func unnamed(_ change: (inout Story) -> Void) -> Story {
    .play {
      $0.tell(.renewed, "2023-05-01T00:00:10Z")
      change(&$0)
    }
  }

  @Test(arguments: [
    (
      "2023-06-01T00:00:10Z", "GPA.1..1",
      ["2023-05-01 paid 4.99 GPA.1..0", "2023-06-01 paid 4.99 GPA.1..1"]
    ),
    (
      "2023-07-01T00:00:10Z", "GPA.1..2",
      ["2023-05-01 paid 4.99 -", "2023-07-01 paid 4.99 GPA.1..2"]
    ),
    ("2023-05-01T00:03:00Z", "GPA.1..0", ["2023-05-01 paid 4.99 GPA.1..0"]),
  ])
  func `a renewal without a resource is a payment beside the next one`(
    day: String, order: String, expected: [String]
  ) throws {
    let story = unnamed {
      $0.tell(.renewed, day) {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-08-01"), true)
        ($0.orderID, $0.paidOrderID) = (order, order)
      }
    }
    #expect(try lines(story, "2023-07-20") == ["2023-04-01 paid 4.99 GPA.1"] + expected)
  }

  @Test func `a description names the renewal without a resource`() throws {
    let story = unnamed {
      $0.tell(.snapshot, "2023-05-20") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
        ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1..0")
      }
    }
    #expect(
      try lines(story, "2023-05-25") == [
        "2023-04-01 paid 4.99 GPA.1", "2023-05-01 paid 4.99 GPA.1..0",
      ])
  }

  @Test(arguments: [
    (EventKind.billingFailed, StatedStatus.grace), (.holdStarted, .hold), (.expired, .expired),
  ])
  func `case 10: the end of grace or hold is not what was paid for`(
    kind: EventKind, status: StatedStatus
  ) throws {
    var story = Story(.googlePlay)
    story.tell(kind, "2023-05-08") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (status, at("2023-05-08"), false)
      ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1")
      ($0.startedAt, $0.endReason) = (at("2023-04-01"), .billing)
    }
    let payments = try story.subscriber().payments(in: story.events, at: at("2023-05-10"))
    #expect(payments.first { $0.orderID == "GPA.1" }?.paidTo == nil)
  }
}
