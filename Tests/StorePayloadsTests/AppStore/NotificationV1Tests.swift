import StorePayloads
import SubscriptionCore
import Testing

@Suite struct NotificationV1Tests {
  private func notification(_ type: String, _ more: String = "", pending: String = "") -> String {
    """
    {"notification_type":"\(type)","password":"s\\u0065cret","environment":"PROD",\
    "bid":"com.example"\(more),"unified_receipt":{"environment":"Production","status":0,\
    "latest_receipt_info":[{"transaction_id":"2","original_transaction_id":"1","product_id":"p",\
    "purchase_date_ms":"1680307200000","expires_date_ms":"1682899200000"}],\
    "pending_renewal_info":[{"original_transaction_id":"1","product_id":"p",\
    "auto_renew_status":"1"\(pending)}]}}
    """
  }

  @Test(arguments: [
    ("INITIAL_BUY", EventKind.purchased), ("INTERACTIVE_RENEWAL", .purchased),
    ("DID_RENEW", .renewed), ("DID_RECOVER", .recovered), ("RENEWAL", .recovered),
    ("DID_FAIL_TO_RENEW", .billingFailed), ("DID_CHANGE_RENEWAL_PREF", .productChangeReverted),
    ("CANCEL", .refunded), ("REFUND", .refunded), ("REVOKE", .revoked),
    ("CONSUMPTION_REQUEST", .refundRequested), ("PRICE_INCREASE_CONSENT", .priceChanged),
    ("SOMETHING_NEW", .unrecognized),
  ])
  func `each type has its kind`(type: String, kind: EventKind) throws {
    let payload = try decode(notification(type))
    #expect(payload.format == .appStoreNotificationV1)
    #expect(payload.events.map(\.kind) == [.renewed, kind])
    #expect(payload.events.last?.storeName == type)
    #expect(payload.hasUnknown == (kind == .unrecognized))
  }

  @Test(arguments: [("false", EventKind.autoRenewDisabled), ("true", .autoRenewEnabled)])
  func `case 40: auto-renew is spelt as a word here`(
    word: String, kind: EventKind
  ) throws {
    let payload = try decode(
      notification(
        "DID_CHANGE_RENEWAL_STATUS",
        ",\"auto_renew_status\":\"\(word)\",\"auto_renew_status_change_date_ms\":\"1681000000000\""
      ))
    let event = try #require(payload.events.last)
    #expect(event.kind == kind)
    #expect(event.facts.autoRenew == (word == "true"))
    #expect(event.effectiveAt == Timestamp(milliseconds: 1_681_000_000_000))
  }

  @Test func `a failure counts from the expiry`() throws {
    let payload = try decode(
      notification(
        "DID_FAIL_TO_RENEW",
        pending: ",\"is_in_billing_retry_period\":\"1\",\"expiration_intent\":\"2\""))
    let event = try #require(payload.events.last)
    #expect(event.effectiveAt == Timestamp(milliseconds: 1_682_899_200_000))
    #expect(event.facts.status == .hold)
  }

  @Test func `the shared secret is kept nowhere`() throws {
    let text = notification("DID_RENEW")
    let wrapped = "{\"store\":\"app-store\",\"body\":\(text)}"
    for text in [text, wrapped, "[\(text)]"] {
      let payload = try decode(text)
      let kept = String(decoding: payload.raw, as: UTF8.self)
      #expect(!kept.contains("cret"))
      #expect(kept.contains("\"password\":\"********\""))
      #expect(try decode(kept).events == payload.events)
    }
    var strict = PayloadReader(trust: TrustPolicy(mode: .required))
    for text in [text, wrapped, text + "}", "{\"password\": \"s\\u0065cret"] {
      for case .refused(let refusal) in strict.read(text) {
        #expect(!String(decoding: refusal.raw, as: UTF8.self).contains("cret"))
      }
    }
  }
}
