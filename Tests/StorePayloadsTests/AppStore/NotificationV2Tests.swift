import StorePayloads
import SubscriptionCore
import Testing

@Suite struct NotificationV2Tests {
  private static let bought = at("2023-04-01T00:00:00Z")
  private static let expires = at("2023-05-01T00:00:00Z")
  private static let graceEnds = at("2023-05-17T00:00:00Z")
  private static let signed = at("2023-05-10T00:00:00Z")

  /// A notification whose parts were decoded before it was archived.
  private func notification(
    _ name: String, status: Int? = 1, transaction: String = "", renewal: String? = "",
    signedDate: Timestamp = signed
  ) -> String {
    let names = name.split(separator: "/")
    let subtype = names.count > 1 ? "\"subtype\":\"\(names[1])\"," : ""
    let info = renewal.map { renewal in
      """
      ,"signedRenewalInfo":{"originalTransactionId":"100","productId":"monthly",\
      "autoRenewProductId":"monthly","environment":"Production","signedDate":\
      \(signedDate.milliseconds)\(renewal)}
      """
    }
    return """
      {"notificationType":"\(names[0])",\(subtype)"notificationUUID":"uuid-1","version":"2.0",\
      "signedDate":\(signedDate.milliseconds),"data":{"bundleId":"com.example","environment":\
      "Production","status":\(status.map { String($0) } ?? "null"),\
      "signedTransactionInfo":{"transactionId":"200",\
      "originalTransactionId":"100","bundleId":"com.example","productId":"monthly",\
      "purchaseDate":\(Self.bought.milliseconds),"expiresDate":\(Self.expires.milliseconds),\
      "type":"Auto-Renewable Subscription","environment":"Production","price":480000,\
      "currency":"JPY"\(transaction)}\(info ?? "")}}
      """
  }

  private func event(_ text: String) throws -> SubscriptionEvent {
    let payload = try decode(text)
    #expect(payload.identity == "asn:uuid-1")
    return try #require(payload.events.first)
  }

  @Test(arguments: [
    ("SUBSCRIBED/INITIAL_BUY", EventKind.purchased), ("SUBSCRIBED/RESUBSCRIBE", .purchased),
    ("DID_RENEW", .renewed), ("DID_RENEW/BILLING_RECOVERY", .recovered),
    ("DID_FAIL_TO_RENEW", .billingFailed), ("DID_FAIL_TO_RENEW/GRACE_PERIOD", .billingFailed),
    ("GRACE_PERIOD_EXPIRED", .holdStarted), ("EXPIRED/VOLUNTARY", .expired),
    ("EXPIRED/BILLING_RETRY", .expired), ("EXPIRED/PRICE_INCREASE", .expired),
    ("EXPIRED/PRODUCT_NOT_FOR_SALE", .expired), ("EXPIRED", .expired),
    ("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", .autoRenewEnabled),
    ("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", .autoRenewDisabled),
    ("DID_CHANGE_RENEWAL_PREF/UPGRADE", .productChanged),
    ("DID_CHANGE_RENEWAL_PREF/DOWNGRADE", .productChangeScheduled),
    ("DID_CHANGE_RENEWAL_PREF", .productChangeReverted), ("OFFER_REDEEMED", .offerRedeemed),
    ("OFFER_REDEEMED/UPGRADE", .offerRedeemed), ("OFFER_REDEEMED/DOWNGRADE", .offerRedeemed),
    ("PRICE_INCREASE/PENDING", .priceChanged), ("PRICE_INCREASE/ACCEPTED", .priceChanged),
    ("REFUND", .refunded), ("REFUND_DECLINED", .refundDeclined),
    ("REFUND_REVERSED", .refundReversed), ("CONSUMPTION_REQUEST", .refundRequested),
    ("REVOKE", .revoked), ("RENEWAL_EXTENDED", .renewalExtended),
    ("RENEWAL_EXTENSION/FAILURE", .snapshot), ("METADATA_UPDATE", .snapshot),
    ("MIGRATION", .snapshot), ("MIGRATE", .snapshot), ("PRICE_CHANGE", .priceChanged),
    ("SOMETHING_NEW", .unrecognized),
  ])
  func `each type and subtype has its kind`(name: String, kind: EventKind) throws {
    let payload = try decode(notification(name))
    let event = try #require(payload.events.first)
    #expect(event.kind == kind)
    #expect(event.storeName == name)
    #expect(event.subscription == "as_100")
    #expect(event.statedAt == Self.signed)
    #expect(event.recordedAt == Self.signed)
    #expect(payload.hasUnknown == (kind == .unrecognized))
  }

  @Test(arguments: ["TEST", "ONE_TIME_CHARGE", "EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT"])
  func `what concerns no subscription is kept without events`(name: String) throws {
    let text = "{\"notificationType\":\"\(name)\",\"notificationUUID\":\"u\",\"signedDate\":1}"
    let payload = try decode(text)
    #expect(payload.events.isEmpty)
    #expect(!payload.hasUnknown)
  }

  @Test func `grace keeps the date of the renewal info and of nothing else`() throws {
    let text = notification(
      "DID_FAIL_TO_RENEW/GRACE_PERIOD", status: 4,
      renewal:
        ",\"autoRenewStatus\":1,\"isInBillingRetryPeriod\":true,\"expirationIntent\":2,"
        + "\"gracePeriodExpiresDate\":\(Self.graceEnds.milliseconds)")
    let event = try event(text)
    #expect(event.facts.status == .grace)
    #expect(event.facts.graceEndsAt == Self.graceEnds)
    #expect(event.facts.expiresAt == Self.expires)
    #expect(event.facts.endReason == .billing)
    #expect(event.facts.inBillingRetry == true)
    #expect(event.effectiveAt == Self.expires)
    #expect(event.facts.price == Money(micros: 480_000_000, currency: "JPY"))
    #expect(Subscriber.fold([event])?.provenPlan(.standard)?.period == .monthly)
  }

  @Test(arguments: ["OFFER_REDEEMED", "OFFER_REDEEMED/DOWNGRADE"])
  func `case 20: an offer counts from the day on which it was redeemed`(name: String) throws {
    // The transaction may be that of the period that goes on.
    let event = try event(notification(name, renewal: ",\"autoRenewStatus\":1"))
    #expect(event.facts.purchasedAt == Self.bought)
    #expect(event.effectiveAt == Self.signed)
  }

  @Test func `case 2: grace without a date is still grace`() throws {
    for status in [4, nil] {
      let text = notification(
        "DID_FAIL_TO_RENEW/GRACE_PERIOD", status: status,
        renewal: ",\"gracePeriodExpiresDate\":null,\"isInBillingRetryPeriod\":true")
      let facts = try event(text).facts
      #expect(facts.status == .grace)
      #expect(facts.graceEndsAt == nil)
    }
  }

  @Test func `case 3: a stale grace date after retry says nothing`() throws {
    let text = notification(
      "EXPIRED/BILLING_RETRY", status: 2,
      renewal:
        ",\"autoRenewStatus\":0,\"isInBillingRetryPeriod\":false,\"expirationIntent\":2,"
        + "\"gracePeriodExpiresDate\":\(Self.graceEnds.milliseconds)")
    let event = try event(text)
    #expect(event.facts.graceEndsAt == nil)
    #expect(event.facts.status == .expired)
    #expect(event.facts.endReason == .billing)
    #expect(event.effectiveAt == Self.signed)
  }

  @Test func `case 4: a failure told before the expiry keeps the expiry`() throws {
    let early = at("2023-04-30T23:55:00Z")
    let event = try event(
      notification("DID_FAIL_TO_RENEW", status: nil, renewal: nil, signedDate: early))
    #expect(event.kind == .billingFailed)
    #expect(event.facts.status == nil)
    #expect(event.facts.expiresAt == Self.expires)
    #expect(event.statedAt == early)
    #expect(event.effectiveAt == Self.expires)
  }

  @Test func `case 4: grace is announced beside status 1 and without the retry`() throws {
    let event = try event(
      notification(
        "DID_FAIL_TO_RENEW/GRACE_PERIOD",
        renewal:
          ",\"autoRenewStatus\":1,\"gracePeriodExpiresDate\":\(Self.graceEnds.milliseconds)",
        signedDate: at("2023-04-30T10:00:00Z")))
    let subscriber = try #require(Subscriber.fold([event]))
    #expect(subscriber.status(at: at("2023-04-30T12:00:00Z"), policy: .standard).state == .active)
    let status = subscriber.status(at: Self.expires, policy: .standard)
    #expect(status.state == .grace)
    #expect(status.graceEnds == Self.graceEnds)
  }

  @Test func `case 4: auto-renew is off by the subtype where the renewal info is missing`() throws {
    let text = notification("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", renewal: nil)
      .replacing("\(Self.expires.milliseconds)", with: "\(Self.graceEnds.milliseconds)")
    let event = try event(text)
    #expect(event.facts.autoRenew == false)
    let subscriber = try #require(Subscriber.fold([event]))
    let status = subscriber.status(at: Self.signed, policy: .standard)
    #expect(status.state == .canceled)
    #expect(status.stateSince == Self.signed)
  }

  @Test func `case 17: a refund of an earlier period leaves the current one alone`() throws {
    let renews = at("2023-06-01T00:00:00Z")
    let text = notification(
      "REFUND",
      transaction: ",\"revocationDate\":\(Self.signed.milliseconds),\"revocationReason\":0",
      renewal: ",\"autoRenewStatus\":1,\"renewalDate\":\(renews.milliseconds)")
    let event = try event(text)
    #expect(event.facts.transactionID == "200")
    #expect(event.facts.revokedAt == Self.signed)
    #expect(event.facts.expiresAt == nil)
    #expect(event.facts.status == .active)
    #expect(event.facts.renewsAt == renews)
  }

  @Test(arguments: [
    ("REFUND", ",\"isUpgraded\":true", "monthly", ""), ("REFUND", "", "other", ""),
    ("REVOKE", "", "monthly", ",\"renewalDate\":\(at("2023-06-01T00:00:00Z").milliseconds)"),
  ])
  func `case 21: a payment that another one replaced is not the current period's`(
    type: String, transaction: String, renewing: String, renewal: String
  ) throws {
    let text = notification(
      type, transaction: ",\"revocationDate\":\(Self.signed.milliseconds)" + transaction,
      renewal: ",\"autoRenewStatus\":1" + renewal
    ).replacing(#""100","productId":"monthly""#, with: #""100","productId":"\#(renewing)""#)
    let facts = try event(text).facts
    #expect(facts.expiresAt == nil && facts.purchasedAt == nil && facts.price == nil)
    #expect(facts.revokedAt == Self.signed)
  }

  @Test func `case 20: a downgrade after a cancellation turns auto-renew on`() throws {
    let text = notification("DID_CHANGE_RENEWAL_PREF/DOWNGRADE").replacing(
      "\"autoRenewProductId\":\"monthly\"",
      with: "\"autoRenewProductId\":\"lite\",\"autoRenewStatus\":1")
    let facts = try event(text).facts
    #expect(facts.autoRenew == true)
    #expect(facts.product == "monthly")
    #expect(facts.nextProduct == "lite")
  }

  @Test func `case 22: intent 5 is no billing problem`() throws {
    let text = notification(
      "DID_FAIL_TO_RENEW", status: 2, renewal: ",\"autoRenewStatus\":0,\"expirationIntent\":5")
    let facts = try event(text).facts
    #expect(facts.endReason == .other)
    #expect(facts.autoRenew == false)
  }

  @Test func `case 23: the identity is the notification's and not the bytes'`() throws {
    let text = notification("DID_RENEW")
    let first = try decode(text)
    let wrapped = try decode(
      "{\"store\":\"app-store\",\"receivedAt\":\"2023-05-11T00:00:00Z\",\"body\": \(text) }")
    #expect(first.identity == wrapped.identity)
    #expect(first.events.map(\.id) == wrapped.events.map(\.id))
    #expect(wrapped.events.first?.recordedAt == at("2023-05-11T00:00:00Z"))
    #expect(wrapped.events.first?.statedAt == Self.signed)
  }

  @Test func `case 28: family sharing is stated`() throws {
    let text = notification(
      "REVOKE", status: 5, transaction: ",\"inAppOwnershipType\":\"FAMILY_SHARED\"")
    let facts = try event(text).facts
    #expect(facts.familyShared == true)
    #expect(facts.endReason == .familySharing)
    #expect(facts.status == .revoked)
  }

  @Test(arguments: [(120_000, 25_000), (480_000, nil)] as [(Int, Int?)])
  func `a refund of an item is a part of the payment`(amount: Int, part: Int?) throws {
    let text = notification(
      "REFUND",
      transaction:
        ",\"advancedCommerceInfo\":{\"items\":[{\"SKU\":\"a\",\"price\":240000,\"refunds\":"
        + "[{\"refundAmount\":\(amount),\"refundType\":\"CUSTOM\"}]},{\"SKU\":\"b\"}]}")
    #expect(try event(text).facts.refundedPart == part)
  }

  @Test func `case 29: a failed trial goes to retry without grace`() throws {
    let text = notification(
      "DID_FAIL_TO_RENEW", status: 3,
      transaction: ",\"offerType\":1,\"offerDiscountType\":\"FREE_TRIAL\"",
      renewal: ",\"isInBillingRetryPeriod\":true,\"expirationIntent\":2")
    let facts = try event(text).facts
    #expect(facts.status == .hold)
    #expect(facts.offer == Offer(kind: .freeTrial, isIntroductory: true))
    #expect(facts.graceEndsAt == nil)
  }

  @Test func `case 35: an unknown environment never counts as production`() throws {
    let text = notification("DID_RENEW").replacing("\"Production\"", with: "\"Preview\"")
    let facts = try event(text).facts
    #expect(facts.environment == .sandbox)
    #expect(facts.unknownValues?.contains("environment: Preview") == true)
    let policy = TrustPolicy(mode: .signed, environment: .production)
    var reader = PayloadReader(trust: policy)
    #expect(try reader.refusal(text).error == .proof(.otherEnvironment("sandbox")))
  }

  @Test func `case 38: payments left of a commitment are stated`() throws {
    let text = notification(
      "DID_RENEW",
      transaction:
        ",\"commitmentInfo\":{\"billingPeriodNumber\":3,\"totalBillingPeriods\":12}")
    #expect(try event(text).facts.commitmentPaymentsLeft == 9)
  }

  @Test(arguments: [("MONTHLY", true), ("BILLED_UPFRONT", false), ("WEEKLY", nil)])
  func `case 38: the way in which the next renewal is paid is stated`(
    plan: String, byInstalments: Bool?
  ) throws {
    let text = notification("DID_RENEW", renewal: ",\"renewalBillingPlanType\":\"\(plan)\"")
    #expect(try event(text).facts.renewsByInstalments == byInstalments)
  }

  @Test func `case 39: an unknown value is kept and counted`() throws {
    let payload = try decode(
      notification("DID_RENEW/NEW_SUBTYPE", status: 9, transaction: ",\"offerType\":77"))
    #expect(payload.hasUnknown)
    #expect(payload.events.first?.kind == .renewed)
    #expect(payload.events.first?.storeName == "DID_RENEW/NEW_SUBTYPE")
    #expect(payload.events.first?.facts.status == nil)
  }

  @Test func `a move to another transaction closes the old subscription`() throws {
    let payload = try decode(
      notification("MIGRATION", transaction: ",\"previousOriginalTransactionId\":\"50\""))
    #expect(payload.events.map(\.kind) == [.snapshot, .superseded])
    #expect(payload.events.last?.subscription == "as_50")
    #expect(payload.events.last?.facts.replacedBy == "as_100")
  }

  @Test func `a placeholder in the place of a transaction is refused by its field`() throws {
    let text = notification("DID_RENEW").replacing(
      /{"transactionId"[^}]*}/, with: "\"signed_transaction_info_value\"")
    var reader = PayloadReader()
    let refusal = try reader.refusal(text)
    #expect(refusal.field == "data.signedTransactionInfo")
    #expect(refusal.error == .field(.notJWS))
    var off = PayloadReader(trust: TrustPolicy(mode: .off))
    #expect(try off.payload(text).events.first?.facts.originalTransactionID == "100")
  }
}
