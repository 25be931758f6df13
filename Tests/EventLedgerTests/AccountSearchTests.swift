import EventLedger
import PlainText
import SubscriptionCore
import Testing

@Suite struct AccountSearchTests {
  private static func encoded(_ text: String, _ alphabet: Base64.Alphabet) -> String {
    Base64.encode(text.utf8, alphabet: alphabet)
  }

  private static let signed =
    encoded(#"{"alg":"ES256"}"#, .url) + "."
    + encoded(#"{"appAccountToken":"user-77","price":9990}"#, .url) + ".AAAA"
  private static let pushed = encoded(
    #"{"pendingRefundReviewNotification":{"obfuscatedAccountId":"user-77"}}"#, .standard)

  private static let naming = [
    #"{"subscription":{"obfuscatedExternalAccountId":"user-77","lineItems":7}}"#,
    #"{"anything":["x",{"named":"user\u002d77"}]}"#,
    signed,
    #"{"signedPayload":"\#(signed)"}"#,
    #"{"message":{"data":"\#(pushed)","messageId":"1"}}"#,
    #"{"text":"{\"userId\":\"user-77\"}"}"#,
    // Damaged, and cut off.
    #"{"account":"user-77","lineItems":"#,
    #"{"account":"user\u002d77""#,
    #"{"signedPayload":"\#(signed.dropLast(10))"#,
    "about user-77!",
  ]

  @Test(arguments: naming)
  func `an account is found in every form of a payload`(_ payload: String) {
    #expect(AccountSearch("user-77").finds(in: Array(payload.utf8)))
    #expect(!AccountSearch("user-78").finds(in: Array(payload.utf8)))
    #expect(!AccountSearch("user").finds(in: Array(payload.utf8)))
    #expect(!AccountSearch("77").finds(in: Array(payload.utf8)))
    #expect(!AccountSearch("").finds(in: Array(payload.utf8)))
  }

  @Test(arguments: [
    (#"{"receivedAt":"2026-11-10T00:42:31Z","lineItems":7}"#, false),
    (#"{"startTime":"not a date 42"}"#, false),
    (#"{"quantity":"42","price":42}"#, false),
    (#"{"receivedAt":"2026-11-10T00:42:31Z","lineItems":"#, false),
    ("at 42", false),
    (#"{"obfuscatedExternalAccountId":"42"}"#, true),
    (#"{"userId":42}"#, true),
    (#"{"account":"42","lineItems":"#, true),
  ])
  func `digits are an account only where an account is expected`(_ payload: String, isFound: Bool) {
    #expect(AccountSearch("42").finds(in: Array(payload.utf8)) == isFound)
  }

  @Test func `a UUID is found in either case, another identifier as it is written`() {
    let payload = Array(#"{"appAccountToken":"03d6db1f-77aa-4c0e-9f31-5be2a9c4d801"}"#.utf8)
    #expect(AccountSearch("03D6DB1F-77AA-4C0E-9F31-5BE2A9C4D801").finds(in: payload))
    #expect(!AccountSearch("same").finds(in: Array(#"{"account":"Same"}"#.utf8)))
  }

  @Test func `payloads inside one another are opened to a depth`() {
    func nested(_ depth: Int) -> [UInt8] {
      var payload = #"{"account":"user-77"}"#
      for _ in 0..<depth { payload = #"["\#(Self.encoded(payload, .standard))"]"# }
      return Array(payload.utf8)
    }
    #expect(AccountSearch("user-77").finds(in: nested(4)))
    #expect(!AccountSearch("user-77").finds(in: nested(20)))
  }

  @Test(arguments: [
    (#"{"subscriptionNotification":{"purchaseToken":"tok-1"}}"#, true),
    (#"{"voidedPurchases":[{"purchaseToken":"tok-1"}]}"#, true),
    (#"{"latestOrderId":"GPA.1"}"#, true),
    (#"{"originalTransactionId":"2000","price":1}"#, true),
    (#"{"transactionId":2000,"lineItems":"#, false),
    (#"{"purchaseToken":"tok-1","lineItems":"#, true),
    (#"{"price":"2000","quantity":2000}"#, false),
    (#"{"purchaseToken":"tok-12"}"#, false),
  ])
  func `a purchase is found by its names, under a key about it`(_ payload: String, isFound: Bool) {
    var facts = StoreFacts()
    (facts.purchaseToken, facts.orderID, facts.originalTransactionID) = ("tok-1", "GPA.1", "2000")
    let event = SubscriptionEvent(
      id: "e", kind: .renewed, subscription: "gp_1", effectiveAt: .epoch, statedAt: .epoch,
      recordedAt: .epoch, source: .appStoreNotification, verification: .verified, facts: facts)
    let search = AccountSearch("user-77", purchases: [event])
    #expect(search.finds(in: Array(payload.utf8)) == isFound)
  }
}
