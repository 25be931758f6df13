extension StoreFacts {
  /// Overwrites facts with those that newer facts state; facts that are `nil` there remain.
  ///
  /// - Complexity: O(1); only changed facts are copied.
  mutating func merge(_ newer: StoreFacts) {
    mergeIdentity(newer)
    mergeDates(newer)
    mergeRenewal(newer)
  }

  // Each fact is asked for before it is copied: passed to a function, it would be copied first, and
  // most messages leave most facts out.

  private mutating func mergeIdentity(_ newer: StoreFacts) {
    if newer.app != nil { app = newer.app }
    if newer.environment != nil { environment = newer.environment }
    if newer.account != nil { account = newer.account }
    if newer.product != nil { product = newer.product }
    if newer.addOns != nil { addOns = newer.addOns }
    if newer.removedItems != nil { removedItems = newer.removedItems }
    if newer.otherItems != nil { otherItems = newer.otherItems }
    if newer.basePlan != nil { basePlan = newer.basePlan }
    if newer.group != nil { group = newer.group }
    if newer.period != nil { period = newer.period }
    if newer.price != nil { price = newer.price }
    if newer.renewalPrice != nil { renewalPrice = newer.renewalPrice }
    if newer.offer != nil { offer = newer.offer }
    if newer.familyShared != nil { familyShared = newer.familyShared }
    if newer.country != nil { country = newer.country }
    if newer.originalTransactionID != nil { originalTransactionID = newer.originalTransactionID }
    if newer.transactionID != nil { transactionID = newer.transactionID }
    if newer.webOrderLineItemID != nil { webOrderLineItemID = newer.webOrderLineItemID }
    if newer.orderID != nil { orderID = newer.orderID }
    if newer.paidOrderID != nil { paidOrderID = newer.paidOrderID }
    if newer.purchaseToken != nil { purchaseToken = newer.purchaseToken }
    if newer.replaces != nil { replaces = newer.replaces }
    if newer.resubscribes != nil { resubscribes = newer.resubscribes }
    if newer.replacedBy != nil { replacedBy = newer.replacedBy }
  }

  private mutating func mergeDates(_ newer: StoreFacts) {
    if newer.status != nil { status = newer.status }
    if newer.startedAt != nil { startedAt = newer.startedAt }
    if newer.purchasedAt != nil { purchasedAt = newer.purchasedAt }
    if newer.expiresAt != nil { expiresAt = newer.expiresAt }
    if newer.graceEndsAt != nil { graceEndsAt = newer.graceEndsAt }
    if newer.renewsAt != nil { renewsAt = newer.renewsAt }
    if newer.resumesAt != nil { resumesAt = newer.resumesAt }
    if newer.canceledAt != nil { canceledAt = newer.canceledAt }
    if newer.revokedAt != nil { revokedAt = newer.revokedAt }
    if newer.refundedPart != nil { refundedPart = newer.refundedPart }
  }

  private mutating func mergeRenewal(_ newer: StoreFacts) {
    if newer.autoRenew != nil { autoRenew = newer.autoRenew }
    if newer.isPrepaid != nil { isPrepaid = newer.isPrepaid }
    if newer.inBillingRetry != nil { inBillingRetry = newer.inBillingRetry }
    if newer.nextProduct != nil { nextProduct = newer.nextProduct }
    if newer.endReason != nil { endReason = newer.endReason }
    if newer.priceConsentPending != nil { priceConsentPending = newer.priceConsentPending }
    if newer.consentDeadline != nil { consentDeadline = newer.consentDeadline }
    if newer.acknowledgementPending != nil { acknowledgementPending = newer.acknowledgementPending }
    if newer.isUpgraded != nil { isUpgraded = newer.isUpgraded }
    if newer.commitmentPaymentsLeft != nil { commitmentPaymentsLeft = newer.commitmentPaymentsLeft }
    if newer.endsWithCommitment != nil { endsWithCommitment = newer.endsWithCommitment }
    if newer.renewsByInstalments != nil { renewsByInstalments = newer.renewsByInstalments }
    if newer.oddities != nil { oddities = newer.oddities }
    if newer.unknownValues != nil { unknownValues = newer.unknownValues }
    if newer.isProrated != nil { isProrated = newer.isProrated }
    if newer.isBasePhase != nil { isBasePhase = newer.isBasePhase }
  }

  /// Clears the facts of an earlier payment that is refunded, beside those that the present one
  /// has of its own (<doc:EdgeCases#Case-17>); the other facts of its event describe the present.
  mutating func forgetTransaction(of store: Store, beside known: StoreFacts) {
    (revokedAt, refundedPart, endReason, isUpgraded) = (nil, nil, nil, nil)
    guard store.reportsTransactions else { return }
    if purchasedAt != nil || expiresAt != nil { (product, commitmentPaymentsLeft) = (nil, nil) }
    (transactionID, webOrderLineItemID) = (nil, nil)
    (purchasedAt, expiresAt, price, offer) = (nil, nil, nil, nil)
    account = known.account ?? account
    country = known.country ?? country
    familyShared = known.familyShared ?? familyShared
  }

  /// Clears the consent to a new price that the user was asked for.
  mutating func forgetConsent() { (priceConsentPending, consentDeadline) = (nil, nil) }

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
