import Foundation
import StorePayloads
import SubscriptionCore
import Testing

@Suite struct ReceiptTests {
  private static let retry = """
    {"pending_renewal_info":[{"expiration_intent":"2","auto_renew_product_id":"monthly",\
    "original_transaction_id":"100","is_in_billing_retry_period":"1","product_id":"monthly",\
    "auto_renew_status":"1"GRACE}]}
    """

  private func snapshot(_ text: String, receivedAt: Timestamp? = nil) throws -> SubscriptionEvent {
    let payload = try decode(text, receivedAt: receivedAt)
    #expect(payload.format == .appStoreReceipt)
    return try #require(payload.events.last)
  }

  private func transaction(
    _ id: String, bought: String, expires: String, _ more: String = ""
  ) -> String {
    """
    {"transaction_id":"\(id)","original_transaction_id":"100","product_id":"monthly",\
    "purchase_date_ms":"\(at(bought).milliseconds)","expires_date_ms":"\
    \(at(expires).milliseconds)"\(more)}
    """
  }

  @Test func `G7: retry without grace has no access`() throws {
    let event = try snapshot(Self.retry.replacing("GRACE", with: ""))
    #expect(event.kind == .snapshot)
    #expect(event.facts.status == .hold)
    #expect(event.facts.endReason == .billing)
    #expect(event.facts.autoRenew == true)
    #expect(event.facts.graceEndsAt == nil)
  }

  @Test(
    arguments: [
      (1_599_349_301_999, StatedStatus.grace), (1_599_349_302_000, .hold),
      (1_599_349_302_001, .hold),
    ] as [(Int64, StatedStatus)])
  func `G8: grace lasts up to its stated instant`(
    now: Int64, status: StatedStatus
  ) throws {
    let text = Self.retry.replacing(
      "GRACE",
      with:
        ",\"grace_period_expires_date_ms\":\"1599349302000\","
        + "\"grace_period_expires_date\":\"2020-09-05 23:41:42 Etc/GMT\","
        + "\"grace_period_expires_date_pst\":\"2020-09-05 16:41:42 America/Los_Angeles\"")
    let event = try snapshot(text, receivedAt: Timestamp(milliseconds: now))
    #expect(event.facts.status == status)
    #expect(event.facts.graceEndsAt == at("2020-09-05T23:41:42Z"))
    #expect(event.facts.oddities == nil)
  }

  @Test func `G9: a list by itself tells of the recovery`() throws {
    let text = """
      {"in_app":[{"product_id":"p","transaction_id":"2","original_transaction_id":"1",\
      "purchase_date":"2020-08-25 02:53:10 Etc/GMT","purchase_date_ms":"1598323990000",\
      "expires_date":"2020-09-25 02:53:10 Etc/GMT","expires_date_ms":"1601002390000",\
      "is_trial_period":"false","is_in_intro_offer_period":"false"}]}
      """
    let payload = try decode(text)
    #expect(payload.events.map(\.kind) == [.renewed, .snapshot])
    #expect(payload.events[0].effectiveAt == at("2020-08-25T02:53:10Z"))
    #expect(payload.events[1].facts.expiresAt == at("2020-09-25T02:53:10Z"))
    #expect(payload.events[1].facts.status == .active)
    #expect(Subscriber.fold(payload.events)?.provenPlan(.standard)?.period == .monthly)
  }

  @Test(arguments: [("a", "a"), ("b", "a"), ("b", "b")])
  func `G11: a crossgrade names the next product`(next: String, product: String) throws {
    let event = try snapshot(
      """
      {"pending_renewal_info":[{"auto_renew_product_id":"\(next)","product_id":"\(product)",\
      "original_transaction_id":"100","auto_renew_status":"1"}]}
      """)
    #expect(event.facts.status == .active)
    #expect(event.facts.product == ProductID(product))
    #expect(event.facts.nextProduct == ProductID(next))
  }

  @Test func `G12: milliseconds win, and a contradiction is told`() throws {
    let text = """
      {"latest_receipt_info":[{"product_id":"p","transaction_id":"1","original_transaction_id":"1",\
      "purchase_date_ms":"1629307052000","purchase_date":"2022-02-01 07:00:00 Etc/GMT",\
      "expires_date_ms":"1646118000000","cancellation_date_ms":"0","cancellation_date":0,\
      "is_trial_period":"true","promotional_offer_id":""},{"product_id":"p","transaction_id":"2",\
      "original_transaction_id":"1","purchase_date_ms":"1646118000000","purchase_date":\
      "2022-03-01 07:00:00 Etc/GMT","expires_date_ms":"1648796400000","cancellation_date_ms":"0",\
      "is_trial_period":"false","promotional_offer_id":""}],"pending_renewal_info":[{\
      "expiration_intent":"","auto_renew_product_id":"p","original_transaction_id":"1",\
      "is_in_billing_retry_period":"","product_id":"p","auto_renew_status":"1"}]}
      """
    let events = try decode(text).events
    #expect(events.map(\.kind) == [.purchased, .renewed, .snapshot])
    #expect(events[0].effectiveAt == Timestamp(milliseconds: 1_629_307_052_000))
    #expect(events[0].facts.offer == Offer(kind: .freeTrial, isIntroductory: true))
    #expect(events[0].facts.oddities?.count == 1)
    #expect(events[0].facts.oddities?.first?.contains("purchase_date") == true)
    #expect(events[2].facts.oddities == nil)
    #expect(events[2].facts.expiresAt == at("2022-04-01T07:00:00Z"))
    #expect(events[2].facts.revokedAt == nil)
    #expect(events[2].facts.endReason == nil)
    #expect(events[2].facts.offer == nil)
    #expect(events[2].statedAt == at("2022-03-01T07:00:00Z"))
  }

  @Test func `case 3: a stale grace date with retry over is an expiry`() throws {
    let text = """
      {"latest_receipt_info":[\(transaction("2", bought: "2023-04-01", expires: "2023-05-01"))],\
      "receipt":{"request_date_ms":"\(at("2023-08-01").milliseconds)"},\
      "pending_renewal_info":[{"original_transaction_id":"100","product_id":"monthly",\
      "auto_renew_status":"0","is_in_billing_retry_period":"0","expiration_intent":"2",\
      "grace_period_expires_date_ms":"\(at("2023-05-17").milliseconds)"}]}
      """
    let event = try snapshot(text)
    #expect(event.facts.status == .expired)
    #expect(event.facts.endReason == .billing)
    // It tells when access ended.
    #expect(event.facts.graceEndsAt == at("2023-05-17"))
    let episodes = try #require(Subscriber.fold(decode(text).events))
      .episodes(at: at("2023-08-02"), policy: .standard)
    #expect(episodes.map(\.failedAt) == [at("2023-05-01")])
    #expect(episodes.map(\.holdStartedAt) == [at("2023-05-17")])
    #expect(episodes.map(\.outcome) == [.ranOut])
  }

  @Test func `case 21: an upgraded transaction is neither refund nor the latest`() throws {
    let upgraded = transaction(
      "2", bought: "2023-04-20", expires: "2023-05-20",
      ",\"is_upgraded\":\"true\",\"cancellation_date_ms\":\"\(at("2023-04-25").milliseconds)\"")
    let current = transaction("3", bought: "2023-04-20", expires: "2023-05-19")
    let payload = try decode("{\"latest_receipt_info\":[\(upgraded),\(current)]}")
    #expect(payload.events.map(\.kind) == [.renewed, .renewed, .snapshot])
    #expect(payload.events[2].facts.transactionID == "3")
    #expect(payload.events[2].facts.status == .active)
  }

  @Test func `a refund is told of its own transaction and date`() throws {
    let refunded = transaction(
      "2", bought: "2023-04-01", expires: "2023-05-01",
      ",\"cancellation_date_ms\":\"\(at("2023-04-10").milliseconds)\"")
    let current = transaction("3", bought: "2023-05-01", expires: "2023-06-01")
    let events = try decode("{\"latest_receipt_info\":[\(current),\(refunded)]}").events
    #expect(events.map(\.kind) == [.renewed, .renewed, .refunded, .snapshot])
    #expect(events[2].effectiveAt == at("2023-04-10"))
    #expect(events[2].facts.transactionID == "2")
    #expect(events[3].facts.status == .active)
  }

  @Test func `numbers, booleans and text say the same`() throws {
    let asText = """
      {"environment":"Sandbox","latest_receipt_info":[{"transaction_id":"2",\
      "original_transaction_id":"1","product_id":"p","purchase_date_ms":"1394619306000",\
      "expires_date_ms":"1394619485000","is_trial_period":"true","quantity":"1"}]}
      """
    let asNumbers = """
      {"environment":"Sandbox","latest_receipt_info":[{"transaction_id":2,\
      "original_transaction_id":1,"product_id":"p","purchase_date_ms":1394619306000,\
      "expires_date_ms":1394619485000.0,"is_trial_period":true,"quantity":1}]}
      """
    #expect(try decode(asText).events[0] == (try decode(asNumbers).events[0]))
  }

  @Test func `an iOS 6 receipt is read from its top level`() throws {
    let item = """
      {"transaction_id":"7","original_transaction_id":"7","product_id":"p","bid":"com.example",\
      "purchase_date_ms":"1549781388000","expires_date":"1550386188000",\
      "expires_date_formatted":"2019-02-17 06:49:48 Etc/GMT","is_trial_period":"true"}
      """
    let text = """
      {"status":21006,"auto_renew_status":0,"auto_renew_product_id":"p","expiration_intent":"1",\
      "is_in_billing_retry_period":"0","latest_expired_receipt_info":\(item),"receipt":\(item)}
      """
    let events = try decode(text).events
    #expect(events.map(\.kind) == [.purchased, .snapshot])
    #expect(events[1].facts.status == .expired)
    #expect(events[1].facts.endReason == .voluntary)
    #expect(events[1].facts.expiresAt == at("2019-02-17T06:49:48Z"))
    #expect(events[1].facts.app == "com.example")
  }

  @Test func `case 35: a test's receipt never counts as production`() throws {
    let text = """
      {"environment":"Production","receipt":{"receipt_type":"ProductionSandbox","in_app":[\
      \(transaction("2", bought: "2023-04-01", expires: "2023-05-01"))]}}
      """
    let facts = try snapshot(text).facts
    #expect(facts.environment == .sandbox)
    #expect(facts.oddities?.count == 1)
  }

  @Test func `case 35: a receipt of an unknown environment never counts as production`() throws {
    let text = """
      {"environment":"Preview","latest_receipt_info":[\
      \(transaction("2", bought: "2023-04-01", expires: "2023-05-01"))]}
      """
    let facts = try snapshot(text).facts
    #expect(facts.environment == .sandbox)
    #expect(facts.unknownValues == ["environment: Preview"])
  }

  @Test(arguments: [21000, 21002, 21003, 21004, 21005, 21007, 21008, 21009, 21010, 21100, 21999])
  func `a status without a receipt is refused with its meaning`(status: Int64) throws {
    var reader = PayloadReader()
    let refusal = try reader.refusal("{\"status\":\(status)}")
    #expect(refusal.error == .document(.receiptStatus(status)))
    #expect(refusal.field == "status")
  }

  @Test func `case 3: the date of an old grace alone says that payment was the problem`()
    throws
  {
    let text = """
      {"latest_receipt_info":[\(transaction("2", bought: "2023-04-01", expires: "2023-05-01"))],\
      "receipt":{"request_date_ms":"\(at("2023-08-01").milliseconds)"},\
      "pending_renewal_info":[{"original_transaction_id":"100","product_id":"monthly",\
      "auto_renew_status":"0","is_in_billing_retry_period":"0",\
      "grace_period_expires_date_ms":"\(at("2023-05-17").milliseconds)"}]}
      """
    let event = try snapshot(text)
    #expect(event.facts.status == .expired)
    #expect(event.facts.endReason == .billing)
  }

  @Test func `case 21: a receipt of an upgraded transaction alone is superseded`() throws {
    let upgraded = transaction(
      "2", bought: "2023-04-20", expires: "2023-05-20",
      ",\"is_upgraded\":\"true\",\"cancellation_date_ms\":\"\(at("2023-04-25").milliseconds)\"")
    let payload = try decode(
      "{\"latest_receipt_info\":[\(upgraded)]}", receivedAt: at("2023-04-26"))
    let subscriber = try #require(Subscriber.fold(payload.events))
    let status = subscriber.status(at: at("2023-04-27"), policy: .standard)
    #expect(status.state == .superseded)
    #expect(status.end == nil)
  }
}
