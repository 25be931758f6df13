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

  @Test(arguments: [
    ("DID_CHANGE_RENEWAL_PREF", EventKind.productChangeScheduled), ("DID_RECOVER", .recovered),
  ])
  func `a choice and a payment in retry were stated when they were received`(
    type: String, kind: EventKind
  ) throws {
    let text = notification(type, ",\"auto_renew_product_id\":\"q\"")
    let receivedAt = Timestamp(milliseconds: 1_681_000_000_000)
    let event = try #require(decode(text, receivedAt: receivedAt).events.last)
    #expect(event.kind == kind)
    #expect(event.statedAt == receivedAt)
    #expect(event.recordedAt == receivedAt)
    // A payment counts from the date of its transaction.
    let bought = Timestamp(milliseconds: 1_680_307_200_000)
    #expect(event.effectiveAt == (kind == .recovered ? bought : receivedAt))
    #expect(try decode(text).events.last?.statedAt == bought)
    // A copy that arrives after the period says nothing of the time.
    let copied = try decode(text, receivedAt: receivedAt + .days(60))
    #expect(copied.events.last?.statedAt == bought)
  }

  @Test(arguments: ["CONSUMPTION_REQUEST", "PRICE_INCREASE_CONSENT", "INITIAL_BUY"])
  func `what was delivered late is of the time in its receipt`(type: String) throws {
    let late = Timestamp(milliseconds: 1_681_000_000_000)
    let event = try #require(decode(notification(type), receivedAt: late).events.last)
    #expect(event.statedAt == Timestamp(milliseconds: 1_680_307_200_000))
  }

  @Test func `a second notification of a type in a period is another one`() throws {
    let changes = ["q", "p"].map { product in
      notification("DID_CHANGE_RENEWAL_PREF", ",\"auto_renew_product_id\":\"\(product)\"")
    }
    let first = try decode(changes[0], receivedAt: at("2023-04-10T00:00:00Z"))
    let second = try decode(changes[1], receivedAt: at("2023-04-20T00:00:00Z"))
    #expect(first.identity != second.identity)
    // One that is sent again is not.
    let again = try decode(changes[0], receivedAt: at("2023-04-10T06:00:00Z"))
    #expect(first.identity == again.identity)
    #expect(first.events.last?.kind == .productChangeScheduled)
    #expect(second.events.last?.kind == .productChangeReverted)
  }

  @Test func `case 20: a product chosen after a cancellation takes it back`() throws {
    let canceled = try decode(
      notification(
        "DID_CHANGE_RENEWAL_STATUS",
        ",\"auto_renew_status\":\"false\",\"auto_renew_status_change_date_ms\":\"1681084800000\""
      ).replacing("\"auto_renew_status\":\"1\"", with: "\"auto_renew_status\":\"0\""),
      receivedAt: at("2023-04-10T00:00:05Z"))
    let chosen = try decode(
      notification(
        "DID_CHANGE_RENEWAL_PREF",
        ",\"auto_renew_status\":\"true\",\"auto_renew_product_id\":\"q\"",
        pending: ",\"auto_renew_product_id\":\"q\""),
      receivedAt: at("2023-04-20T00:00:05Z"))
    let subscriber = try #require(Subscriber.fold(canceled.events + chosen.events))
    #expect(subscriber.status(at: at("2023-04-15"), policy: .standard).state == .canceled)
    let status = subscriber.status(at: at("2023-04-25"), policy: .standard)
    #expect(status.state == .active)
    #expect(status.pendingProduct == "q")
  }

  private static let retry =
    ",\"is_in_billing_retry_period\":\"1\",\"expiration_intent\":\"2\""

  /// What was failing since 1 May when a notification was received.
  private func failing(
    _ type: String, _ more: String, received: String
  ) throws -> [SubscriptionEvent] {
    let failed = try decode(
      notification("DID_FAIL_TO_RENEW", pending: Self.retry),
      receivedAt: at("2023-05-01T00:00:05Z"))
    let event = try decode(
      notification(type, more, pending: Self.retry + more), receivedAt: at(received))
    #expect(event.events.last?.statedAt == at(received))
    return failed.events + event.events
  }

  @Test func `a change of plan while a renewal fails does not change what had failed`() throws {
    let events = try failing(
      "DID_CHANGE_RENEWAL_PREF", ",\"auto_renew_product_id\":\"q\"",
      received: "2023-05-20T00:00:00Z")
    let subscriber = try #require(Subscriber.fold(events))
    #expect(subscriber.status(at: at("2023-05-19"), policy: .standard).state == .hold)
    let status = subscriber.status(at: at("2023-05-21"), policy: .standard)
    #expect(status.state == .hold)
    #expect(status.pendingProduct == "q")
    let declined = subscriber.payments(in: events, at: at("2023-05-21")).last
    #expect(declined?.kind == .declined)
    #expect(declined?.product == "p")
    #expect(subscriber.anomalies(at: at("2023-05-21"), policy: .standard).isEmpty)
  }

  @Test func `case 34: consent that is asked for while a renewal fails is awaited from then on`()
    throws
  {
    let events = try failing(
      "PRICE_INCREASE_CONSENT", ",\"price_consent_status\":\"0\"",
      received: "2023-05-20T00:00:00Z")
    let subscriber = try #require(Subscriber.fold(events))
    let status = subscriber.status(at: at("2023-05-21"), policy: .standard)
    #expect(status.state == .hold)
    #expect(status.flags.contains(.priceConsentPending))
    #expect(status.prompt.verdict == .withheld(.priceConsent))
  }

  @Test(arguments: [
    ("DID_CHANGE_RENEWAL_PREF", ",\"auto_renew_product_id\":\"q\""),
    ("PRICE_INCREASE_CONSENT", ",\"price_consent_status\":\"0\""),
  ])
  func `a choice in retry that is delivered after the payment opens no failure`(
    type: String, more: String
  ) throws {
    let paid = try decode(
      notification("DID_RECOVER")
        .replacing("\"transaction_id\":\"2\"", with: "\"transaction_id\":\"3\"")
        .replacing("1682899200000", with: "1687305600000")
        .replacing("1680307200000", with: "1684627200000"),
      receivedAt: at("2023-05-21T00:00:05Z"))
    let late = try failing(type, more, received: "2023-05-21T06:00:00Z")
    let subscriber = try #require(Subscriber.fold(late + paid.events))
    #expect(subscriber.status(at: at("2023-05-22"), policy: .standard).state == .active)
    let episodes = subscriber.episodes(at: at("2023-05-22"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInHold])
  }

  @Test func `a payment in grace ends it when its notification was received`() throws {
    let failed = try decode(
      notification(
        "DID_FAIL_TO_RENEW",
        pending: ",\"is_in_billing_retry_period\":\"1\",\"expiration_intent\":\"2\","
          + "\"grace_period_expires_date_ms\":\"1684281600000\""),
      receivedAt: at("2023-05-01T00:00:05Z"))
    let paid = try decode(
      notification("DID_RECOVER")
        .replacing("\"transaction_id\":\"2\"", with: "\"transaction_id\":\"3\"")
        .replacing("1682899200000", with: "1685577600000")
        .replacing("1680307200000", with: "1682899200000"),
      receivedAt: at("2023-05-10T00:00:00Z"))
    let subscriber = try #require(Subscriber.fold(failed.events + paid.events))
    let episode = subscriber.episodes(at: at("2023-05-11T00:00:00Z"), policy: .standard).last
    #expect(episode?.failedAt == at("2023-05-01"))
    #expect(episode?.outcome == .recoveredInGrace)
    #expect(episode?.endedAt == at("2023-05-10T00:00:00Z"))
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
