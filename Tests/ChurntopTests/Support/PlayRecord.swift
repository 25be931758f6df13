import SubscriptionCore

/// An archive record of a Google Play subscription, as a team's own backend would keep it.
struct PlayRecord {
  var token = "token-mei-0123456789"
  var account = "acct-mei"
  var product = "pro.monthly"
  var state = "ACTIVE"
  var order = "GPA.3312-4455-6677-88990..0"
  var paidOrder: String?
  var started = "2026-09-01T00:00:00Z"
  var expires = "2026-12-01T00:00:00Z"
  var received = "2026-11-01T00:00:05Z"
  var autoRenew = true
  var notification: Int?

  /// The record on one line.
  var line: String {
    let eventMillis = Timestamp(rfc3339: received).map { $0.milliseconds - 5000 } ?? 0
    let word = notification.map { number in
      """
      "notification":{"version":"1.0","packageName":"com.example.reader",\
      "eventTimeMillis":"\(eventMillis)","subscriptionNotification":{"version":"1.0",\
      "notificationType":\(number),"purchaseToken":"\(token)"}},
      """
    }
    return """
      {"store":"google-play","receivedAt":"\(received)","packageName":"com.example.reader",\
      "purchaseToken":"\(token)",\(word ?? "")"subscription":{\
      "kind":"androidpublisher#subscriptionPurchaseV2","startTime":"\(started)",\
      "regionCode":"JP","subscriptionState":"SUBSCRIPTION_STATE_\(state)",\
      "latestOrderId":"\(order)","acknowledgementState":"ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",\
      "externalAccountIdentifiers":{"obfuscatedExternalAccountId":"\(account)"},\
      "lineItems":[{"productId":"\(product)","expiryTime":"\(expires)",\
      "latestSuccessfulOrderId":"\(paidOrder ?? order)","autoRenewingPlan":{\
      "autoRenewEnabled":\(autoRenew),"recurringPrice":{"currencyCode":"JPY","units":"480"}},\
      "offerDetails":{"basePlanId":"monthly"}}]}}

      """
  }

  /// Somebody whose renewal of 1 November was declined and who is in grace until 8 November.
  static let inGrace = [
    PlayRecord(expires: "2026-11-01T00:00:00Z", received: "2026-10-01T00:00:05Z", notification: 2),
    PlayRecord(
      state: "IN_GRACE_PERIOD", order: "GPA.3312-4455-6677-88990..1",
      paidOrder: "GPA.3312-4455-6677-88990..0",
      expires: "2026-11-08T00:00:00Z", received: "2026-11-01T00:10:05Z", notification: 6),
  ]

  /// Those of ``inGrace``, and five whose subscriptions simply run.
  static let usual = inGrace + (1...5).map(active)

  /// A subscriber of another account whose subscription simply runs.
  static func active(_ number: Int) -> PlayRecord {
    PlayRecord(
      token: "token-number-\(number)-abcdefgh", account: "acct-\(number)",
      order: "GPA.1000-0000-0000-\(10_000 + number)..1")
  }

  /// A subscriber whose renewal of 1 November was declined, in grace and paid a day later or open.
  static func failing(_ number: Int, product: String, isPaid: Bool) -> [PlayRecord] {
    var bought = PlayRecord.active(number)
    (bought.product, bought.order) = (product, "GPA.1000-0000-0000-\(10_000 + number)..0")
    bought.started = "2026-10-01T00:00:00Z"
    (bought.expires, bought.received) = ("2026-11-01T00:00:00Z", "2026-10-01T00:00:05Z")
    bought.notification = 4
    var declined = bought
    (declined.state, declined.paidOrder) = ("IN_GRACE_PERIOD", bought.order)
    declined.order = "GPA.1000-0000-0000-\(10_000 + number)..1"
    (declined.expires, declined.received) = ("2026-11-08T00:00:00Z", "2026-11-01T00:10:05Z")
    declined.notification = 6
    var paid = declined
    (paid.state, paid.paidOrder, paid.notification) = ("ACTIVE", nil, 2)
    (paid.expires, paid.received) = ("2026-12-01T00:00:00Z", "2026-11-02T00:10:05Z")
    return [bought, declined] + (isPaid ? [paid] : [])
  }
}

extension [PlayRecord] {
  /// The records as an NDJSON file.
  var archive: String { map(\.line).joined() }
}
