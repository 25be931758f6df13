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
