import PlainText
import SubscriptionCore

/// verifyReceipt answers.
extension PayloadReader {
  /// Reads an answer: each transaction as an event of its own date, and one snapshot per
  /// subscription at the date of the answer.
  func receipt(_ json: JSONValue, _ context: ReadContext) throws(Fault) -> StorePayload {
    try admitUnsigned()
    let answer = try VerifyReceiptResponse(json)
    // 21006: an iOS 6 receipt that is valid and expired, decoded all the same.
    if let status = answer.status, status != 0, status != 21006 {
      throw Fault(.document(.receiptStatus(status)), at: json.path(of: "status"))
    }
    try admit(app: answer.bundleId, environment: answer.environment, at: "receipt.bundle_id")
    let statedAt = answer.statedAt(context)
    let recordedAt = context.recordedAt(statedAt: statedAt)
    // The stored bytes lack the secret, and must have the same identity when they are read again.
    let hasSecret = json.has("password")
    var identity =
      hasSecret
      ? Fingerprint.hex(withoutSecrets: json, digits: 32)
      : Fingerprint.hex(json, digits: 32)
    // Without a date of its own, the same content received again later is another statement.
    switch (answer.isDated, context.receivedAt) {
    case (true, _): identity = "vr:" + identity
    case (false, let receivedAt?): identity = "vr:\(identity):\(receivedAt.milliseconds)"
    case (false, nil): identity = ArchiveRecord.untimedReceipt + identity
    }
    var payload = StorePayload(
      identity: identity, format: .appStoreReceipt,
      raw: hasSecret ? Secrets.redacted(json.raw) : Array(json.raw),
      verification: .unsigned, hasUnknown: answer.hasUnknown, receivedAt: recordedAt, events: [])
    for subscription in answer.subscriptions {
      payload.events += subscription.pastEvents(answer, recordedAt: recordedAt)
      payload.events.append(
        subscription.event(
          .snapshot, id: identity + ":" + subscription.original, answer, statedAt: statedAt,
          effectiveAt: statedAt, recordedAt: recordedAt, source: .appStoreReceipt))
    }
    return payload
  }
}

extension ReceiptSubscription {
  /// Returns one event with everything that the receipt states about the subscription.
  func event(
    _ kind: EventKind, id: String, _ answer: VerifyReceiptResponse, statedAt: Timestamp,
    effectiveAt: Timestamp, recordedAt: Timestamp, source: EventSource, storeName: String = ""
  ) -> SubscriptionEvent {
    SubscriptionEvent(
      id: EventID(id), kind: kind,
      subscription: .appStore(original, environment: answer.environment, app: answer.bundleId),
      effectiveAt: effectiveAt, statedAt: statedAt, recordedAt: recordedAt, source: source,
      verification: .unsigned, storeName: storeName, facts: facts(answer, at: statedAt))
  }

  /// Returns the purchases, renewals and refunds that a receipt lists, each stated at its own date.
  func pastEvents(_ answer: VerifyReceiptResponse, recordedAt: Timestamp) -> [SubscriptionEvent] {
    var events: [SubscriptionEvent] = []
    for transaction in transactions {
      guard let paidAt = transaction.purchaseDate else { continue }
      let name = "tx:\(transaction.transactionId):receipt:"
      let isFirst = transaction.transactionId == original
      let paid = SubscriptionEvent(
        id: EventID(name + (isFirst ? "purchased" : "renewed")),
        kind: isFirst ? .purchased : .renewed,
        subscription: .appStore(original, environment: answer.environment, app: answer.bundleId),
        effectiveAt: paidAt, statedAt: paidAt, recordedAt: recordedAt, source: .appStoreReceipt,
        verification: .unsigned, facts: transaction.facts(answer))
      events.append(paid)
      // A prorated refund of an upgrade is neither refund nor churn (<doc:EdgeCases#Case-21>).
      guard let revokedAt = transaction.cancellationDate, transaction.isUpgraded != true else {
        continue
      }
      let byFamily = transaction.inAppOwnershipType?.known == .familyShared
      var refund = paid
      refund.id = EventID(name + "refunded")
      refund.kind = byFamily ? .revoked : .refunded
      (refund.effectiveAt, refund.statedAt) = (revokedAt, revokedAt)
      refund.facts = transaction.identityFacts(answer)
      refund.facts.revokedAt = revokedAt
      refund.facts.endReason = byFamily ? .familySharing : .refund
      events.append(refund)
    }
    return events
  }
}
