import PlainText
import SubscriptionCore

/// Separate transactions and renewal infos, as the App Store Server API lists them.
extension PayloadReader {
  /// Reads a decoded transaction: its payment, and its refund if there was one.
  func transaction(
    _ json: JSONValue, raw bare: [UInt8], _ verification: Verification, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    let transaction = try JWSTransactionDecodedPayload(json)
    let environment = transaction.environment?.environment
    try admit(app: transaction.bundleId, environment: environment, at: "bundleId")
    guard let id = transaction.transactionId else {
      throw Fault(.field(.missing), at: "transactionId")
    }
    let scope = environment == .local ? "local:" + (transaction.bundleId ?? "") + ":" : ""
    // A transaction with its order ID contains more than the transaction alone.
    let name = "tx:" + scope + id + (context.order.map { ":order:\($0)" } ?? "")
    let raw = context.order.map {
      ArchiveRecord.transaction(bare, order: $0, receivedAt: context.receivedAt)
    }
    let stamp = transaction.signedDate.map { String($0.milliseconds) } ?? Fingerprint.hex(json)
    var payload = StorePayload(
      identity: name + ":" + stamp, format: .appStoreTransaction, raw: raw ?? bare,
      verification: verification, hasUnknown: !transaction.unknownValues.isEmpty,
      receivedAt: context.recordedAt(statedAt: transaction.signedDate), events: [])
    if transaction.isOneTime { return payload }
    payload.events = try transaction.events(name: name, order: context.order, payload)
    return payload
  }

  /// Reads a decoded renewal info as a snapshot of the subscription.
  func renewalInfo(
    _ json: JSONValue, raw: [UInt8], _ verification: Verification, _ context: ReadContext
  ) throws(Fault) -> StorePayload {
    let renewal = try JWSRenewalInfoDecodedPayload(json)
    let environment = renewal.environment?.environment
    try admit(app: nil, environment: environment, at: "environment")
    guard let original = renewal.originalTransactionId else {
      throw Fault(.field(.missing), at: "originalTransactionId")
    }
    let statedAt = renewal.signedDate ?? context.receivedAt ?? context.heardAt
    let identity =
      "ri:\(original):\((renewal.signedDate?.milliseconds).map(String.init) ?? ""):"
      + Fingerprint.hex(json)
    let receivedAt = context.recordedAt(statedAt: renewal.signedDate)
    var payload = StorePayload(
      identity: identity, format: .appStoreRenewalInfo, raw: raw, verification: verification,
      hasUnknown: !renewal.unknownValues.isEmpty, receivedAt: receivedAt, events: [])
    // Transaction ids of Xcode start over in every app, and a renewal info names no app.
    if environment == .local, trust.bundle == nil { return payload }
    payload.events = [
      SubscriptionEvent(
        id: EventID(identity), kind: .snapshot,
        subscription: .appStore(original, environment: environment, app: trust.bundle?.rawValue),
        effectiveAt: statedAt, statedAt: statedAt, recordedAt: receivedAt,
        source: .appStoreServerAPI, verification: verification,
        facts: StoreFacts(transaction: nil, renewal: renewal))
    ]
    return payload
  }
}

extension JWSTransactionDecodedPayload {
  /// Returns the events of a transaction: its payment, stated when it was made, and its refund.
  ///
  /// A prorated refund of an upgraded transaction is neither refund nor churn
  /// (<doc:EdgeCases#Case-21>): it means that another purchase replaced it.
  func events(
    name: String, order: AppStoreOrderID?, _ payload: StorePayload
  ) throws(Fault) -> [SubscriptionEvent] {
    guard let original = originalTransactionId else {
      throw Fault(.field(.missing), at: "originalTransactionId")
    }
    guard let paidAt = purchaseDate else { throw Fault(.field(.missing), at: "purchaseDate") }
    var facts = StoreFacts(transaction: self, renewal: nil)
    (facts.revokedAt, facts.refundedPart, facts.isUpgraded) = (nil, nil, nil)
    facts.orderID = order?.rawValue
    let isFirst = transactionReason?.known.map { $0 == .purchase } ?? (transactionId == original)
    let paid = SubscriptionEvent(
      id: EventID(name + (isFirst ? ":purchased" : ":renewed")),
      kind: isFirst ? .purchased : .renewed,
      subscription: .appStore(original, environment: facts.environment, app: bundleId),
      effectiveAt: paidAt, statedAt: paidAt, recordedAt: payload.receivedAt,
      source: .appStoreServerAPI, verification: payload.verification,
      storeName: transactionReason?.rawValue ?? "", facts: facts)
    return [paid] + end(name: name, of: paid)
  }

  /// Returns the end of the transaction's period, if it states one: an upgrade replaced it, or it
  /// was refunded; the upgrade explains its refund and has precedence
  /// (<doc:States#Signals-by-state>).
  private func end(name: String, of paid: SubscriptionEvent) -> [SubscriptionEvent] {
    var event = paid
    event.facts = StoreFacts()
    event.facts.stateIdentity(of: self)
    if isUpgraded == true {
      event.kind = .superseded
      event.facts.isUpgraded = true
      // Only the proration states the time; otherwise it was before the signature, and in the
      // period.
      let signedAt = max(paid.statedAt, signedDate ?? paid.statedAt)
      let at = revocationDate ?? min(signedAt, expiresDate ?? signedAt)
      event.effectiveAt = at
      // Each signature may state another time of the same upgrade; all of them are stored.
      event.id = EventID(name + ":superseded:\(at.milliseconds)")
      event.storeName = "isUpgraded"
    } else if let revokedAt = revocationDate {
      (event.facts.revokedAt, event.facts.refundedPart) = (revokedAt, refundedPart)
      event.facts.endReason = isTakenFromFamily ? .familySharing : .refund
      event.id = EventID(name + ":refunded")
      event.kind = isTakenFromFamily ? .revoked : .refunded
      event.effectiveAt = revokedAt
      event.storeName = revocationType?.rawValue ?? ""
    } else {
      return []
    }
    event.statedAt = event.effectiveAt
    return [event]
  }
}
