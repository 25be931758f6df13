import SubscriptionCore

/// The contents of a receipt about one subscription.
struct ReceiptSubscription {
  var original: String
  var transactions: [ReceiptTransaction]
  var pending: PendingRenewalInfo?
  var oddities: [String]

  /// The transaction that determines the state: the latest purchase that no upgrade replaced.
  var latest: ReceiptTransaction? {
    let current = transactions.filter { $0.isUpgraded != true }
    return (current.isEmpty ? transactions : current).max { left, right in
      (left.purchaseDate ?? .distantPast, left.expiresDate ?? .distantPast)
        < (right.purchaseDate ?? .distantPast, right.expiresDate ?? .distantPast)
    }
  }

  /// The earliest time at which its contents can have been stated.
  var notBefore: Timestamp? {
    var times = transactions.flatMap { [$0.purchaseDate, $0.cancellationDate] }
    if pending?.isInBillingRetryPeriod == true || pending?.expirationIntent != nil {
      times.append(latest?.expiresDate)
    }
    return times.compactMap(\.self).max()
  }

  /// Returns the state, derived as Apple documents it (<doc:AppStoreRules#Receipts>).
  func status(at now: Timestamp) -> StatedStatus {
    if latest?.isUpgraded == true { return .expired }
    if latest?.cancellationDate != nil { return .revoked }
    if let expires = latest?.expiresDate, expires > now { return .active }
    if pending?.isInBillingRetryPeriod == true {
      guard let grace = pending?.gracePeriodExpiresDate, grace > now else { return .hold }
      return .grace
    }
    if pending?.expirationIntent != nil { return .expired }
    guard let expires = latest?.expiresDate else { return .active }
    // A renewal is reported up to a day late; until then nothing shows that it has ended.
    let isLate = pending?.autoRenewStatus == true && now < expires + .days(1)
    return isLate ? .active : .expired
  }

  /// Returns everything stated, as of an instant.
  func facts(_ answer: VerifyReceiptResponse, at now: Timestamp) -> StoreFacts {
    var facts = latest.map { $0.facts(answer) } ?? StoreFacts(answer)
    facts.originalTransactionID = original
    facts.status = status(at: now)
    facts.revokedAt = latest?.cancellationDate
    facts.isUpgraded = latest?.isUpgraded
    if let pending {
      facts.product = facts.product ?? pending.productId.map { ProductID($0) }
      facts.nextProduct = pending.autoRenewProductId.map { ProductID($0) }
      facts.autoRenew = pending.autoRenewStatus
      facts.inBillingRetry = pending.isInBillingRetryPeriod
      facts.endReason = pending.expirationIntent.map { $0.known?.endReason ?? .other }
      facts.priceConsentPending = pending.priceConsentPending
      if pending.isInBillingRetryPeriod == true {
        facts.graceEndsAt = pending.gracePeriodExpiresDate
      } else if facts.status == .expired, let graceEnds = pending.gracePeriodExpiresDate {
        // <doc:EdgeCases#Case-3>: the date persists if the retries ended, and is removed if a
        // renewal was paid.
        facts.endReason = facts.endReason ?? .billing
        if facts.endReason == .billing { facts.graceEndsAt = graceEnds }
      }
    }
    if facts.status == .revoked {
      facts.endReason = facts.familyShared == true ? .familySharing : .refund
    }
    let all = answer.oddities + oddities + (latest?.oddities ?? []) + (pending?.oddities ?? [])
    facts.oddities = all.isEmpty ? nil : all
    var unknown = UnknownValues()
    unknown.note("in_app_ownership_type", latest?.inAppOwnershipType)
    unknown.note("expiration_intent", pending?.expirationIntent)
    facts.add(unknown: unknown.texts + answer.unknownValues)
    return facts
  }
}

extension VerifyReceiptResponse {
  /// The answer's subscriptions, in order of appearance.
  var subscriptions: [ReceiptSubscription] {
    var order: [String] = []
    var byOriginal: [String: ReceiptSubscription] = [:]
    for transaction in transactions {
      let original = transaction.originalTransactionId
      if byOriginal[original] == nil {
        order.append(original)
        byOriginal[original] = ReceiptSubscription(
          original: original, transactions: [], pending: nil, oddities: [])
      }
      byOriginal[original]?.transactions.append(transaction)
    }
    let latestProducts = byOriginal.compactMapValues { $0.latest?.productId }
    for pending in pendings {
      guard let original = pending.originalTransactionId else { continue }
      if let known = byOriginal[original] {
        if known.pending == nil || pending.productId == latestProducts[original] {
          byOriginal[original]?.pending = pending
        }
      } else if order.count == 1, let only = order.first, byOriginal[only]?.pending == nil,
        latestProducts[only] == pending.productId
      {
        byOriginal[only]?.pending = pending
        byOriginal[only]?.oddities.append(
          "pending_renewal_info names the original transaction \(original), which is in no list; "
            + "its product tells that it belongs here.")
      } else {
        order.append(original)
        byOriginal[original] = ReceiptSubscription(
          original: original, transactions: [], pending: pending, oddities: [])
      }
    }
    return order.compactMap { byOriginal[$0] }
  }

  /// Returns the time of the answer: its request date, or the time at which it was received, or the
  /// latest date in it.
  func statedAt(_ context: ReadContext) -> Timestamp {
    if let requestDate { return requestDate }
    if let receivedAt = context.receivedAt { return receivedAt }
    let bounds = subscriptions.map(\.notBefore) + [receiptCreationDate]
    return bounds.compactMap(\.self).max() ?? context.heardAt
  }

  /// A Boolean value that indicates whether the answer itself states its time.
  var isDated: Bool { requestDate != nil }
}

extension StoreFacts {
  /// Creates the facts that an answer states about every subscription in it.
  init(_ answer: VerifyReceiptResponse) {
    self.init()
    app = answer.bundleId.map { AppID($0) }
    environment = answer.environment
  }
}

extension ReceiptTransaction {
  /// Returns the facts of one transaction, without any that may have changed since.
  func facts(_ answer: VerifyReceiptResponse) -> StoreFacts {
    var facts = identityFacts(answer)
    facts.product = productId.map { ProductID($0) }
    facts.startedAt = originalPurchaseDate
    facts.purchasedAt = purchaseDate
    facts.expiresAt = expiresDate
    facts.offer = offer
    facts.oddities = oddities.isEmpty ? nil : oddities
    return facts
  }

  /// Returns the identifiers in a transaction, but not the period that it paid for.
  func identityFacts(_ answer: VerifyReceiptResponse) -> StoreFacts {
    var facts = StoreFacts(answer)
    facts.account = appAccountToken.map { AccountID($0) }
    facts.group = subscriptionGroupIdentifier
    facts.familyShared = inAppOwnershipType?.known.map { $0 == .familyShared }
    facts.originalTransactionID = originalTransactionId
    facts.transactionID = transactionId
    facts.webOrderLineItemID = webOrderLineItemId
    return facts
  }
}
