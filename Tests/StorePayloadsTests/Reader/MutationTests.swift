import Foundation
import SeededNumbers
import StorePayloads
import SubscriptionCore
import Testing

/// Damaged payloads: none may crash the reader, and none may pass for what Apple signed.
@Suite struct MutationTests {
  private static let seeds: [String] = [
    """
    {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":"u",\
    "signedDate":1697679936049.7297,"data":{"bundleId":"b","environment":"Production","status":1,\
    "signedTransactionInfo":{"transactionId":"2","originalTransactionId":"1","purchaseDate":1,\
    "expiresDate":9,"price":480000,"currency":"JPY","commitmentInfo":{"billingPeriodNumber":1,\
    "totalBillingPeriods":12}},"signedRenewalInfo":{"originalTransactionId":"1"}}}
    """,
    """
    {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"b","request_date_ms":"9",\
    "in_app":[]},"latest_receipt_info":[{"transaction_id":"2","original_transaction_id":"1",\
    "purchase_date":"2022-02-01 07:00:00 Etc\\/GMT","purchase_date_ms":"5","expires_date_ms":7,\
    "is_trial_period":"\\u0074rue"}],"pending_renewal_info":[{"original_transaction_id":"1",\
    "auto_renew_status":"1","expiration_intent":"2","is_in_billing_retry_period":"1"}]}
    """,
    """
    {"notification_type":"DID_RENEW","password":"secret","auto_renew_status":"true",\
    "unified_receipt":{"latest_receipt_info":[{"transaction_id":"2","expires_date_ms":"3"}]}}
    """,
    """
    {"store":"google-play","receivedAt":"2025-10-10T00:22:31.123Z","packageName":"p",\
    "purchaseToken":"t","notification":{"packageName":"p","eventTimeMillis":"1",\
    "subscriptionNotification":{"notificationType":6,"purchaseToken":"t"}},"subscription":{\
    "startTime":"2025-10-10T00:12:00Z","subscriptionState":"SUBSCRIPTION_STATE_IN_GRACE_PERIOD",\
    "linkedPurchaseToken":"o","lineItems":[{"productId":"😀","expiryTime":"2025-11-10T00:12:00Z",\
    "latestSuccessfulOrderId":"GPA.1..3","autoRenewingPlan":{"recurringPrice":{"currencyCode":\
    "USD","units":"9","nanos":990000000}}}]}}
    """,
    """
    {"store":"google-play","packageName":"p","purchaseToken":"t","subscriptionV1":{\
    "startTimeMillis":"1","expiryTimeMillis":"2","autoRenewing":true,"paymentState":0,\
    "orderId":"GPA.1..0","priceAmountMicros":"480000000","priceCurrencyCode":"JPY"}}
    """,
    "{\"message\":{\"data\":\"eyJwYWNrYWdlTmFtZSI6InAifQ==\"},\"subscription\":\"s\"}",
    "{\"action\":{\"kind\":\"noted\",\"subscription\":\"s\",\"at\":1,\"actor\":\"a\"}}",
  ]

  private static let tokens = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "true", "-1", "1e999", "\\u0000", "\\ud800", "0",
    "99999999999999999999", "\"\"", "{}", "[]", "\u{202E}", "😀", "9223372036854775807",
    "-9223372036854775808",
  ]

  @Test(arguments: 0..<12)
  func `a damaged payload is an outcome and never a crash`(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    var readers = TrustPolicy.Mode.allCases.map { PayloadReader(trust: TrustPolicy(mode: $0)) }
    for _ in 0..<120 {
      var bytes = Array((Self.seeds.randomElement(using: &numbers) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        Self.damage(&bytes, &numbers)
      }
      let place = Int.random(in: 0..<readers.count, using: &numbers)
      let first = readers[place].read(ArraySlice(bytes), heardAt: testNow)
      let second = readers[place].read(ArraySlice(bytes), heardAt: testNow)
      #expect(first == second)
      for case .payload(let payload) in first {
        #expect(payload.verification != .verified)
        #expect(!payload.identity.isEmpty)
        #expect(!String(decoding: payload.raw, as: UTF8.self).contains("\"password\":\"secret"))
      }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &numbers)
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 3))
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.insert(contentsOf: (tokens.randomElement(using: &numbers) ?? "").utf8, at: place)
    default:
      // Another value in the place of one: from a colon to what ends the value.
      guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
      let end =
        bytes[(colon + 1)...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
        ?? bytes.count
      let value = tokens.randomElement(using: &numbers) ?? ""
      bytes.replaceSubrange(colon + 1..<end, with: Array(value.utf8))
    }
  }
}
