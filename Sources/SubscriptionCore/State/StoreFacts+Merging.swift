extension StoreFacts {
  /// Overwrites facts with those that newer facts state; facts that are `nil` there remain.
  ///
  /// - Complexity: O(1); only changed facts are copied.
  mutating func merge(_ newer: StoreFacts) {
    mergeIdentity(newer)
    mergeDates(newer)
    mergeRenewal(newer)
  }

  private mutating func mergeIdentity(_ newer: StoreFacts) {
    Self.take(&app, newer.app)
    Self.take(&environment, newer.environment)
    Self.take(&account, newer.account)
    Self.take(&product, newer.product)
    Self.take(&addOns, newer.addOns)
    Self.take(&basePlan, newer.basePlan)
    Self.take(&group, newer.group)
    Self.take(&period, newer.period)
    Self.take(&price, newer.price)
    Self.take(&renewalPrice, newer.renewalPrice)
    Self.take(&offer, newer.offer)
    Self.take(&familyShared, newer.familyShared)
    Self.take(&country, newer.country)
    Self.take(&originalTransactionID, newer.originalTransactionID)
    Self.take(&transactionID, newer.transactionID)
    Self.take(&webOrderLineItemID, newer.webOrderLineItemID)
    Self.take(&orderID, newer.orderID)
    Self.take(&paidOrderID, newer.paidOrderID)
    Self.take(&purchaseToken, newer.purchaseToken)
    Self.take(&replaces, newer.replaces)
    Self.take(&replacedBy, newer.replacedBy)
  }

  private mutating func mergeDates(_ newer: StoreFacts) {
    Self.take(&status, newer.status)
    Self.take(&startedAt, newer.startedAt)
    Self.take(&purchasedAt, newer.purchasedAt)
    Self.take(&expiresAt, newer.expiresAt)
    Self.take(&graceEndsAt, newer.graceEndsAt)
    Self.take(&renewsAt, newer.renewsAt)
    Self.take(&resumesAt, newer.resumesAt)
    Self.take(&canceledAt, newer.canceledAt)
    Self.take(&revokedAt, newer.revokedAt)
    Self.take(&refundedPart, newer.refundedPart)
  }

  private mutating func mergeRenewal(_ newer: StoreFacts) {
    Self.take(&autoRenew, newer.autoRenew)
    Self.take(&inBillingRetry, newer.inBillingRetry)
    Self.take(&nextProduct, newer.nextProduct)
    Self.take(&endReason, newer.endReason)
    Self.take(&priceConsentPending, newer.priceConsentPending)
    Self.take(&acknowledgementPending, newer.acknowledgementPending)
    Self.take(&isUpgraded, newer.isUpgraded)
    Self.take(&commitmentPaymentsLeft, newer.commitmentPaymentsLeft)
    Self.take(&endsWithCommitment, newer.endsWithCommitment)
    Self.take(&oddities, newer.oddities)
    Self.take(&unknownValues, newer.unknownValues)
    Self.take(&isProrated, newer.isProrated)
    Self.take(&isBasePhase, newer.isBasePhase)
  }

  @inline(__always)
  private static func take<Value>(_ old: inout Value?, _ new: Value?) {
    if let new { old = new }
  }

  /// Clears the facts of a failing, ending or refunded period, because a new period was paid.
  mutating func forgetTroubles() {
    graceEndsAt = nil
    inBillingRetry = nil
    endReason = nil
    canceledAt = nil
    resumesAt = nil
    (revokedAt, refundedPart) = (nil, nil)
    isUpgraded = nil
  }
}
