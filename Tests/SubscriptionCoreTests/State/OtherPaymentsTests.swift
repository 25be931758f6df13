import SubscriptionCore
import Testing

/// What is said of one payment of a subscription beside what is known of another.
@Suite struct OtherPaymentsTests {
  @Test func `case 21: the refund of a replaced year leaves the month that replaced it`() throws {
    var story = Story.appStore(bought: "2026-03-01", until: "2027-03-01")
    story.events[0].facts.product = "year"
    story.events[0].facts.account = "first"
    story.events[0].facts.country = "JPN"
    story.tell(.productChanged, "2026-11-05") {
      ($0.transactionID, $0.product, $0.purchasedAt) = ("t2", "month", at("2026-11-05"))
      ($0.expiresAt, $0.price) = (at("2026-12-05"), Money(micros: 19_990_000, currency: "USD"))
      ($0.account, $0.country, $0.status, $0.autoRenew) = ("second", "USA", .active, true)
    }
    story.tell(.refunded, "2026-11-05T00:01:00Z") {
      ($0.transactionID, $0.product, $0.purchasedAt) = ("t1", "year", at("2026-03-01"))
      ($0.expiresAt, $0.price) = (at("2027-03-01"), Money(micros: 99_990_000, currency: "JPY"))
      ($0.account, $0.country, $0.familyShared) = ("first", "JPN", true)
      ($0.revokedAt, $0.isUpgraded, $0.endReason) = (at("2026-11-05"), true, .refund)
      ($0.status, $0.renewsAt, $0.autoRenew) = (.active, at("2026-12-05"), true)
      $0.nextProduct = "month"
    }
    let subscriber = try story.subscriber()
    let status = try story.status("2026-11-06")
    #expect(status.state == .active)
    #expect(status.paidThrough == at("2026-12-05"))
    #expect(!status.flags.contains(.productChangePending))
    #expect(subscriber.product == "month")
    #expect(subscriber.facts.price == Money(micros: 19_990_000, currency: "USD"))
    #expect(subscriber.account == "second")
    #expect(subscriber.country == "US")
    // It is the first payment that named a family.
    #expect(subscriber.isFamilyShared)
    #expect(subscriber.facts.transactionID == "t2")
  }

  @Test func `case 17: a part of an old payment says nothing of the latest one's refund`() throws {
    var story = Story.appStore()
    story.tell(.renewed, "2023-05-01") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-05-01"))
      ($0.expiresAt, $0.status) = (at("2023-06-01"), .active)
    }
    story.tell(.refunded, "2023-05-05") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-05-01"))
      ($0.expiresAt, $0.revokedAt, $0.status) = (at("2023-06-01"), at("2023-05-05"), .revoked)
    }
    story.tell(.refunded, "2023-05-06") {
      ($0.transactionID, $0.purchasedAt) = ("t1", at("2023-04-01"))
      ($0.expiresAt, $0.revokedAt, $0.status) = (at("2023-05-01"), at("2023-05-06"), .revoked)
      $0.refundedPart = 40_000
    }
    let status = try story.status("2023-05-07")
    #expect(status.end == SubscriptionEnd(reason: .refund, at: at("2023-05-05")))
    #expect(try story.subscriber().facts.refundedPart == nil)
  }

  @Test(arguments: [StatedStatus.grace, .hold])
  func `case 7: a cancel while nobody heard of the decline ends it at once`(
    _ status: StatedStatus
  ) throws {
    var story = Story.appStore()
    story.tell(.autoRenewDisabled, "2023-05-04") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (status, false, true)
      ($0.expiresAt, $0.endReason, $0.graceEndsAt) = (at("2023-05-01"), .billing, at("2023-05-17"))
    }
    let told = try story.status("2023-05-05")
    #expect(told.state == .expired)
    #expect(told.end?.reason == .voluntary)
    #expect(!told.access.granted)
  }

  @Test func `a status of grace beside a period that is paid for dates no failure ahead`() throws {
    var story = Story.appStore(bought: "2023-05-01", until: "2023-06-01")
    story.tell(.snapshot, "2023-05-10") {
      ($0.status, $0.autoRenew, $0.inBillingRetry) = (.grace, true, true)
      ($0.transactionID, $0.expiresAt) = ("t1", at("2023-06-01"))
      $0.graceEndsAt = at("2023-05-17")
    }
    let status = try story.status("2023-05-20")
    #expect(status.state == .hold)
    #expect(status.paidThrough == nil)
    #expect(status.retryEnds == at("2023-07-09"))
    let subscriber = try story.subscriber()
    #expect(
      subscriber.anomalies(at: at("2023-05-20"), policy: .standard).contains {
        $0.kind == .contradiction && $0.text.description.contains("is paid for")
      })
  }

  @Test func `case 34: a price that awaits consent in hold is a later renewal's`() throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2023-05-31"), at("2023-05-31"))
      ($0.autoRenew, $0.priceConsentPending) = (true, false)
    }
    story.tell(.holdStarted, "2023-05-31") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.hold, at("2023-05-31"), true)
      $0.priceConsentPending = true
    }
    #expect(try story.status("2023-06-02").prompt.isDue)
  }

  @Test(arguments: [EventKind.renewed, .recovered, .snapshot])
  func `case 34: a price that awaits consent is still asked for when a failed renewal is paid`(
    kind: EventKind
  ) throws {
    var story = Story.googlePlay()
    story.tell(.priceChanged, "2023-04-25") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-05-01"), true)
      $0.priceConsentPending = false
    }
    story.tell(.billingFailed, "2023-05-02") {
      ($0.status, $0.expiresAt, $0.graceEndsAt) = (.grace, at("2023-05-08"), at("2023-05-08"))
      ($0.autoRenew, $0.priceConsentPending) = (true, false)
    }
    if kind != .renewed {
      story.tell(.holdStarted, "2023-05-08") {
        ($0.status, $0.expiresAt, $0.autoRenew) = (.hold, at("2023-05-08"), true)
      }
    }
    story.tell(kind, "2023-05-10") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-10"), true)
      ($0.orderID, $0.paidOrderID) = ("GPA.1..0", "GPA.1..0")
      $0.priceConsentPending = true
    }
    #expect(try story.status("2023-05-11").flags.contains(.priceConsentPending))
    story.tell(.expired, "2023-06-10T00:00:02Z", effective: "2023-06-10") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.expired, at("2023-06-10"), false)
      $0.endReason = .billing
    }
    let end = try story.status("2023-06-11").end
    #expect(end == SubscriptionEnd(reason: .priceIncrease, at: at("2023-06-10")))
  }
}
