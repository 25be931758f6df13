import StorePayloads
import SubscriptionCore
import Testing

@Suite struct PlaySubscriptionTests {
  func v2(_ fields: String, item: String = "") -> String {
    """
    {"store":"google-play","receivedAt":"2025-10-20T00:00:00Z","packageName":"com.example",\
    "purchaseToken":"token-1","subscription":{"startTime":"2025-08-01T00:00:00Z","regionCode":"JP",\
    "lineItems":[{"productId":"monthly","expiryTime":"2025-11-01T00:00:00Z"\(item)}]\(fields)}}
    """
  }

  private func v1(_ fields: String, receivedAt: String = "2025-10-20T00:00:00Z") -> String {
    """
    {"store":"google-play","receivedAt":"\(receivedAt)","packageName":"com.example",\
    "purchaseToken":"token-1","subscriptionId":"monthly","subscriptionV1":{"startTimeMillis":\
    "1754006400000","expiryTimeMillis":"1761955200000"\(fields)}}
    """
  }

  func event(_ text: String) throws -> SubscriptionEvent {
    let payload = try decode(text)
    #expect(payload.receivedAt == payload.events.first?.statedAt)
    return try #require(payload.events.first)
  }

  @Test(arguments: [
    ("PENDING", StatedStatus.pending, EventKind.purchasePending), ("ACTIVE", .active, .snapshot),
    ("PAUSED", .paused, .snapshot), ("IN_GRACE_PERIOD", .grace, .snapshot),
    ("ON_HOLD", .hold, .snapshot), ("CANCELED", .canceled, .snapshot),
    ("EXPIRED", .expired, .snapshot), ("PENDING_PURCHASE_CANCELED", .pendingCanceled, .snapshot),
  ])
  func `each state of version 2 is stated`(
    name: String, status: StatedStatus, kind: EventKind
  ) throws {
    let event = try event(v2(",\"subscriptionState\":\"SUBSCRIPTION_STATE_\(name)\""))
    #expect(event.facts.status == status)
    #expect(event.kind == kind)
    #expect(event.facts.environment == .production)
    #expect(event.facts.app == "com.example")
    #expect(event.facts.country == "JP")
  }

  @Test func `a plan's fields are stated`() throws {
    let facts = try event(
      v2(
        ",\"subscriptionState\":\"SUBSCRIPTION_STATE_ACTIVE\",\"externalAccountIdentifiers\":"
          + "{\"obfuscatedExternalAccountId\":\"account\"},"
          + "\"acknowledgementState\":\"ACKNOWLEDGEMENT_STATE_PENDING\"",
        item: """
          ,"latestSuccessfulOrderId":"GPA.1-2-3-4..1","offerDetails":{"basePlanId":"base",\
          "offerId":"half"},"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{\
          "currencyCode":"USD","units":"9","nanos":990000000},"priceChangeDetails":{\
          "priceChangeMode":"PRICE_INCREASE","priceChangeState":"OUTSTANDING","newPrice":{\
          "currencyCode":"USD","units":"12"}},"installmentDetails":{\
          "remainingCommittedPaymentsCount":4,"pendingCancellation":{}}},\
          "deferredItemReplacement":{"productId":"lite"}
          """)
    ).facts
    #expect(facts.account == "account")
    #expect(facts.product == "monthly")
    #expect(facts.basePlan == "base/half")
    #expect(facts.price == Money(micros: 9_990_000, currency: "USD"))
    #expect(facts.renewalPrice == Money(micros: 12_000_000, currency: "USD"))
    #expect(facts.priceConsentPending == true)
    #expect(facts.nextProduct == "lite")
    #expect(facts.commitmentPaymentsLeft == 4)
    #expect(facts.endsWithCommitment == true)
    #expect(facts.autoRenew == true)
    #expect(facts.acknowledgementPending == true)
    #expect(facts.period == nil)
  }

  // In grace the date is that of its end, days after the renewal that failed.
  @Test(arguments: [
    ("ACTIVE", "2025-11-01T00:00:00Z", true), ("ACTIVE", "2025-12-01T00:00:00Z", false),
    ("IN_GRACE_PERIOD", "2025-10-25T00:00:00Z", true),
    ("IN_GRACE_PERIOD", "2025-11-01T00:00:00Z", false),
  ])
  func `case 34: a new price is asked of the renewal that it is charged at`(
    state: String, charged: String, isNext: Bool
  ) throws {
    let facts = try event(
      v2(
        ",\"subscriptionState\":\"SUBSCRIPTION_STATE_\(state)\"",
        item: """
          ,"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
          "units":"9"},"priceChangeDetails":{"priceChangeMode":"PRICE_INCREASE",\
          "priceChangeState":"OUTSTANDING","expectedNewPriceChargeTime":"\(charged)",\
          "newPrice":{"currencyCode":"USD","units":"12"}},"installmentDetails":{}}
          """)
    ).facts
    #expect(facts.priceConsentPending == isNext)
    #expect(facts.renewalPrice == (isNext ? Money(micros: 12_000_000, currency: "USD") : nil))
    #expect(facts.commitmentPaymentsLeft == 0)
    #expect(facts.endsWithCommitment == false)
  }

  /// A subscription with two add-ons, of which one ends with the period, and a third that is over.
  private func bundle(storageRenews: Bool, priced: Bool = true) -> String {
    let price = priced ? ",\"recurringPrice\":{\"currencyCode\":\"USD\",\"units\":\"2\"}" : ""
    let removed = storageRenews ? "" : ",\"deferredItemRemoval\":{}"
    return v2(
      "",
      item: """
        ,"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
        "units":"9"}}},{"productId":"storage","expiryTime":"2025-11-01T00:00:00Z",\
        "autoRenewingPlan":{"autoRenewEnabled":true\(price)}\(removed)},{"productId":"hd",\
        "expiryTime":"2025-11-01T00:00:00Z","autoRenewingPlan":{"autoRenewEnabled":true,\
        "recurringPrice":{"currencyCode":"USD","units":"1"}}},{"productId":"old",\
        "expiryTime":"2025-10-01T00:00:00Z","autoRenewingPlan":{"recurringPrice":{\
        "currencyCode":"USD","units":"100"}}
        """)
  }

  @Test func `add-ons are paid for with their subscription`() throws {
    let facts = try event(bundle(storageRenews: true)).facts
    #expect(facts.product == "monthly")
    #expect(facts.addOns == ["storage", "hd"])
    #expect(facts.price == Money(micros: 12_000_000, currency: "USD"))
    #expect(facts.renewalPrice == nil)
    #expect(facts.autoRenew == true)
  }

  @Test func `an add-on that is removed is not charged again`() throws {
    let facts = try event(bundle(storageRenews: false)).facts
    #expect(facts.price == Money(micros: 12_000_000, currency: "USD"))
    #expect(facts.renewalPrice == Money(micros: 10_000_000, currency: "USD"))
    #expect(facts.removedItems == ["storage"] && facts.nextProduct == facts.product)
    #expect(try event(bundle(storageRenews: true)).facts.removedItems == nil)
  }

  @Test func `the price of a bundle is unknown where that of an item is`() throws {
    let facts = try event(bundle(storageRenews: true, priced: false)).facts
    #expect(facts.addOns == ["storage", "hd"])
    #expect(facts.price == nil)
    #expect(facts.renewalPrice == nil)
  }

  /// A product that is to be replaced at the end of its period, and the one that replaces it.
  private func deferred(_ state: String = "ACTIVE", date: String = "") -> String {
    v2(
      ",\"subscriptionState\":\"SUBSCRIPTION_STATE_\(state)\"",
      item: """
        ,"latestSuccessfulOrderId":"GPA.1-2-3-4","autoRenewingPlan":{"recurringPrice":{\
        "currencyCode":"USD","units":"9"}},"deferredItemReplacement":{"productId":"lite"}},\
        {"productId":"lite"\(date),"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{\
        "currencyCode":"USD","units":"4"}}
        """)
  }

  @Test(arguments: ["2025-11-01T00:00:00Z", "2025-12-01T00:00:00Z", nil])
  func `a product that replaces another one later is not owned yet`(expiry: String?) throws {
    let date = expiry.map { ",\"expiryTime\":\"\($0)\"" } ?? ""
    let facts = try event(deferred(date: date)).facts
    #expect(facts.product == "monthly" && facts.nextProduct == "lite")
    #expect(facts.expiresAt == Timestamp(rfc3339: "2025-11-01T00:00:00Z"))
    #expect(facts.addOns == nil)
    #expect(facts.autoRenew == true)
    #expect(facts.price == Money(micros: 9_000_000, currency: "USD"))
    #expect(facts.renewalPrice == Money(micros: 4_000_000, currency: "USD"))
    #expect(try event(deferred("CANCELED", date: date)).facts.autoRenew == false)
  }

  @Test(arguments: [
    ("freeTrial", "basePrice", 2 as Int64?, Offer.Kind.discounted as Offer.Kind?),
    ("basePrice", "freeTrial", 9, .discounted), ("freeTrial", "freeTrial", nil, .freeTrial),
    ("basePrice", "introductoryPrice", nil, .discounted), ("basePrice", "basePrice", 11, nil),
  ])
  func `the phase of each item counts in the price of a bundle`(
    main: String, addOn: String, price: Int64?, offer: Offer.Kind?
  ) throws {
    let facts = try event(
      v2(
        "",
        item: """
          ,"offerPhase":{"\(main)":{}},"autoRenewingPlan":{"autoRenewEnabled":true,\
          "recurringPrice":{"currencyCode":"USD","units":"9"}}},{"productId":"storage",\
          "expiryTime":"2025-11-01T00:00:00Z","offerPhase":{"\(addOn)":{}},"autoRenewingPlan":{\
          "autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD","units":"2"}}
          """)
    ).facts
    #expect(facts.price == price.map { Money(micros: $0 * 1_000_000, currency: "USD") })
    #expect(facts.offer?.kind == offer)
    let isOffered = offer != nil
    #expect(facts.renewalPrice == (isOffered ? Money(micros: 11_000_000, currency: "USD") : nil))
  }

  @Test(arguments: [
    ("GPA.1-2-3-4", 2, nil as Int64?), ("GPA.1-2-3-4..0", 2, 9), ("GPA.1-2-3-4..1", 9, nil),
  ])
  func `version 1 is paid at the introductory price in its cycles`(
    order: String, price: Int64, next: Int64?
  ) throws {
    let facts = try event(
      v1(
        """
        ,"autoRenewing":true,"paymentState":1,"orderId":"\(order)","priceCurrencyCode":"USD",\
        "priceAmountMicros":"9000000","introductoryPriceInfo":{"introductoryPriceCurrencyCode":\
        "USD","introductoryPriceAmountMicros":"2000000","introductoryPricePeriod":"P1M",\
        "introductoryPriceCycles":2}
        """)
    ).facts
    #expect(facts.price == Money(micros: price * 1_000_000, currency: "USD"))
    #expect(facts.renewalPrice == next.map { Money(micros: $0 * 1_000_000, currency: "USD") })
    #expect(facts.offer?.isIntroductory == (price == 2 ? true : nil))
  }

  @Test(arguments: [
    ("GPA.1-2-3-4", StatedStatus.pending), ("GPA.1-2-3-4..0", .grace), ("", .grace),
  ])
  func `a first payment of version 1 is awaited, a renewal has failed`(
    order: String, status: StatedStatus
  ) throws {
    let fields = ",\"autoRenewing\":true,\"paymentState\":0"
    let named = order.isEmpty ? fields : fields + ",\"orderId\":\"\(order)\""
    #expect(try event(v1(named)).facts.status == status)
  }

  @Test func `auto-renew is off where it is not mentioned`() throws {
    #expect(try event(v2("", item: ",\"autoRenewingPlan\":{}")).facts.autoRenew == false)
    #expect(try event(v2("", item: ",\"prepaidPlan\":{}")).facts.autoRenew == false)
  }

  @Test func `a free trial is an introductory offer and states the price to come`() throws {
    let facts = try event(
      v2(
        "",
        item: ",\"offerPhase\":{\"freeTrial\":{}},\"autoRenewingPlan\":{\"autoRenewEnabled\":true,"
          + "\"recurringPrice\":{\"currencyCode\":\"JPY\",\"units\":\"480\"}}")
    ).facts
    #expect(facts.offer == Offer(kind: .freeTrial, isIntroductory: true))
    #expect(facts.price == nil)
    #expect(facts.renewalPrice == Money(micros: 480_000_000, currency: "JPY"))
    #expect(facts.period == nil)
  }

  @Test func `case 14: a purchase outside the app keeps the account of the expired one`()
    throws
  {
    let facts = try event(
      v2(
        ",\"outOfAppPurchaseContext\":{\"expiredExternalAccountIdentifiers\":"
          + "{\"obfuscatedExternalAccountId\":\"account\"},\"expiredPurchaseToken\":\"token-0\"}")
    ).facts
    #expect(facts.account == "account")
    #expect(facts.replaces == nil)
    let expired = try event(v2("")).facts
    #expect(facts.resubscribes?.rawValue.hasPrefix("gp_") == true && expired.resubscribes == nil)
  }

  @Test func `case 16: a token too old to ask for is gone`() throws {
    let text = """
      {"store":"google-play","receivedAt":"2025-10-20T00:00:00Z","packageName":"com.example",\
      "purchaseToken":"t","subscription":{"error":{"code":410,"message":"Gone"}}}
      """
    let event = try event(text)
    #expect(event.kind == .expired)
    #expect(event.facts.status == .gone)
    var reader = PayloadReader()
    let refusal = try reader.refusal(text.replacing("410", with: "500"))
    #expect(refusal.field == "subscription.error")
  }

  @Test func `case 39: an unknown state is kept and counted`() throws {
    let payload = try decode(v2(",\"subscriptionState\":\"SUBSCRIPTION_STATE_NEW\""))
    #expect(payload.hasUnknown)
    #expect(payload.events.first?.facts.status == nil)
    #expect(
      payload.events.first?.facts.unknownValues == ["subscriptionState: SUBSCRIPTION_STATE_NEW"])
  }

  @Test func `the same resource heard later is another statement`() throws {
    let text = v2(",\"subscriptionState\":\"SUBSCRIPTION_STATE_ACTIVE\"")
    let later = text.replacing("2025-10-20", with: "2025-10-21")
    #expect(try decode(text).identity == (try decode(text).identity))
    #expect(try decode(text).identity != (try decode(later).identity))
  }

  @Test(arguments: [
    ("true", "1", "2025-10-20", StatedStatus.active), ("true", "2", "2025-10-20", .active),
    ("true", "3", "2025-10-20", .active), ("true", "0", "2025-10-20", .grace),
    ("true", "0", "2025-11-02", .hold), ("true", "1", "2025-11-02", .paused),
    ("false", "null", "2025-10-20", .canceled), ("false", "null", "2025-11-02", .expired),
  ])
  func `version 1 is judged at the time of the answer`(
    autoRenewing: String, payment: String, day: String, status: StatedStatus
  ) throws {
    let facts = try event(
      v1(
        ",\"autoRenewing\":\(autoRenewing),\"paymentState\":\(payment),"
          + "\"autoResumeTimeMillis\":\"1764547200000\"", receivedAt: day)
    ).facts
    #expect(facts.status == status)
    #expect(facts.product == "monthly")
    #expect((facts.graceEndsAt != nil) == (status == .grace))
    #expect((facts.endReason == .billing) == (status == .grace || status == .hold))
  }

  @Test(arguments: [(0, EndReason.voluntary), (1, .billing), (3, .developer), (9, .other)])
  func `the reason of version 1 counts once auto-renew is off`(
    number: Int, reason: EndReason
  ) throws {
    let payload = try decode(v1(",\"autoRenewing\":false,\"cancelReason\":\(number)"))
    #expect(payload.events.first?.facts.endReason == reason)
    #expect(payload.hasUnknown == (number == 9))
    let replaced = try decode(v1(",\"autoRenewing\":false,\"cancelReason\":2"))
    #expect(replaced.events.first?.kind == .superseded)
  }

  @Test func `G13: a dump filled with zeros is no canceled test purchase`() throws {
    let facts = try event(
      v1(
        ",\"autoRenewing\":true,\"priceCurrencyCode\":\"JPY\",\"priceAmountMicros\":480000000,"
          + "\"paymentState\":1,\"cancelReason\":0,\"userCancellationTimeMillis\":0,"
          + "\"linkedPurchaseToken\":\"\",\"purchaseType\":0,\"developerPayload\":\"\"")
    ).facts
    #expect(facts.status == .active)
    #expect(facts.environment == .production)
    #expect(facts.endReason == nil)
    #expect(facts.canceledAt == nil)
    #expect(facts.replaces == nil)
    #expect(facts.price == Money(micros: 480_000_000, currency: "JPY"))
    #expect(facts.oddities?.count == 2)
    #expect(facts.oddities?.last?.contains("purchaseType") == true)
    let test = try event(v1(",\"autoRenewing\":true,\"paymentState\":1,\"purchaseType\":0")).facts
    #expect(test.environment == .sandbox)
    #expect(test.oddities == nil)
  }

  @Test(arguments: [
    "{\"subscriptionState\":\"SUBSCRIPTION_STATE_ACTIVE\",\"lineItems\":[]}",
    "{\"startTimeMillis\":\"1\",\"expiryTimeMillis\":\"2\",\"autoRenewing\":true}",
  ])
  func `a resource that does not say whose it is asks for the record`(text: String) throws {
    var reader = PayloadReader()
    let refusal = try reader.refusal(text)
    #expect(refusal.field == "purchaseToken")
    #expect(refusal.reason.contains("archive record"))
  }

  @Test(arguments: [
    (4, StatedStatus.pending, EventKind.purchasePending), (6, .grace, .billingFailed),
  ])
  func `version 1 says grace of a first payment that is pending`(
    type: Int, status: StatedStatus, kind: EventKind
  ) throws {
    let record = v1(",\"autoRenewing\":true,\"paymentState\":0").replacing(
      "\"subscriptionV1\"",
      with: """
        "notification":{"packageName":"com.example","eventTimeMillis":"1760918400000",\
        "subscriptionNotification":{"notificationType":\(type),"purchaseToken":"token-1"}},\
        "subscriptionV1"
        """)
    let event = try #require(try decode(record).events.first)
    #expect(event.kind == kind)
    #expect(event.facts.status == status)
    #expect((event.facts.graceEndsAt == nil) == (status == .pending))
  }
}
