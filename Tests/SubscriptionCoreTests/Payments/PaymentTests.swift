import SubscriptionCore
import Testing

struct PaymentTests {
  private func lines(_ story: Story, _ now: String) throws -> [String] {
    try story.subscriber().payments(in: story.events, at: at(now)).map(Self.line)
  }

  private static func line(_ payment: Payment) -> String {
    [
      String(payment.at.rfc3339.prefix(10)) + (payment.isDateStated ? "" : "?"),
      payment.kind.rawValue, payment.amount.map { "\($0.decimal) \($0.currency)" } ?? "-",
      payment.product.rawValue, payment.name ?? "-",
      payment.refundedAt.map { "back " + String($0.rfc3339.prefix(10)) } ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func dollars(_ micros: Int64) -> Money { Money(micros: micros, currency: "USD") }

  /// Tells of a transaction of Apple's.
  private func pay(
    _ story: inout Story, _ kind: EventKind, _ name: String, _ day: String, to end: String,
    stated: String? = nil, source: EventSource? = nil,
    _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    story.tell(kind, stated ?? day, source: source) {
      ($0.transactionID, $0.purchasedAt, $0.expiresAt) = (name, at(day), at(end))
      ($0.autoRenew, $0.price) = (true, self.dollars(4_990_000))
      change(&$0)
    }
  }

  private func appleLife() -> Story {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-04-01", to: "2023-04-08") {
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
      $0.price = self.dollars(0)
    }
    pay(&story, .renewed, "t2", "2023-04-08", to: "2023-05-08")
    pay(&story, .billingFailed, "t2", "2023-04-08", to: "2023-05-08", stated: "2023-05-08") {
      ($0.status, $0.inBillingRetry) = (.grace, true)
      ($0.graceEndsAt, $0.renewalPrice) = (at("2023-05-24"), self.dollars(5_990_000))
    }
    pay(&story, .recovered, "t3", "2023-05-12", to: "2023-06-08") {
      $0.price = self.dollars(5_990_000)
    }
    return story
  }

  @Test func `a life at the App Store: trial, charge, declined renewal, recovery`() throws {
    #expect(
      try lines(appleLife(), "2023-05-20") == [
        "2023-04-01 freeTrial 0.00 USD gold t1", "2023-04-08 paid 4.99 USD gold t2",
        "2023-05-08 declined 5.99 USD gold -", "2023-05-12 paid 5.99 USD gold t3",
      ])
    #expect(try lines(appleLife(), "2023-05-07").count == 2)
  }

  @Test func `a receipt lists old transactions, which are the same payments`() throws {
    var story = appleLife()
    let before = try lines(story, "2023-05-20")
    for (name, day, end) in [
      ("t1", "2023-04-01", "2023-04-08"), ("t2", "2023-04-08", "2023-05-08"),
      ("t3", "2023-05-12", "2023-06-08"),
    ] {
      pay(&story, .renewed, name, day, to: end, source: .appStoreReceipt) { $0.price = nil }
    }
    pay(&story, .snapshot, "t3", "2023-05-12", to: "2023-06-08", stated: "2023-05-15") {
      ($0.price, $0.status) = (nil, .active)
    }
    #expect(try lines(story, "2023-05-20") == before)
    story.events.reverse()
    story.events += story.events
    #expect(try lines(story, "2023-05-20") == before)
  }

  @Test func `an order that was looked up names the payment of its transaction`() throws {
    var story = appleLife()
    pay(&story, .renewed, "t2", "2023-04-08", to: "2023-05-08", source: .appStoreServerAPI) {
      $0.orderID = "MK5TTTVWJH"
    }
    #expect(
      try lines(story, "2023-05-20") == [
        "2023-04-01 freeTrial 0.00 USD gold t1", "2023-04-08 paid 4.99 USD gold MK5TTTVWJH",
        "2023-05-08 declined 5.99 USD gold -", "2023-05-12 paid 5.99 USD gold t3",
      ])
    let payments = try story.subscriber().payments(in: story.events, at: at("2023-05-20"))
    #expect(payments.map(\.transactionID) == ["t1", "t2", nil, "t3"])
  }

  @Test func `one line item under two transaction identifiers is one payment`() throws {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-04-01", to: "2023-05-01") { $0.webOrderLineItemID = "w1" }
    pay(&story, .purchased, "t9", "2023-04-01", to: "2023-05-01", stated: "2023-04-02") {
      $0.webOrderLineItemID = "w1"
    }
    #expect(try lines(story, "2023-04-10") == ["2023-04-01 paid 4.99 USD gold t1"])
  }

  @Test func `a refund of an earlier period is that payment's, and can be taken back`() throws {
    var story = appleLife()
    story.tell(.refunded, "2023-05-15") {
      ($0.transactionID, $0.revokedAt) = ("t2", at("2023-05-14"))
      ($0.status, $0.autoRenew) = (.active, true)
    }
    #expect(
      try lines(story, "2023-05-20").contains(
        "2023-04-08 refunded 4.99 USD gold t2 back 2023-05-14"))
    story.tell(.refundReversed, "2023-05-18") { $0.transactionID = "t2" }
    #expect(try lines(story, "2023-05-20") == lines(appleLife(), "2023-05-20"))
  }

  @Test func `a refund of a payment that was never heard of is told`() throws {
    var story = Story.appStore()
    story.tell(.refunded, "2023-04-15") {
      ($0.transactionID, $0.revokedAt) = ("t0", at("2023-04-14"))
    }
    #expect(
      try lines(story, "2023-04-20") == [
        "2023-04-01 paid - gold t1", "2023-04-14? refunded - t0 back 2023-04-14",
      ])
  }

  @Test func `the refund of an upgrade is none`() throws {
    var story = Story.appStore()
    story.tell(.superseded, "2023-04-10") {
      ($0.transactionID, $0.isUpgraded, $0.revokedAt) = ("t1", true, at("2023-04-10"))
    }
    pay(&story, .productChanged, "t2", "2023-04-10", to: "2023-05-10") { $0.product = "platinum" }
    #expect(
      try lines(story, "2023-04-20") == [
        "2023-04-01 upgraded - gold t1", "2023-04-10 paid 4.99 USD platinum t2",
      ])
  }

  @Test func `case 28: what the family pays, or fails to pay, is no charge of the member's`() throws
  {
    var story = Story(.appStore)
    pay(&story, .purchased, "t1", "2023-04-01", to: "2023-05-01") { $0.familyShared = true }
    #expect(try lines(story, "2023-04-10") == ["2023-04-01 familyShared - gold t1"])
    // Nor is a renewal of the purchaser's that fails declined to the member.
    pay(&story, .billingFailed, "t1", "2023-04-01", to: "2023-05-01", stated: "2023-05-01") {
      ($0.status, $0.inBillingRetry, $0.familyShared) = (.hold, true, true)
    }
    #expect(try story.status("2023-05-02").state == .hold)
    #expect(try lines(story, "2023-05-02") == ["2023-04-01 familyShared - gold t1"])
  }

  @Test(arguments: [("g1", true), ("g2", false), (nil, true)])
  func `case 6: payments of two subscription groups are not marked as made twice`(
    group: String?, isMarked: Bool
  ) throws {
    func payments(_ id: SubscriptionID, _ group: String?) throws -> [Payment] {
      var story = Story.appStore()
      (story.id, story.events[0].subscription) = (id, id)
      story.events[0].facts.group = group
      return try story.subscriber().payments(in: story.events, at: at("2023-04-20"))
    }
    let joined = Payment.joined(
      try payments("as_1", "g1"), with: [(.beside, try payments("as_2", group))])
    #expect(joined.map(\.overlaps) == (isMarked ? ["as_2", "as_1"] : [nil, nil]))
  }

  @Test func `a refund in part says how much was given back, until it is reversed`() throws {
    var story = Story.appStore()
    func share(_ kind: EventKind, _ day: String) throws -> String? {
      story.tell(kind, day) {
        ($0.transactionID, $0.refundedPart) = ("t1", kind == .refunded ? 69_950 : nil)
      }
      return try story.subscriber().payments(in: story.events, at: at("2023-04-20"))
        .first?.refundedShare
    }
    #expect(try share(.refunded, "2023-04-10") == "70 %")
    #expect(try share(.refundReversed, "2023-04-11") == nil)
  }
}
