import PlainText
import SubscriptionCore

/// An App Store Server Notification, version 1, deprecated since 2023-06-05
/// (<https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv1>).
///
/// It has no signature; the app's shared secret in `password` is never stored.
struct NotificationV1 {
  var notificationType: Open<Kind>
  /// "true" or "false", unlike in receipts (<doc:EdgeCases#Case-40>).
  var autoRenewStatus: Bool?
  var autoRenewStatusChangeDate: Timestamp?
  var autoRenewProductId: String?
  var bid: String?
  var originalTransactionId: String?
  var answer: VerifyReceiptResponse

  /// The type of a notification
  /// (<https://developer.apple.com/documentation/appstoreservernotifications/notification_type>).
  enum Kind: String, CaseIterable {
    case initialBuy = "INITIAL_BUY"
    case didRenew = "DID_RENEW"
    case didRecover = "DID_RECOVER"
    case interactiveRenewal = "INTERACTIVE_RENEWAL"
    case didFailToRenew = "DID_FAIL_TO_RENEW"
    case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
    case didChangeRenewalPref = "DID_CHANGE_RENEWAL_PREF"
    case cancel = "CANCEL"
    case refund = "REFUND"
    case revoke = "REVOKE"
    case consumptionRequest = "CONSUMPTION_REQUEST"
    case priceIncreaseConsent = "PRICE_INCREASE_CONSENT"
    /// Sent until 2021-03-10 for a recovery.
    case renewal = "RENEWAL"
  }

  init(_ json: JSONValue) throws(Fault) {
    notificationType = try json.required("notification_type", json.open("notification_type"))
    var oddities: [String] = []
    autoRenewStatus = try json.flag("auto_renew_status")
    autoRenewStatusChangeDate = try json.receiptDate(
      "auto_renew_status_change_date", "auto_renew_status_change_date_ms", &oddities)
    autoRenewProductId = try json.string("auto_renew_product_id")
    bid = try json.string("bid")
    try json.check(texts: "bvrs")
    originalTransactionId = try json.string("original_transaction_id")
    // Before the unified receipt its lists were at the top level.
    let unified = try json.object("unified_receipt")
    answer = try VerifyReceiptResponse(unified ?? json)
    answer.bundleId = bid ?? answer.bundleId
    answer.oddities += oddities
    switch try json.string("environment") {
    case "PROD", "Production": answer.environment = answer.environment ?? .production
    case "Sandbox": answer.environment = .sandbox
    case nil: break
    case let other?:
      answer.environment = answer.environment ?? .sandbox
      answer.noteUnknown(environment: other)
    }
  }

  /// The subscription that the notification names, or else the one bought last.
  var subject: ReceiptSubscription? {
    let all = answer.subscriptions
    if let originalTransactionId {
      return all.first { $0.original == originalTransactionId } ?? all.first
    }
    return all.max {
      ($0.latest?.purchaseDate ?? .distantPast) < ($1.latest?.purchaseDate ?? .distantPast)
    }
  }

  /// Returns the event kind of the notification for a subscription.
  func kind(_ subject: ReceiptSubscription) -> EventKind {
    switch notificationType.known {
    case .initialBuy, .interactiveRenewal: .purchased
    case .didRenew: .renewed
    case .didRecover, .renewal: .recovered
    case .didFailToRenew: .billingFailed
    case .didChangeRenewalStatus: autoRenewStatus == true ? .autoRenewEnabled : .autoRenewDisabled
    case .didChangeRenewalPref:
      autoRenewProductId == nil || autoRenewProductId == subject.latest?.productId
        ? .productChangeReverted : .productChangeScheduled
    case .cancel: subject.lastCanceled?.isUpgraded == true ? .productChanged : .refunded
    case .refund: .refunded
    case .revoke: .revoked
    case .consumptionRequest: .refundRequested
    case .priceIncreaseConsent: .priceChanged
    case nil: .unrecognized
    }
  }

  /// Returns the instant of the event, which Apple states only for some types.
  func stated(_ subject: ReceiptSubscription) -> Timestamp? {
    switch notificationType.known {
    case .didChangeRenewalStatus: autoRenewStatusChangeDate
    case .cancel, .refund, .revoke: subject.lastCanceled?.cancellationDate
    case .didFailToRenew, .initialBuy, .didRenew, .didRecover, .interactiveRenewal,
      .didChangeRenewalPref, .consumptionRequest, .priceIncreaseConsent, .renewal, nil:
      nil
    }
  }

  /// Returns the time of receipt as that of a choice or of a payment in retry, which may come at
  /// any time of a period, of a choice or a new price while a renewal fails, and of a failure that
  /// is reported at once; `nil` for what may be a copy or was delivered late.
  func heard(_ subject: ReceiptSubscription, at receivedAt: Timestamp?) -> Timestamp? {
    guard let receivedAt, let expires = subject.latest?.expiresDate else { return nil }
    switch notificationType.known {
    case .didRecover: return receivedAt < expires ? receivedAt : nil
    case .didChangeRenewalPref where receivedAt < expires: return receivedAt
    case .didChangeRenewalPref, .priceIncreaseConsent:
      let isFailing = subject.pending?.isInBillingRetryPeriod == true
      return isFailing && receivedAt - expires <= RecoveryPolicy.longestTries ? receivedAt : nil
    case .didFailToRenew:
      return expires <= receivedAt && receivedAt - expires <= .hours(1) ? receivedAt : nil
    case _: return nil
    }
  }

  /// Returns the instant of the event as derived from the receipt, if the notification does not
  /// state it.
  func derived(_ subject: ReceiptSubscription) -> Timestamp? {
    notificationType.known == .didFailToRenew
      ? subject.latest?.expiresDate ?? subject.notBefore : subject.notBefore
  }

  /// Returns the instant at which the event takes effect, by its kind.
  func effectiveAt(
    _ kind: EventKind, _ subject: ReceiptSubscription, statedAt: Timestamp
  ) -> Timestamp {
    switch kind {
    case .purchased, .renewed, .recovered: min(subject.latest?.purchaseDate ?? statedAt, statedAt)
    case .billingFailed: subject.latest?.expiresDate ?? statedAt
    default: statedAt
    }
  }
}

extension ReceiptSubscription {
  /// The transaction that was canceled last.
  fileprivate var lastCanceled: ReceiptTransaction? {
    transactions.filter { $0.cancellationDate != nil }.max {
      ($0.cancellationDate ?? .distantPast) < ($1.cancellationDate ?? .distantPast)
    }
  }
}

extension PayloadReader {
  /// Reads a version 1 notification, without its shared secret.
  func notificationV1(_ json: JSONValue, _ context: ReadContext) throws(Fault) -> StorePayload {
    try admitUnsigned()
    let body = try NotificationV1(json)
    try admit(app: body.bid, environment: body.answer.environment, at: "bid")
    let raw = Secrets.redacted(json.raw)
    let subject = body.subject
    let stated = subject.flatMap(body.stated)
    let derived = stated ?? subject.flatMap(body.derived)
    let heard = subject.flatMap { body.heard($0, at: context.receivedAt) }
    let statedAt = stated ?? heard ?? derived ?? context.receivedAt ?? context.heardAt
    let recordedAt = context.recordedAt(statedAt: derived)
    // Apple names no notification of version 1. A choice may be made twice in a period; one that
    // is sent again has the same content.
    let original = subject?.original ?? Fingerprint.hex(withoutSecrets: json)
    let mark =
      body.notificationType.known == .didChangeRenewalPref
      ? Fingerprint.hex(withoutSecrets: json) : (derived?.milliseconds).map(String.init) ?? ""
    let identity = "asn1:\(body.notificationType.rawValue):\(original):\(mark)"
    var payload = StorePayload(
      identity: identity, format: .appStoreNotificationV1, raw: raw, verification: .unsigned,
      hasUnknown: body.notificationType.known == nil || body.answer.hasUnknown,
      receivedAt: recordedAt, events: [])
    guard let subject else { return payload }
    for subscription in body.answer.subscriptions {
      payload.events += subscription.pastEvents(body.answer, recordedAt: recordedAt)
    }
    let kind = body.kind(subject)
    var event = subject.event(
      kind, id: identity, body.answer, statedAt: statedAt,
      effectiveAt: body.effectiveAt(kind, subject, statedAt: statedAt), recordedAt: recordedAt,
      source: .appStoreNotificationV1, storeName: body.notificationType.rawValue)
    event.facts.autoRenew = body.autoRenewStatus ?? event.facts.autoRenew
    if event.kind == .autoRenewDisabled { event.facts.canceledAt = statedAt }
    payload.events.append(event)
    return payload
  }
}
