import PlainText
import SubscriptionCore

/// A purchase that was refunded, charged back or never acknowledged
/// (<https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.voidedpurchases>).
struct VoidedPurchase {
  var purchaseToken: String
  var orderId: String?
  var voidedTimeMillis: Timestamp
  var voidedSource: Open<Source>?
  var voidedReason: Open<Reason>?

  /// The party that voided the purchase.
  enum Source: Int {
    case user = 0
    case developer = 1
    case google = 2
  }

  /// The reason.
  enum Reason: Int {
    case other = 0
    case remorse = 1
    case notReceived = 2
    case defective = 3
    case accidental = 4
    case fraud = 5
    case friendlyFraud = 6
    case chargeback = 7
    case unacknowledged = 8
  }

  init(_ json: JSONValue) throws(Fault) {
    purchaseToken = try json.required("purchaseToken", json.string("purchaseToken"))
    voidedTimeMillis = try json.required("voidedTimeMillis", json.time("voidedTimeMillis"))
    orderId = try json.string("orderId")
    voidedSource = try json.open("voidedSource")
    voidedReason = try json.open("voidedReason")
    try json.check(integers: "voidedQuantity", times: "purchaseTimeMillis")
  }

  /// Returns the identity of a voided purchase; it includes the order, as renewals share a purchase
  /// token.
  static func identity(
    package: String, at instant: Timestamp, order: String?, token: String
  ) -> String {
    "voided:\(package):\(instant.milliseconds):\(order ?? ""):\(token)"
  }

  /// Returns the refund of one order of a subscription.
  static func event(
    _ purchase: PlayPurchase, order: String?, at instant: Timestamp, name: String,
    _ payload: StorePayload
  ) -> SubscriptionEvent {
    var facts = StoreFacts()
    facts.app = AppID(purchase.package)
    (facts.purchaseToken, facts.orderID) = (purchase.token, order)
    (facts.revokedAt, facts.endReason) = (instant, .refund)
    return SubscriptionEvent(
      id: EventID(payload.identity), kind: .refunded, subscription: purchase.subscription,
      effectiveAt: instant, statedAt: instant, recordedAt: payload.receivedAt,
      source: .googlePlayVoidedPurchase, verification: .unsigned, storeName: name, facts: facts)
  }
}

extension PayloadReader {
  /// Reads an item of a voidedpurchases.list answer.
  func voidedPurchase(
    _ json: JSONValue, package: String, raw: [UInt8], _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    try admitUnsigned()
    try admit(app: package, environment: nil, at: "packageName")
    let voided = try VoidedPurchase(json)
    let purchase = PlayPurchase(package: package, token: voided.purchaseToken)
    let instant = voided.voidedTimeMillis
    var unknown = UnknownValues()
    unknown.note("voidedSource", voided.voidedSource)
    unknown.note("voidedReason", voided.voidedReason)
    var payload = StorePayload(
      identity: VoidedPurchase.identity(
        package: package, at: instant, order: voided.orderId, token: purchase.tokenName),
      format: .googlePlayVoidedPurchase, raw: raw, verification: .unsigned,
      hasUnknown: !unknown.texts.isEmpty, receivedAt: context.recordedAt(statedAt: instant),
      events: [])
    let reason = voided.voidedReason.map { " \($0.rawValue)" } ?? ""
    var event = VoidedPurchase.event(
      purchase, order: voided.orderId, at: instant,
      name: SubscriptionEvent.listedVoidName + reason, payload)
    if voided.voidedReason?.known == .unacknowledged { event.facts.acknowledgementPending = true }
    event.facts.add(unknown: unknown.texts)
    payload.events = [event]
    return payload
  }
}
