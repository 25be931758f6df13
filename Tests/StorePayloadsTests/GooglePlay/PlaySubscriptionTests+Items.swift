import StorePayloads
import SubscriptionCore
import Testing

/// Items that are removed, and prices that change with the end of an offer.
extension PlaySubscriptionTests {
  @Test func `without the item that names the purchase, an add-on renews`() throws {
    let facts = try event(
      v2(
        "",
        item: """
          ,"autoRenewingPlan":{"recurringPrice":{"currencyCode":"USD","units":"9"}},\
          "deferredItemRemoval":{}},{"productId":"storage","expiryTime":"2025-11-01T00:00:00Z",\
          "autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
          "units":"2"}}
          """)
    ).facts
    #expect(facts.product == "monthly" && facts.nextProduct == "storage")
    #expect(facts.removedItems == ["monthly"] && facts.autoRenew == true)
    #expect(facts.renewalPrice == Money(micros: 2_000_000, currency: "USD"))
  }

  @Test(arguments: [
    #"deferredItemRemoval":{}"#, #"deferredItemReplacement":{"productId":"storage"}"#,
  ])
  func `a new price of an item that does not renew asks for no consent`(end: String) throws {
    let facts = try event(
      v2(
        "",
        item: """
          ,"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
          "units":"9"},"priceChangeDetails":{"priceChangeMode":"PRICE_INCREASE",\
          "priceChangeState":"OUTSTANDING","newPrice":{"currencyCode":"USD","units":"14"},\
          "expectedNewPriceChargeTime":"2025-11-01T00:00:00Z"}},"\(end)},\
          {"productId":"storage","expiryTime":"2025-11-01T00:00:00Z",\
          "autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
          "units":"2"}}
          """)
    ).facts
    #expect(facts.nextProduct == "storage" && facts.priceConsentPending == false)
    #expect(facts.renewalPrice == Money(micros: 2_000_000, currency: "USD"))
  }

  @Test func `each item of a purchase has an order of its own`() throws {
    let facts = try event(
      v2(
        ",\"latestOrderId\":\"GPA.1-2-3-4..0\"",
        item: """
          ,"latestSuccessfulOrderId":"GPA.1-2-3-4"},{"productId":"storage",\
          "expiryTime":"2025-10-27T00:00:00Z","latestSuccessfulOrderId":"GPA.1-2-3-4..0",\
          "offerPhase":{"freeTrial":{}}
          """)
    ).facts
    #expect(facts.product == "monthly" && facts.paidOrderID == "GPA.1-2-3-4")
    let storage = PurchasedItem(
      product: "storage", paidOrderID: "GPA.1-2-3-4..0", isTrial: true,
      expiresAt: Timestamp(rfc3339: "2025-10-27T00:00:00Z"))
    #expect(facts.otherItems == [storage] && facts.addOns == nil)
    #expect(try event(v2("")).facts.otherItems == nil)
  }

  @Test(arguments: [true, false])
  func `the free trial of an add-on that lasts longer does not name the purchase`(
    isPaid: Bool
  ) throws {
    let facts = try event(
      v2(
        "",
        item: """
          ,"offerPhase":{"\(isPaid ? "basePrice" : "freeTrial")":{}},"autoRenewingPlan":{\
          "autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD","units":"9"}}},{\
          "productId":"hd","expiryTime":"2025-11-20T00:00:00Z","offerPhase":{"freeTrial":{}},\
          "autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
          "units":"2"}}
          """)
    ).facts
    #expect(facts.product == (isPaid ? "monthly" : "hd"))
    #expect(facts.offer?.kind == (isPaid ? nil : Offer.Kind.freeTrial))
    #expect(facts.price == (isPaid ? Money(micros: 9_000_000, currency: "USD") : nil))
    #expect(facts.otherItems?.count == 1)
  }

  @Test(arguments: [("ON_HOLD", "storage"), ("IN_GRACE_PERIOD", "storage"), ("ACTIVE", "monthly")])
  func `in grace and hold the item that could not be charged is named`(
    state: String, product: ProductID
  ) throws {
    let facts = try event(
      v2(
        ",\"subscriptionState\":\"SUBSCRIPTION_STATE_\(state)\"",
        item: """
          ,"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD",\
          "units":"9"}}},{"productId":"old","expiryTime":"2025-09-18T00:00:00Z"},{"productId":\
          "storage","expiryTime":"2025-10-18T00:00:00Z","autoRenewingPlan":{\
          "autoRenewEnabled":true,"recurringPrice":{"currencyCode":"USD","units":"2"}}
          """)
    ).facts
    #expect(facts.product == product && facts.addOns == nil && facts.autoRenew == true)
    let units: Int64 = product == "storage" ? 2 : 9
    #expect(facts.price == Money(micros: units * 1_000_000, currency: "USD"))
    #expect(facts.otherItems?.count == 2)
  }

  @Test(arguments: [("WITHOUT_PRORATION", true), ("CHARGE_PRORATED_PRICE", false)])
  func `a change of plan without proration goes on with the free trial`(
    mode: String, isTrial: Bool
  ) throws {
    let facts = try event(
      v2(
        "",
        item: """
          ,"offerPhase":{"prorationPeriod":{"originalOfferPhaseType":"FREE_TRIAL"}},\
          "itemReplacement":{"productId":"small","replacementMode":"\(mode)"}
          """)
    ).facts
    #expect((facts.offer?.kind == .freeTrial) == isTrial)
    #expect((facts.isProrated == true) != isTrial)
  }

  @Test(arguments: ["user", "system"], ["CANCELED", "EXPIRED"])
  func `a prepaid plan ends because its time is over`(initiator: String, state: String) throws {
    let fields =
      ",\"subscriptionState\":\"SUBSCRIPTION_STATE_\(state)\",\"canceledStateContext\":"
      + "{\"\(initiator)InitiatedCancellation\":{}}"
    let facts = try event(v2(fields, item: ",\"prepaidPlan\":{}")).facts
    #expect(facts.isPrepaid == true && facts.endReason == .other && facts.autoRenew == false)
    let renewing = try event(v2(fields)).facts
    #expect(renewing.isPrepaid == nil && renewing.endReason != .other)
  }

  /// The subscription renews on 1 November: a later deadline is that of a later renewal.
  @Test(arguments: [
    ("PENDING", "2025-10-25", true), ("CONFIRMED", "2025-10-25", false),
    ("PENDING", "2025-12-01", false),
  ])
  func `case 34: the consent to a step up has a deadline`(
    state: String, deadline: String, isAwaited: Bool
  ) throws {
    let facts = try event(
      v2(
        "",
        item: """
          ,"offerPhase":{"freeTrial":{}},"autoRenewingPlan":{"autoRenewEnabled":true,\
          "priceStepUpConsentDetails":{"state":"\(state)",\
          "consentDeadlineTime":"\(deadline)T00:00:00Z"}}
          """)
    ).facts
    #expect(facts.priceConsentPending == isAwaited)
    #expect(facts.consentDeadline == (state == "PENDING" ? at("\(deadline)T00:00:00Z") : nil))
  }

  @Test(arguments: [("ACTIVE", "true"), ("CANCELED", "false")])
  func `case 34: a price change that is canceled leaves open whether consent was awaited`(
    state: String, renews: String
  ) throws {
    let facts = try event(
      v2(
        ",\"subscriptionState\":\"SUBSCRIPTION_STATE_\(state)\"",
        item: """
          ,"autoRenewingPlan":{"autoRenewEnabled":\(renews),"priceChangeDetails":{\
          "priceChangeMode":"PRICE_INCREASE","priceChangeState":"CANCELED"}}
          """)
    ).facts
    #expect(facts.priceConsentPending == nil)
  }

  @Test(
    arguments: [
      ("GPA.1-2-3-4", nil, 9), ("GPA.1-2-3-4..0", 9, nil),
    ] as [(String, Int64?, Int64?)])
  func `no price is stated for the first period of an offer without a phase`(
    order: String, price: Int64?, next: Int64?
  ) throws {
    let facts = try event(
      v2(
        ",\"subscriptionState\":\"SUBSCRIPTION_STATE_ACTIVE\"",
        item: """
          ,"latestSuccessfulOrderId":"\(order)","offerDetails":{"basePlanId":"base","offerId":\
          "half"},"autoRenewingPlan":{"autoRenewEnabled":true,"recurringPrice":{\
          "currencyCode":"USD","units":"9"}}
          """)
    ).facts
    #expect(facts.price == price.map { Money(micros: $0 * 1_000_000, currency: "USD") })
    #expect(facts.renewalPrice == next.map { Money(micros: $0 * 1_000_000, currency: "USD") })
    #expect(facts.offer == nil)
  }

  @Test(arguments: ["freeTrial", "introductoryPrice"])
  func `the price after an offer is the changed one, if that is charged by then`(
    phase: String
  ) throws {
    for (date, units) in [("2025-11-01", 14), ("2025-12-01", 9)] as [(String, Int64)] {
      let facts = try event(
        v2(
          "",
          item: """
            ,"offerPhase":{"\(phase)":{}},"autoRenewingPlan":{"autoRenewEnabled":true,\
            "recurringPrice":{"currencyCode":"USD","units":"9"},"priceChangeDetails":{\
            "priceChangeMode":"OPT_OUT_PRICE_INCREASE","priceChangeState":"OUTSTANDING",\
            "newPrice":{"currencyCode":"USD","units":"14"},\
            "expectedNewPriceChargeTime":"\(date)T00:00:00Z"}}
            """)
      ).facts
      #expect(facts.renewalPrice == Money(micros: units * 1_000_000, currency: "USD"))
    }
    let facts = try event(
      v2(
        "",
        item: """
          ,"offerPhase":{"\(phase)":{}},"autoRenewingPlan":{"autoRenewEnabled":true,\
          "recurringPrice":{"currencyCode":"KRW","units":"4900"},"priceStepUpConsentDetails":{\
          "state":"PENDING","newPrice":{"currencyCode":"KRW","units":"9900"}}}
          """)
    ).facts
    #expect(facts.renewalPrice == Money(micros: 9_900_000_000, currency: "KRW"))
  }
}
