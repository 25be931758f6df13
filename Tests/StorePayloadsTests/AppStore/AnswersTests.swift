import StorePayloads
import SubscriptionCore
import Testing

/// Answers of the App Store Server API, which hold several signed items.
@Suite struct AnswersTests {
  private func transaction(_ id: String, _ more: String = "") -> String {
    """
    {"transactionId":"\(id)","originalTransactionId":"1","bundleId":"com.example",\
    "productId":"p","purchaseDate":1760054000000,"expiresDate":1762646000000,\
    "signedDate":1760055000000,"type":"Auto-Renewable Subscription",\
    "environment":"Production"\(more)}
    """
  }

  private let renewal = """
    {"originalTransactionId":"1","productId":"p","autoRenewProductId":"p","autoRenewStatus":1,\
    "isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1763000000000,\
    "signedDate":1760055000001,"environment":"Production"}
    """

  private func reader(_ authority: TestAuthority) throws -> PayloadReader {
    PayloadReader(trust: TrustPolicy(mode: .required, roots: [try authority.trusted()]))
  }

  private func payloads(_ outcomes: [ReadOutcome]) -> [StorePayload] {
    outcomes.compactMap { outcome in
      guard case .payload(let payload) = outcome else { return nil }
      return payload
    }
  }

  @Test func `a statuses answer gives one outcome a subscription, and a bad one stops none`() throws
  {
    let (authority, stranger) = (try TestAuthority(), try TestAuthority())
    var reader = try reader(authority)
    let good = """
      {"originalTransactionId":"1","status":4,"signedTransactionInfo":"\
      \(try authority.sign(transaction("2")))","signedRenewalInfo":"\
      \(try authority.sign(renewal))"}
      """
    let bad = """
      {"originalTransactionId":"1","status":1,"signedTransactionInfo":"\
      \(try stranger.sign(transaction("2")))"}
      """
    let outcomes = reader.read(
      """
      {"environment":"Production","bundleId":"com.example","data":[{\
      "subscriptionGroupIdentifier":"g","lastTransactions":[\(bad),\(good)]}]}
      """)
    #expect(outcomes.count == 2)
    guard case .refused(let refusal) = outcomes[0], case .payload(let payload) = outcomes[1] else {
      Issue.record("the outcomes differ: \(outcomes)")
      return
    }
    #expect(refusal.field == "data[0].lastTransactions[0].signedTransactionInfo")
    #expect(payload.verification == .verified)
    #expect(payload.events.map(\.kind) == [.snapshot])
    #expect(payload.events[0].facts.status == .grace)
    #expect(payload.events[0].facts.group == "g")
    #expect(payload.events[0].statedAt == Timestamp(milliseconds: 1_760_055_000_001))
    let again = try reader.payload(String(decoding: payload.raw, as: UTF8.self))
    #expect(again.identity == payload.identity)
    #expect(again.events == payload.events)
  }

  @Test func `a transaction history gives payments and refunds at their own dates`() throws {
    let authority = try TestAuthority()
    var reader = try reader(authority)
    let items = try [
      transaction("1", ",\"transactionReason\":\"PURCHASE\""),
      transaction(
        "2",
        ",\"revocationDate\":1760060000000,\"revocationReason\":1,\"revocationType\":"
          + "\"REFUND_PRORATED\",\"revocationPercentage\":50000"),
      transaction("3", ",\"revocationDate\":1760060000000,\"isUpgraded\":true"),
      transaction("4").replacing("Auto-Renewable Subscription", with: "Consumable"),
    ].map { "\"\(try authority.sign($0))\"" }
    let answer =
      "{\"revision\":\"r\",\"hasMore\":false,\"signedTransactions\":["
      + items.joined(separator: ",") + "]}"
    let found = payloads(reader.read(answer))
    #expect(
      found.map { $0.events.map(\.kind) } == [
        [.purchased], [.renewed, .refunded], [.renewed, .superseded], [],
      ])
    #expect(found[1].events[1].effectiveAt == Timestamp(milliseconds: 1_760_060_000_000))
    #expect(found[1].events[0].facts.revokedAt == nil)
    #expect(found[1].events.map(\.facts.refundedPart) == [nil, 50_000])
    #expect(found[2].events.map(\.facts.isUpgraded) == [nil, true])
    let bare = try reader.payload(String(decoding: found[0].raw, as: UTF8.self))
    #expect(bare == found[0])
  }

  @Test func `an answer about an order gives its transactions with the order`() throws {
    let authority = try TestAuthority()
    var reader = try reader(authority)
    let order = try #require(AppStoreOrderID("MK5TTTVWJH"))
    let signed = try [
      transaction("2"),
      transaction("3").replacing("Auto-Renewable Subscription", with: "Consumable"),
    ].map { "\"\(try authority.sign($0))\"" }
    let answer = "{ \"status\": 0,\n\"signedTransactions\": [\(signed.joined(separator: ","))]}"
    let receivedAt = Timestamp(milliseconds: 1_760_070_000_000)
    let record = try #require(
      ArchiveRecord.appStore(Array(answer.utf8), order: order, receivedAt: receivedAt))
    let found = payloads(reader.read(String(decoding: record, as: UTF8.self)))
    #expect(found.map { $0.events.map(\.kind) } == [[.renewed], []])
    let event = try #require(found[0].events.first)
    #expect(event.facts.orderID == "MK5TTTVWJH" && event.facts.transactionID == "2")
    #expect(event.verification == .verified && event.recordedAt == receivedAt)
    let again = try reader.payload(String(decoding: found[0].raw, as: UTF8.self))
    #expect(again == found[0])
    let line = ArchiveRecord.line(
      raw: found[0].raw, identity: found[0].identity, store: .appStore, receivedAt: receivedAt)
    #expect(try reader.payload(String(decoding: line, as: UTF8.self)) == found[0])
    // The same transaction by itself is another statement, which says less.
    let bare = try reader.payload("[\(signed[0])]")
    #expect(bare.identity != found[0].identity && bare.events[0].id != event.id)
    #expect(bare.events[0].facts.orderID == nil)
    #expect(ArchiveRecord.appStore(Array("[]".utf8), order: order, receivedAt: receivedAt) == nil)
  }

  @Test func `a record with an order of another form is refused`() throws {
    let authority = try TestAuthority()
    var reader = try reader(authority)
    let outcomes = reader.read(
      """
      {"store":"app-store","orderId":"mk5","body":"\(try authority.sign(transaction("2")))"}
      """)
    guard case .refused(let refusal)? = outcomes.first else {
      Issue.record("it is not refused: \(outcomes)")
      return
    }
    #expect(refusal.field == "orderId" && outcomes.count == 1)
  }

  @Test func `a notification history gives each notification`() throws {
    let authority = try TestAuthority()
    var reader = try reader(authority)
    let test = """
      {"notificationType":"TEST","notificationUUID":"u","signedDate":1760055000000,\
      "data":{"bundleId":"com.example","environment":"Production"}}
      """
    let posted = try authority.post(test)
    let item = posted.dropLast() + ",\"sendAttempts\":[{\"attemptDate\":1}]}"
    let outcomes = reader.read(
      "{\"paginationToken\":\"t\",\"notificationHistory\":[\(item),{\"signedPayload\":\"x\"}]}")
    #expect(outcomes.count == 2)
    #expect(payloads(outcomes).map(\.identity) == ["asn:u"])
    #expect(try reader.payload(posted).identity == "asn:u")
  }

  @Test func `a decoded status without proof is unsigned, and no proof where it is required`()
    throws
  {
    let text = """
      {"status":4,"signedTransactionInfo":\(transaction("2")),"signedRenewalInfo":\(renewal)}
      """
    let payload = try decode(text)
    #expect(payload.verification == .unsigned)
    #expect(payload.events[0].facts.status == .grace)
    var strict = try reader(try TestAuthority())
    #expect(try strict.refusal(text).error == .proof(.unsigned))
  }

  @Test func `every field of a transaction and a renewal is read, whatever its order`() throws {
    let payload = try decode(
      transaction(
        "2",
        """
        ,"webOrderLineItemId":"w","subscriptionGroupIdentifier":"g","quantity":1,\
        "originalPurchaseDate":1760054000000.9,"appAccountToken":"a","inAppOwnershipType":\
        "PURCHASED","offerType":2,"offerIdentifier":"o","storefront":"JPN","storefrontId":"143462",\
        "transactionReason":"RENEWAL","currency":"JPY","price":480000,"offerDiscountType":\
        "PAY_AS_YOU_GO","appTransactionId":"t","offerPeriod":"P1M","billingPlanType":"MONTHLY",\
        "advancedCommerceInfo":{"items":[{"SKU":"s","price":1}],"descriptors":{"displayName":"d"}}
        """))
    let facts = try #require(payload.events.first).facts
    #expect(!payload.hasUnknown)
    #expect(facts.startedAt == Timestamp(milliseconds: 1_760_054_000_000))
    #expect(facts.account == "a")
    #expect(facts.country == "JPN")
    #expect(facts.webOrderLineItemID == "w")
    #expect(
      facts.offer
        == Offer(kind: .payAsYouGo, isIntroductory: false, identifier: "o", period: .monthly))
  }

  @Test(arguments: [
    (#""storefrontId":{}"#, "storefrontId"), (#""quantity":"few""#, "quantity"),
    (#""commitmentInfo":{"commitmentExpiresDate":true}"#, "commitmentInfo.commitmentExpiresDate"),
    (
      #""advancedCommerceInfo":{"items":[{"SKU":"s"},{"price":[]}]}"#,
      "advancedCommerceInfo.items[1].price"
    ),
  ])
  func `a field that nothing is derived from has its type as well`(
    more: String, field: String
  ) throws {
    var reader = PayloadReader(trust: TrustPolicy(mode: .signed))
    #expect(try reader.refusal(transaction("2", "," + more)).field == field)
  }

  @Test func `a renewal info by itself is a snapshot`() throws {
    let event = try #require(try decode(renewal).events.first)
    #expect(event.kind == .snapshot)
    #expect(event.facts.inBillingRetry == true)
    #expect(event.facts.graceEndsAt == Timestamp(milliseconds: 1_763_000_000_000))
    let local = try decode(renewal.replacing("Production", with: "Xcode"))
    #expect(local.events.isEmpty)
  }

  @Test(
    arguments: [
      (",\"isUpgraded\":true,\"revocationDate\":1760060000000", "superseded", 1_760_060_000_000),
      (",\"isUpgraded\":true", "superseded", 1_760_055_000_000),
      (",\"revocationDate\":1760060000000", "refunded", 1_760_060_000_000),
      (
        ",\"revocationDate\":1760060000000,\"revocationType\":\"FAMILY_REVOKE\"", "refunded",
        1_760_060_000_000
      ),
    ] as [(String, String, Int64)])
  func `a transaction by itself that was upgraded or given back is over, and stays so`(
    fields: String, state: String, since: Int64
  ) throws {
    let payload = try decode(transaction("2", fields))
    let subscriber = try #require(Subscriber.fold(payload.events))
    for day in ["2025-10-12", "2026-11-01"] {
      let status = subscriber.status(at: at(day), policy: .standard)
      #expect(status.state.rawValue == state)
      #expect(status.stateSince == Timestamp(milliseconds: since))
      #expect(!status.access.granted)
      #expect((status.end == nil) == (state == "superseded"))
    }
  }
}
