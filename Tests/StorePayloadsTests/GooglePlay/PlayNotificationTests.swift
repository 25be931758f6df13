import Foundation
import StorePayloads
import SubscriptionCore
import Testing

@Suite struct PlayNotificationTests {
  static let eventTime = at("2025-10-10T00:22:31Z")

  private func rtdn(_ type: Int, token: String = "token-1") -> String {
    """
    {"version":"1.0","packageName":"com.example",\
    "eventTimeMillis":"\(Self.eventTime.milliseconds)",\
    "subscriptionNotification":{"version":"1.0","notificationType":\(type),\
    "purchaseToken":"\(token)","subscriptionId":"monthly"}}
    """
  }

  private func record(_ type: Int, _ state: String, _ more: String, expiry: String) -> String {
    """
    {"store":"google-play","receivedAt":"2025-10-10T00:22:33Z","packageName":"com.example",\
    "purchaseToken":"token-1","notification":\(rtdn(type)),"subscription":{\
    "kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2025-10-10T00:12:00.123456Z",\
    "subscriptionState":"SUBSCRIPTION_STATE_\(state)","testPurchase":{},\
    "acknowledgementState":"ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED","lineItems":[{"productId":\
    "monthly","expiryTime":"\(expiry)","latestSuccessfulOrderId":"GPA.1-2-3-4"}]\(more)}}
    """
  }

  @Test(arguments: [
    (1, EventKind.recovered), (2, .renewed), (3, .autoRenewDisabled), (4, .purchased),
    (5, .holdStarted), (6, .billingFailed), (7, .autoRenewEnabled), (8, .priceChanged),
    (9, .renewalExtended), (10, .paused), (11, .pauseScheduled), (12, .refunded), (13, .expired),
    (14, .unrecognized), (15, .unrecognized), (16, .unrecognized), (17, .productChanged),
    (18, .cancellationScheduled), (19, .priceChanged), (20, .pendingPurchaseCanceled),
    (21, .unrecognized), (22, .priceChanged), (99, .unrecognized),
  ])
  func `case 39: every number has its kind, known or not`(
    type: Int, kind: EventKind
  ) throws {
    let payload = try decode(rtdn(type))
    let event = try #require(payload.events.first)
    #expect(payload.events.count == 1)
    #expect(event.kind == kind)
    #expect(event.statedAt == Self.eventTime)
    #expect(event.subscription.rawValue.hasPrefix("gp_"))
    #expect(event.subscription.rawValue.count == 19)
    #expect(event.facts.purchaseToken == "token-1")
    #expect(event.facts.product == "monthly")
    #expect(payload.hasUnknown == (kind == .unrecognized))
    #expect(event.storeName.hasPrefix("notificationType") == (kind == .unrecognized))
  }

  @Test func `a notification in an envelope is the same as a bare one`() throws {
    let bare = try decode(rtdn(6))
    let data = Data(rtdn(6).utf8).base64EncodedString()
    let envelope = try decode(
      "{\"message\":{\"attributes\":{},\"data\":\"\(data)\",\"messageId\":\"7\"},"
        + "\"subscription\":\"projects/p/subscriptions/s\"}")
    #expect(bare.identity == envelope.identity)
    #expect(bare.events == envelope.events)
    #expect(try decode(String(decoding: envelope.raw, as: UTF8.self)) == envelope)
  }

  @Test(arguments: ["eyB4", "e30", "####", "W10="])
  func `an envelope without a notification in it is refused by its field`(data: String) throws {
    var reader = PayloadReader()
    let refusal = try reader.refusal(
      "{\"message\":{\"data\":\"\(data)\"},\"subscription\":\"s\"}")
    #expect(refusal.field == "message.data")
    #expect(refusal.error == .field(.notBase64JSON))
  }

  // MARK: Observed transitions (<doc:GooglePlayRules#Observed-transitions>)

  @Test func `a declined renewal is grace up to the moved expiry`() throws {
    let payload = try decode(
      record(
        6, "IN_GRACE_PERIOD",
        ",\"inGracePeriodStateContext\":{\"renewalDeclined\":"
          + "{\"pendingOrderId\":\"GPA.1-2-3-4..0\"}}",
        expiry: "2025-10-10T00:27:23Z"))
    let facts = try #require(payload.events.first).facts
    #expect(payload.format == .googlePlaySubscription)
    #expect(payload.identity.hasSuffix(":v2"))
    #expect(payload.receivedAt == at("2025-10-10T00:22:33Z"))
    #expect(facts.status == .grace)
    #expect(facts.graceEndsAt == at("2025-10-10T00:27:23Z"))
    #expect(facts.expiresAt == facts.graceEndsAt)
    #expect(facts.environment == .sandbox)
    #expect(facts.endReason == .billing)
    #expect(facts.orderID == "GPA.1-2-3-4..0")
    #expect(facts.paidOrderID == "GPA.1-2-3-4")
  }

  @Test func `case 8: a cancellation in grace ends at once`() throws {
    let payload = try decode(
      record(
        3, "EXPIRED",
        ",\"canceledStateContext\":{\"userInitiatedCancellation\":"
          + "{\"cancelTime\":\"2025-10-10T00:22:30.640Z\"}}",
        expiry: "2025-10-10T00:22:30.640Z"))
    let event = try #require(payload.events.first)
    #expect(event.kind == .autoRenewDisabled)
    #expect(event.facts.status == .expired)
    #expect(event.facts.endReason == .voluntary)
    #expect(event.facts.autoRenew == false)
    #expect(event.effectiveAt == at("2025-10-10T00:22:30.64Z"))
    #expect(event.facts.expiresAt == event.effectiveAt)
  }

  @Test(arguments: [3, 13])
  func `case 9: both messages of a hold that ran out say expired`(type: Int) throws {
    let payload = try decode(
      record(
        type, "EXPIRED", ",\"canceledStateContext\":{\"systemInitiatedCancellation\":{}}",
        expiry: "2025-10-10T00:22:29Z"))
    let facts = try #require(payload.events.first).facts
    #expect(facts.status == .expired)
    #expect(facts.endReason == .billing)
    #expect(facts.graceEndsAt == nil)
  }

  @Test func `case 10: in hold the expiry stays where grace ended`() throws {
    let payload = try decode(record(5, "ON_HOLD", "", expiry: "2025-10-10T00:22:23Z"))
    let facts = try #require(payload.events.first).facts
    #expect(facts.status == .hold)
    #expect(facts.graceEndsAt == nil)
    #expect(facts.expiresAt == at("2025-10-10T00:22:23Z"))
  }

  @Test func `case 13: an upgrade closes the old token and is no churn`() throws {
    let bought = try decode(
      record(
        4, "ACTIVE", ",\"linkedPurchaseToken\":\"token-0\"", expiry: "2025-10-10T00:27:23Z"))
    #expect(bought.events.map(\.kind) == [.purchased, .superseded])
    let old = try #require(try decode(rtdn(13, token: "token-0")).events.first).subscription
    #expect(bought.events[1].subscription == old)
    #expect(bought.events[1].facts.replacedBy == bought.events[0].subscription)
    #expect(bought.events[0].facts.replaces == old)
    let again = try decode(
      record(
        2, "ACTIVE", ",\"linkedPurchaseToken\":\"token-0\"", expiry: "2025-10-10T00:32:23Z"))
    #expect(again.events[1].id == bought.events[1].id)
    #expect(again.events[1].effectiveAt == bought.events[1].effectiveAt)
    let replaced = try decode(
      record(
        13, "EXPIRED", ",\"canceledStateContext\":{\"replacementCancellation\":{}}",
        expiry: "2025-10-10T00:22:27Z"))
    #expect(replaced.events.first?.kind == .superseded)
    #expect(replaced.events.first?.facts.endReason == nil)
    #expect(replaced.events.first?.effectiveAt == at("2025-10-10T00:22:27Z"))
  }

  @Test func `case 13: a beginning that is carried on is not that of the new purchase`() throws {
    let bought = try decode(
      record(4, "ACTIVE", ",\"linkedPurchaseToken\":\"token-0\"", expiry: "2025-11-10T00:27:23Z")
        .replacing("2025-10-10T00:12:00.123456Z", with: "2025-09-10T00:12:00Z"))
    #expect(bought.events.map(\.kind) == [.purchased, .superseded])
    #expect(bought.events[1].effectiveAt == Self.eventTime)
  }

  @Test(arguments: [(4, "PENDING"), (20, "PENDING_PURCHASE_CANCELED")])
  func `case 13: an upgrade that is not paid for leaves the old token as it is`(
    type: Int, state: String
  ) throws {
    let payload = try decode(
      record(
        type, state, ",\"linkedPurchaseToken\":\"token-0\"", expiry: "2026-10-10T00:22:27Z"))
    #expect(payload.events.map(\.kind) == [type == 4 ? .purchasePending : .pendingPurchaseCanceled])
  }

  @Test func `case 19: a refund wins over the cancel reason`() throws {
    let payload = try decode(
      record(
        12, "EXPIRED", ",\"canceledStateContext\":{\"userInitiatedCancellation\":{}}",
        expiry: "2025-10-10T00:22:31Z"))
    let event = try #require(payload.events.first)
    #expect(event.kind == .refunded)
    #expect(event.facts.endReason == .refund)
    #expect(event.facts.revokedAt == Self.eventTime)
  }

  @Test func `a purchase that awaits payment is pending`() throws {
    let payload = try decode(record(4, "PENDING", "", expiry: "2025-10-10T00:27:23Z"))
    #expect(payload.events.first?.kind == .purchasePending)
  }

  @Test func `a record that names another purchase than its notification is refused`() throws {
    var reader = PayloadReader()
    let text = record(6, "ACTIVE", "", expiry: "2025-10-10T00:27:23Z")
    let token = text.replacing(
      "\"purchaseToken\":\"token-1\",\"notification\"",
      with: "\"purchaseToken\":\"token-2\",\"notification\"")
    #expect(try reader.refusal(token).field == "purchaseToken")
    let package = text.replacing(
      "\"packageName\":\"com.example\",\"purchaseToken\"",
      with: "\"packageName\":\"org.other\",\"purchaseToken\"")
    #expect(try reader.refusal(package).field == "packageName")
  }

  // MARK: Other notifications

  @Test(arguments: [
    "\"testNotification\":{\"version\":\"1.0\"}",
    "\"oneTimeProductNotification\":{\"notificationType\":1,\"purchaseToken\":\"t\",\"sku\":\"s\"}",
    "\"pendingRefundReviewNotification\":{\"orderId\":\"GPA.1\"}",
    "\"voidedPurchaseNotification\":{\"purchaseToken\":\"t\",\"orderId\":\"o\",\"productType\":2}",
    "\"voidedPurchaseNotification\":{\"purchaseToken\":\"t\",\"productType\":1,\"refundType\":2}",
    "\"somethingNewNotification\":{}",
  ])
  func `what names no subscription is kept without events`(content: String) throws {
    let payload = try decode(
      "{\"packageName\":\"com.example\",\"eventTimeMillis\":\"1503349566168\",\(content)}")
    #expect(payload.events.isEmpty)
    #expect(payload.hasUnknown == content.contains("New"))
  }

  @Test func `a voided purchase is the same by message and by list`() throws {
    let time = Self.eventTime.milliseconds
    let message = try decode(
      """
      {"packageName":"com.example","eventTimeMillis":"\(time)","voidedPurchaseNotification":{\
      "purchaseToken":"token-1","orderId":"GPA.1","productType":1,"refundType":1}}
      """)
    var reader = PayloadReader()
    let list = reader.read(
      """
      {"store":"google-play","packageName":"com.example","voided":{"voidedPurchases":[\
      {"purchaseToken":"token-1","orderId":"GPA.1","voidedTimeMillis":"\(time)",\
      "voidedSource":2,"voidedReason":8},{"purchaseToken":"token-2","orderId":"GPA.2",\
      "voidedTimeMillis":"\(time)","voidedReason":42}]}}
      """)
    #expect(list.count == 2)
    guard case .payload(let first) = list[0], case .payload(let second) = list[1] else {
      Issue.record("a voided purchase was refused")
      return
    }
    #expect(first.identity == message.identity)
    #expect(first.events.map(\.kind) == [.refunded])
    #expect(first.events[0].facts.orderID == "GPA.1")
    #expect(first.events[0].facts.acknowledgementPending == true)
    #expect(!first.hasUnknown)
    #expect(second.hasUnknown)
    #expect(try decode(String(decoding: second.raw, as: UTF8.self)) == second)
  }

  @Test func `a review of a refund is told where the token is known`() throws {
    let payload = try decode(
      """
      {"store":"google-play","packageName":"com.example","purchaseToken":"token-1","notification":{\
      "packageName":"com.example","eventTimeMillis":"1","pendingRefundReviewNotification":{\
      "orderId":"GPA.1","refundReason":"x","obfuscatedAccountId":"account"}}}
      """)
    #expect(payload.events.map(\.kind) == [.refundRequested])
    #expect(payload.events[0].facts.account == "account")
  }
}
