import PlainText
import SubscriptionCore

/// Payloads of Google Play, which have no signature of their own.
extension PayloadReader {
  /// Reads a Pub/Sub push message.
  func pubSubEnvelope(_ json: JSONValue, _ context: ReadContext) throws(Fault) -> StorePayload {
    try json.withPushedNotification { (root) throws(Fault) in
      try developerNotification(root, raw: Array(json.raw), context)
    }
  }

  /// Reads a bare notification.
  func developerNotification(
    _ json: JSONValue, raw: [UInt8], _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    try notification(DeveloperNotification(json), with: nil, NamedByRecord(), raw: raw, context)
  }

  /// Maps a notification, with the resource that was fetched because of it, if any, and the
  /// identifiers that the archive record adds to the notification.
  func notification(
    _ body: DeveloperNotification, with resource: PlayResource?, _ record: NamedByRecord,
    raw: [UInt8], _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    try admitUnsigned()
    try admit(app: body.packageName, environment: nil, at: "packageName")
    let statedAt = body.eventTimeMillis ?? context.receivedAt ?? context.heardAt
    var payload = StorePayload(
      identity: body.identityStem, format: resource?.format ?? .googlePlayNotification, raw: raw,
      verification: .unsigned, hasUnknown: resource.map { !$0.unknownValues.isEmpty } ?? false,
      receivedAt: context.recordedAt(statedAt: body.eventTimeMillis), events: [])
    switch body.content {
    case .subscription(let change):
      let purchase = PlayPurchase(
        package: body.packageName, token: change.purchaseToken,
        product: change.subscriptionId ?? record.product)
      payload.identity = body.identity(of: change) + (resource?.mark ?? "")
      if change.notificationType.known == nil { payload.hasUnknown = true }
      try tell(change, purchase, resource, statedAt: statedAt, in: &payload)
    case .voidedPurchase(let voided):
      let purchase = PlayPurchase(package: body.packageName, token: voided.purchaseToken)
      payload.identity = VoidedPurchase.identity(
        package: body.packageName, at: statedAt, order: voided.orderId, token: purchase.tokenName)
      if voided.isSubscription {
        payload.events = [
          VoidedPurchase.event(
            purchase, order: voided.orderId, at: statedAt, name: "voidedPurchase", payload)
        ]
      }
    case .pendingRefundReview(let review):
      try tell(review, token: record.token, package: body.packageName, at: statedAt, in: &payload)
    case .oneTimeProduct(let change):
      payload.identity +=
        ":oneTime:\(change.notificationType ?? 0):" + Fingerprint.hex(change.purchaseToken ?? "")
    case .test: payload.identity += ":test"
    case .unrecognized(let hash):
      payload.identity += ":" + hash
      payload.hasUnknown = true
    }
    return payload
  }

  /// Adds the events of a change of a subscription.
  private func tell(
    _ change: DeveloperNotification.SubscriptionNotification, _ purchase: PlayPurchase,
    _ resource: PlayResource?, statedAt: Timestamp, in payload: inout StorePayload
  ) throws(Fault) {
    var facts = resource?.facts(of: purchase, at: statedAt) ?? purchase.facts
    let type = change.notificationType.known
    var kind = type?.kind ?? .unrecognized
    if resource?.isReplaced == true, kind == .expired || kind == .autoRenewDisabled {
      kind = .superseded
    }
    if kind == .purchased, facts.status == .grace, resource?.isVersion1 == true {
      // The first payment is pending; version 1 expresses it like grace
      // (<doc:States#Signals-by-state>).
      (facts.status, facts.graceEndsAt, facts.endReason) = (.pending, nil, nil)
    }
    if kind == .purchased, facts.status == .pending { kind = .purchasePending }
    try admit(
      app: purchase.package, environment: facts.environment, at: "subscription.testPurchase")
    let effectiveAt = facts.effectiveAt(kind, statedAt: statedAt)
    if kind == .refunded {
      // <doc:EdgeCases#Case-19>: the resource may name the user or the system; the refund has
      // precedence.
      (facts.endReason, facts.revokedAt) = (.refund, effectiveAt)
    }
    let event = SubscriptionEvent(
      id: EventID(payload.identity), kind: kind, subscription: purchase.subscription,
      effectiveAt: effectiveAt, statedAt: statedAt, recordedAt: payload.receivedAt,
      source: .googlePlayNotification, verification: .unsigned,
      storeName: type.map { "SUBSCRIPTION_" + $0.name }
        ?? "notificationType \(change.notificationType.rawValue)",
      facts: facts)
    payload.events = [event] + event.superseding(resource, package: purchase.package)
  }

  /// Adds the request to review a refund, if it names a purchase.
  private func tell(
    _ review: DeveloperNotification.PendingRefundReviewNotification, token: String?,
    package: String, at statedAt: Timestamp, in payload: inout StorePayload
  ) throws(Fault) {
    payload.identity += ":refundReview:" + (review.orderId ?? review.pendingRefundToken ?? "")
    guard let token = review.purchaseToken ?? token else { return }
    let purchase = PlayPurchase(package: package, token: token)
    var facts = purchase.facts
    facts.orderID = review.orderId
    facts.account = review.obfuscatedAccountId.map { AccountID($0) }
    payload.events = [
      SubscriptionEvent(
        id: EventID(payload.identity), kind: .refundRequested,
        subscription: purchase.subscription, effectiveAt: statedAt, statedAt: statedAt,
        recordedAt: payload.receivedAt, source: .googlePlayNotification, verification: .unsigned,
        storeName: "pendingRefundReview", facts: facts)
    ]
  }

  /// Maps a resource without a notification.
  func snapshot(
    _ resource: PlayResource, of purchase: PlayPurchase, hash: String, raw: [UInt8],
    _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    try admitUnsigned()
    let statedAt = context.receivedAt ?? context.heardAt
    var facts = resource.facts(of: purchase, at: statedAt)
    try admit(app: purchase.package, environment: facts.environment, at: "packageName")
    let name = purchase.subscription
    let time = (context.receivedAt?.milliseconds).map(String.init) ?? ""
    let identity = "\(name.rawValue):\(time):\(hash)" + facts.nameAccount(context)
    let kind: EventKind =
      resource.isReplaced
      ? .superseded
      : facts.status == .pending ? .purchasePending : facts.status == .gone ? .expired : .snapshot
    let event = SubscriptionEvent(
      id: EventID(identity), kind: kind, subscription: name,
      effectiveAt: kind == .superseded ? facts.effectiveAt(kind, statedAt: statedAt) : statedAt,
      statedAt: statedAt, recordedAt: statedAt, source: resource.source,
      verification: .unsigned, facts: facts)
    return StorePayload(
      identity: identity, format: resource.format, raw: raw, verification: .unsigned,
      hasUnknown: facts.unknownValues != nil, receivedAt: statedAt,
      events: [event] + event.superseding(resource, package: purchase.package))
  }
}

extension JSONValue {
  /// Opens the notification in a Pub/Sub push message, which contains it as base64
  /// (<https://cloud.google.com/pubsub/docs/push#receive_push>).
  func withPushedNotification<Result>(
    _ body: (JSONValue) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    let data = try required("message").required("data")
    guard data.kind == .string,
      let bytes = data.content.withUnsafeBufferPointer({
        Base64.decode($0, alphabet: .standard)
      })
    else { throw data.fault(.notBase64JSON) }
    return try bytes.withUnsafeBufferPointer { (text) throws(Fault) in
      guard let document = try? JSONDocument(text) else { throw data.fault(.notBase64JSON) }
      return try document.withRoot(of: text) { (root) throws(Fault) in
        guard root.kind == .object else { throw data.fault(.notBase64JSON) }
        do throws(Fault) {
          return try body(root)
        } catch {
          throw error.nested(in: "message.data")
        }
      }
    }
  }
}

extension PlayPurchase {
  /// The facts in a notification without its resource.
  fileprivate var facts: StoreFacts {
    var facts = StoreFacts()
    facts.app = AppID(package)
    facts.purchaseToken = token
    facts.product = product.map { ProductID($0) }
    return facts
  }
}

extension PlayResource {
  fileprivate var format: PayloadFormat {
    isVersion1 ? .googlePlaySubscriptionV1 : .googlePlaySubscription
  }

  fileprivate var source: EventSource {
    isVersion1 ? .googlePlaySubscriptionV1 : .googlePlaySubscription
  }
}

extension StoreFacts {
  /// Returns the instant at which a change takes effect: an end at its expiry date, a cancellation
  /// at the user's action, anything else at Google's statement.
  fileprivate func effectiveAt(_ kind: EventKind, statedAt: Timestamp) -> Timestamp {
    switch kind {
    case .expired, .superseded, .refunded:
      status == .expired ? min(expiresAt ?? statedAt, statedAt) : statedAt
    case .autoRenewDisabled: min(canceledAt ?? statedAt, statedAt)
    default: statedAt
    }
  }
}

extension SubscriptionEvent {
  /// Returns the end of the purchase that this one replaced; the same event each time it is
  /// reported.
  ///
  /// Until this one is paid for, and where that never happens, the other goes on
  /// (<https://developer.android.com/google/play/billing/subscriptions#pending>).
  fileprivate func superseding(_ resource: PlayResource?, package: String) -> [SubscriptionEvent] {
    guard let (token, since) = resource?.replaced, facts.status != .pending,
      facts.status != .pendingCanceled
    else { return [] }
    let old = PlayPurchase(package: package, token: token)
    var facts = StoreFacts()
    (facts.app, facts.purchaseToken) = (AppID(package), token)
    (facts.environment, facts.account) = (self.facts.environment, self.facts.account)
    facts.replacedBy = subscription
    // Whether a top-up or a change of plan starts a new period is not documented; it may carry on
    // the beginning of the purchase that it replaces.
    let isCarriedOn = kind == .purchased && since.map { statedAt - $0 > .hours(1) } ?? false
    let instant = isCarriedOn ? statedAt : min(since ?? statedAt, statedAt)
    return [
      SubscriptionEvent(
        id: EventID("linked:\(subscription.rawValue):\(old.subscription.rawValue)"),
        kind: .superseded, subscription: old.subscription, effectiveAt: instant,
        statedAt: instant, recordedAt: recordedAt, source: source, verification: verification,
        storeName: "linkedPurchaseToken", facts: facts)
    ]
  }
}
