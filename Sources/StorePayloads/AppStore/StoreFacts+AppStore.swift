import SubscriptionCore

extension StoreFacts {
  /// Creates the facts that a transaction, a renewal info and a status state, each of which is
  /// optional.
  init(
    transaction: JWSTransactionDecodedPayload?, renewal: JWSRenewalInfoDecodedPayload?,
    status: StatedStatus? = nil
  ) {
    self.init()
    self.status = status
    if let transaction { state(transaction) }
    if let renewal { state(renewal) }
    if status == .revoked, let transaction {
      endReason = transaction.isTakenFromFamily ? .familySharing : .refund
    }
    add(unknown: (transaction?.unknownValues ?? []) + (renewal?.unknownValues ?? []))
  }

  private mutating func state(_ transaction: JWSTransactionDecodedPayload) {
    stateIdentity(of: transaction)
    product = transaction.productId.map { ProductID($0) }
    startedAt = transaction.originalPurchaseDate
    purchasedAt = transaction.purchaseDate
    expiresAt = transaction.expiresDate
    revokedAt = transaction.revocationDate
    refundedPart = transaction.refundedPart
    isUpgraded = transaction.isUpgraded
    offer = Offer(
      type: transaction.offerType, discount: transaction.offerDiscountType,
      identifier: transaction.offerIdentifier, period: transaction.offerPeriod)
    if let amount = transaction.price, let currency = transaction.currency {
      price = Money(milliunits: amount, currency: currency)
    }
    if let commitment = transaction.commitmentInfo, let total = commitment.totalBillingPeriods,
      let number = commitment.billingPeriodNumber
    {
      commitmentPaymentsLeft = Swift.max(0, total.subtractingReportingOverflow(number).partialValue)
    }
  }

  /// Sets the identifiers of a transaction, but not the period that it paid for.
  mutating func stateIdentity(of transaction: JWSTransactionDecodedPayload) {
    app = transaction.bundleId.map { AppID($0) }
    environment = transaction.environment?.environment
    account = transaction.appAccountToken.map { AccountID($0) }
    group = transaction.subscriptionGroupIdentifier
    familyShared = transaction.inAppOwnershipType?.known.map { $0 == .familyShared }
    country = transaction.storefront
    originalTransactionID = transaction.originalTransactionId
    transactionID = transaction.transactionId
    webOrderLineItemID = transaction.webOrderLineItemId
  }

  private mutating func state(_ renewal: JWSRenewalInfoDecodedPayload) {
    environment = environment ?? renewal.environment?.environment
    account = account ?? renewal.appAccountToken.map { AccountID($0) }
    originalTransactionID = originalTransactionID ?? renewal.originalTransactionId
    product = product ?? renewal.productId.map { ProductID($0) }
    autoRenew = renewal.autoRenewStatus?.known.map { $0 == .on }
    endsWithCommitment = renewal.commitmentInfo?.commitmentAutoRenewStatus?.known.map {
      $0 == .off
    }
    renewsByInstalments = renewal.renewalBillingPlanType?.known.map { $0 == .monthly }
    inBillingRetry = renewal.isInBillingRetryPeriod
    renewsAt = renewal.renewalDate
    nextProduct = renewal.autoRenewProductId.map { ProductID($0) }
    endReason = renewal.expirationIntent.map { $0.known?.endReason ?? .other }
    priceConsentPending = renewal.priceIncreaseStatus?.known.map { $0 == .notResponded }
    if let amount = renewal.renewalPrice, let currency = renewal.currency {
      renewalPrice = Money(milliunits: amount, currency: currency)
    }
    // <doc:EdgeCases#Case-3>: the date persists after retry has ended and then has no meaning.
    if renewal.isInBillingRetryPeriod == true || status == .grace {
      graceEndsAt = renewal.gracePeriodExpiresDate
    }
  }

  /// Removes facts of an earlier period's transaction that do not apply to the current period: a
  /// late refund names such a transaction (<doc:EdgeCases#Case-17>).
  ///
  /// That an upgrade replaced it remains: it explains the refund (<doc:EdgeCases#Case-21>).
  mutating func forgetPeriod(keeping renewal: JWSRenewalInfoDecodedPayload?) {
    product = renewal?.productId.map { ProductID($0) }
    (purchasedAt, expiresAt, price, offer) = (nil, nil, nil, nil)
    (webOrderLineItemID, commitmentPaymentsLeft) = (nil, nil)
  }
}

extension JWSTransactionDecodedPayload {
  /// The part of the payment that a refund gave back, in thousandths of a percent; `nil` for all of
  /// it.
  ///
  /// Under the Advanced Commerce API the items have refunds, and the transaction has no type of one
  /// (Apple, `storekit/transaction/revocationtype`).
  var refundedPart: Int? {
    if revocationType?.known == .proratedRefund { return revocationPercentage }
    guard revocationType == nil, let refundedAmount, let price, 0 < refundedAmount,
      refundedAmount < price
    else { return nil }
    let (scaled, isTooLarge) = refundedAmount.multipliedReportingOverflow(by: 100_000)
    return isTooLarge ? nil : Int(scaled / price)
  }

  /// A Boolean value that indicates whether a revocation ended Family Sharing rather than refunded
  /// a payment.
  var isTakenFromFamily: Bool {
    revocationType?.known == .familyRevoke
      || (revocationType == nil && inAppOwnershipType?.known == .familyShared)
  }
}

extension Offer {
  /// Creates the offer that Apple names by type and discount; `nil` without a type.
  fileprivate init?(
    type: Open<AppStoreOffer.Kind>?, discount: Open<AppStoreOffer.Discount>?, identifier: String?,
    period: String?
  ) {
    guard let type else { return nil }
    let kind: Offer.Kind =
      switch discount?.known {
      case .freeTrial: .freeTrial
      case .payAsYouGo: .payAsYouGo
      case .payUpFront, .oneTime: .payUpFront
      case nil: .discounted
      }
    self.init(
      kind: kind, isIntroductory: type.known == .introductory, identifier: identifier,
      period: period.flatMap { BillingPeriod(iso8601: $0) })
  }
}
