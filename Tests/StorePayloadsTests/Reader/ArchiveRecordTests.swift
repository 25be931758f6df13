import StorePayloads
import SubscriptionCore
import Testing

@Suite struct ArchiveRecordTests {
  private static let heard = at("2024-02-29T08:00:00.25Z")

  private static let texts: [(String, Store?)] = [
    (
      """
      {"in_app":[{"transaction_id":"2","original_transaction_id":"1","product_id":"p",
       "purchase_date_ms":"1598323990000","expires_date_ms":"1601002390000"}]}
      """, .appStore
    ),
    (
      """
      {"packageName":"com.example","eventTimeMillis":"1503349566168",
       "subscriptionNotification":{"notificationType":6,"purchaseToken":"t"}}
      """, .googlePlay
    ),
    (
      """
      {"store":"google-play","receivedAt":"2024-02-29T08:00:00.25Z","packageName":"com.example",
       "purchaseToken":"t","subscription":{"lineItems":[{"productId":"p"}]}}
      """, .googlePlay
    ),
    (
      """
      {"packageName":"com.example","purchaseToken":"t",
       "subscription":{"lineItems":[{"productId":"p"}]}}
      """, .googlePlay
    ),
    (
      """
      {"store":"google-play","receivedAt":"2024-02-29T08:00:00.25Z","packageName":"com.example",
       "purchaseToken":"t","account":"ann \\"7\\"","subscription":{"lineItems":[{"productId":"p"}]}}
      """, .googlePlay
    ),
    (
      """
      {"store":"app-store","receivedAt":"2024-02-29T08:00:00.25Z","account":"ann",
       "body":{"bundleId":"b","data":[{"lastTransactions":[
       {"originalTransactionId":"1","status":1}]}]}}
      """, .appStore
    ),
    (
      """
      {"action":{"kind":"noted","subscription":"as_1","at":"2024-02-29T08:00:00.25Z",
       "actor":"anna","text":"called"}}
      """, nil
    ),
  ]

  @Test(arguments: texts, [heard, nil])
  func `a line of an export reads as the same payload, heard at the same time`(
    sample: (text: String, store: Store?), receivedAt: Timestamp?
  ) throws {
    let payload = try decode(sample.text, receivedAt: receivedAt)
    let line = ArchiveRecord.line(
      raw: payload.raw, identity: payload.identity, store: sample.store,
      receivedAt: payload.receivedAt)
    #expect(!line.contains(0x0A))
    var reader = PayloadReader()
    let later = testNow + .days(9)
    let outcomes = reader.read(ArraySlice(line), heardAt: later)
    guard case .payload(let again) = outcomes.first, outcomes.count == 1 else {
      Issue.record("the line was refused: \(outcomes)")
      return
    }
    #expect(again.identity == payload.identity)
    #expect(again.events == payload.events)
    #expect(again.receivedAt == payload.receivedAt)
  }

  @Test func `a record that arrived again with an earlier time is exported with that`() throws {
    let text = """
      {"store":"google-play","receivedAt": "2024-03-09T08:00:00Z","packageName":"b",
       "purchaseToken":"t","notification":{"version":"1.0","packageName":"b",
       "eventTimeMillis":"1709193600000","subscriptionNotification":{"version":"1.0",
       "notificationType":4,"purchaseToken":"t"}}}
      """
    var reader = PayloadReader()
    let payload = try reader.payload(text)
    let line = ArchiveRecord.line(
      raw: payload.raw, identity: payload.identity, store: .googlePlay, receivedAt: Self.heard)
    let again = try reader.payload(String(decoding: line, as: UTF8.self))
    #expect(payload.receivedAt > Self.heard && again.receivedAt == Self.heard)
    #expect(again.identity == payload.identity)
  }

  @Test func `a record names the account that the store does not`() throws {
    let statuses = Array(
      #"{"bundleId":"b","data":[{"lastTransactions":[{"originalTransactionId":"1","status":1}]}]}"#
        .utf8)
    var reader = PayloadReader()
    func read(_ record: [UInt8]?) throws -> StorePayload {
      try reader.payload(String(decoding: try #require(record), as: UTF8.self))
    }
    let plain = try read(
      ArchiveRecord.appStore(statuses: statuses, account: nil, receivedAt: Self.heard))
    #expect(plain.events[0].facts.account == nil)
    let named = try read(
      ArchiveRecord.appStore(statuses: statuses, account: "ann \"7\"", receivedAt: Self.heard))
    #expect(named.events[0].facts.account == "ann \"7\"")
    // It says more than the answer by itself, which may be stored already.
    #expect(named.identity != plain.identity && named.receivedAt == Self.heard)
    func play(_ account: AccountID?, _ stated: String = "") throws -> StorePayload {
      try read(
        ArchiveRecord.play(
          subscription: Array("{\(stated)\"lineItems\":[{\"productId\":\"p\"}]}".utf8),
          package: "b", purchaseToken: "t", account: account, receivedAt: Self.heard))
    }
    #expect(try play("bob").events[0].facts.account == "bob")
    #expect(try play("bob").identity != play(nil).identity)
    let stated = #""externalAccountIdentifiers":{"obfuscatedExternalAccountId":"eve"},"#
    #expect(try play("bob", stated).events[0].facts.account == "eve")
    #expect(try play("bob", stated).identity == play(nil, stated).identity)
  }

  @Test func `a bare signed payload becomes a string in its line`() throws {
    let text = try fixture("apple-signed-renewal-info.jws")
    var reader = PayloadReader(trust: TrustPolicy(mode: .required))
    let payload = try reader.payload(text, receivedAt: Self.heard)
    let line = ArchiveRecord.line(
      raw: payload.raw, identity: payload.identity, store: .appStore,
      receivedAt: payload.receivedAt)
    #expect(try reader.payload(String(decoding: line, as: UTF8.self)) == payload)
  }

  @Test(arguments: [
    ("{\"store\":\"amazon\",\"body\":{}}", "store"),
    ("{\"store\":\"app-store\",\"receivedAt\":\"yesterday\",\"body\":{}}", "receivedAt"),
    ("{\"store\":\"google-play\",\"subscription\":{\"lineItems\":[]}}", "packageName"),
    (
      "{\"store\":\"google-play\",\"packageName\":\"p\",\"subscription\":{\"lineItems\":[]}}",
      "purchaseToken"
    ),
    ("{\"store\":\"google-play\",\"voided\":[]}", "packageName"),
  ])
  func `a record that lacks something is refused by its field`(text: String, field: String) throws {
    var reader = PayloadReader()
    #expect(try reader.refusal(text).field == field)
  }

  /// Records of which a stricter policy refuses an item.
  private static let records = [
    #"{"store":"app-store","receivedAt":"2024-02-29T08:00:00.25Z","body":{"in_app":[],"#
      + #""status":0,"receipt":{}}}"#,
    #"{"store":"app-store","heardAt":"2024-02-29T08:00:00.25Z","account":"ann \"7\"","body":"#
      + #"{"environment":"Production","bundleId":"b","data":[{"subscriptionGroupIdentifier":"g","#
      + #""lastTransactions":[{"originalTransactionId":"1","status":1}]}]}}"#,
    #"{"store":"app-store","orderId":"MM1234567","body":{"transactionId":"2","#
      + #""originalTransactionId":"1","purchaseDate":9}}"#,
    #"{"store":"google-play","receivedAt":"2024-02-29T08:00:00.25Z","packageName":"p","voided":"#
      + #"{"voidedPurchases":[{"purchaseToken":"abcdefghij","#
      + #""voidedTimeMillis":"1736035200000"}]}}"#,
  ]

  @Test(arguments: records)
  func `a refused item of a record is kept with what the record says of it`(text: String) throws {
    var strict = PayloadReader(trust: TrustPolicy(mode: .required))
    let refusal = try strict.refusal(text)
    let again = try decode(String(decoding: refusal.raw, as: UTF8.self))
    let whole = try decode(text)
    #expect(again.events == whole.events)
    #expect(again.identity == whole.identity && again.receivedAt == whole.receivedAt)
    // It is the same refusal whenever it is received, and after it was read again.
    #expect(
      try strict.refusal(String(decoding: refusal.raw, as: UTF8.self)).identity == refusal.identity)
    let later = text.replacing("2024-02-29T08", with: "2024-02-29T09")
    #expect(try strict.refusal(later).identity == refusal.identity)
  }

  @Test(arguments: ["receivedAt", "heardAt"])
  func `a record may be an hour ahead, as clocks differ, and no more`(key: String) throws {
    func record(_ instant: Timestamp) -> String {
      Self.records[0].replacing("receivedAt", with: key)
        .replacing("2024-02-29T08:00:00.25Z", with: instant.rfc3339)
    }
    var reader = PayloadReader(trust: TrustPolicy(mode: .signed))
    let latest = testNow + .hours(1)
    #expect(try reader.payload(record(latest)).format == decode(Self.records[0]).format)
    let refusal = try reader.refusal(record(latest + .seconds(1)))
    #expect(refusal.field == key)
    #expect(refusal.reason == PayloadError.field(.timeAhead).description)
  }

  @Test func `a refused answer is the same refusal whenever the store gives it`() throws {
    func refusal(_ time: String, code: Int = 404) throws -> Refusal {
      var reader = PayloadReader(trust: TrustPolicy())
      return try reader.refusal(
        #"{"store":"google-play","receivedAt":"\#(time)","packageName":"p","purchaseToken":"#
          + #""abcdefghij","subscription":{"error":{"code":\#(code),"message":"none"}}}"#)
    }
    let first = try refusal("2024-02-29T08:00:00Z")
    #expect(try refusal("2024-02-29T09:00:00.25Z").identity == first.identity)
    #expect(String(decoding: first.raw, as: UTF8.self).contains("2024-02-29T08:00:00Z"))
    #expect(try refusal("2024-02-29T08:00:00Z", code: 403).identity != first.identity)
  }

  @Test func `the time in the record wins over the caller's, and the caller's over the payload's`()
    throws
  {
    let bare = Self.texts[1].0
    #expect(try decode(bare).receivedAt == Timestamp(milliseconds: 1_503_349_566_168))
    #expect(try decode(bare, receivedAt: testNow).receivedAt == testNow)
    let record =
      "{\"store\":\"google-play\",\"receivedAt\":\"2024-02-29T08:00:00.25Z\",\"body\":\(bare)}"
    #expect(try decode(record, receivedAt: testNow).receivedAt == Self.heard)
  }
}
