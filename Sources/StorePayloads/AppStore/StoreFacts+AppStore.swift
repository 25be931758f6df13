import SubscriptionCore

extension StoreFacts {
  /// What Apple states by a transaction, a renewal info and a status, each of which may be absent.
  init(
    transaction: JWSTransactionDecodedPayload?, renewal: JWSRenewalInfoDecodedPayload?,
    status: StatedStatus? = nil
  ) {
    self.init()
    self.status = status
    if let transaction { state(transaction) }
    if let renewal { state(renewal) }
  }

  private mutating func state(_ transaction: JWSTransactionDecodedPayload) {
    stateIdentity(of: transaction)
    product = transaction.productId.map { ProductID($0) }
    startedAt = transaction.originalPurchaseDate
    purchasedAt = transaction.purchaseDate
    expiresAt = transaction.expiresDate
    revokedAt = transaction.revocationDate
    isUpgraded = transaction.isUpgraded
    offer = Offer(
      type: transaction.offerType, discount: transaction.offerDiscountType,
      identifier: transaction.offerIdentifier)
    if let amount = transaction.price, let currency = transaction.currency {
      price = Money(milliunits: amount, currency: currency)
    }
    if offer?.kind != .freeTrial, offer?.kind != .payUpFront, environment == .production {
      period = BillingPeriod(from: transaction.purchaseDate, to: transaction.expiresDate)
    }
    if let commitment = transaction.commitmentInfo, let total = commitment.totalBillingPeriods,
      let number = commitment.billingPeriodNumber
    {
      commitmentPaymentsLeft = Swift.max(0, total.subtractingReportingOverflow(number).partialValue)
    }
  }

  /// States who and what a transaction is about, but not the period that it paid for.
  mutating func stateIdentity(of transaction: JWSTransactionDecodedPayload) {
    app = transaction.bundleId.map { AppID($0) }
    environment = transaction.environment?.known?.environment
    account = transaction.appAccountToken.map { AccountID($0) }
    group = transaction.subscriptionGroupIdentifier
    familyShared = transaction.inAppOwnershipType?.known.map { $0 == .familyShared }
    country = transaction.storefront
    originalTransactionID = transaction.originalTransactionId
    transactionID = transaction.transactionId
    webOrderLineItemID = transaction.webOrderLineItemId
  }

  private mutating func state(_ renewal: JWSRenewalInfoDecodedPayload) {
    environment = environment ?? renewal.environment?.known?.environment
    account = account ?? renewal.appAccountToken.map { AccountID($0) }
    originalTransactionID = originalTransactionID ?? renewal.originalTransactionId
    product = product ?? renewal.productId.map { ProductID($0) }
    autoRenew = renewal.autoRenewStatus?.known.map { $0 == .on }
    inBillingRetry = renewal.isInBillingRetryPeriod
    renewsAt = renewal.renewalDate
    nextProduct = renewal.autoRenewProductId.map { ProductID($0) }
    endReason = renewal.expirationIntent.map { $0.known?.endReason ?? .other }
    priceConsentPending = renewal.priceIncreaseStatus?.known.map { $0 == .notResponded }
    if let amount = renewal.renewalPrice, let currency = renewal.currency {
      renewalPrice = Money(milliunits: amount, currency: currency)
    }
    // Domain case 3: the date stays behind after retry has ended and then says nothing.
    if renewal.isInBillingRetryPeriod == true || status == .grace {
      graceEndsAt = renewal.gracePeriodExpiresDate
    }
  }

  /// Takes back what a transaction of an earlier period says about the current one: such a
  /// transaction is named by a late refund (domain case 17).
  mutating func forgetPeriod(keeping renewal: JWSRenewalInfoDecodedPayload?) {
    product = renewal?.productId.map { ProductID($0) }
    (purchasedAt, expiresAt, period, price, offer) = (nil, nil, nil, nil, nil)
    (isUpgraded, webOrderLineItemID, commitmentPaymentsLeft) = (nil, nil, nil)
  }
}

extension Offer {
  /// The offer that Apple names by type and discount; `nil` without a type.
  fileprivate init?(
    type: Open<AppStoreOffer.Kind>?, discount: Open<AppStoreOffer.Discount>?, identifier: String?
  ) {
    guard let type else { return nil }
    let kind: Offer.Kind =
      switch discount?.known {
      case .freeTrial: .freeTrial
      case .payAsYouGo: .payAsYouGo
      case .payUpFront, .oneTime: .payUpFront
      case nil: .discounted
      }
    self.init(kind: kind, isIntroductory: type.known == .introductory, identifier: identifier)
  }
}

extension BillingPeriod {
  /// The period that the two stores sell and that lies between two dates, if any does.
  ///
  /// By the calendar first, since 28 days may be a February. A period that was renewed late, in
  /// grace, is shorter than what was sold and may have no answer.
  init?(from start: Timestamp?, to end: Timestamp?) {
    guard let start, let end, start < end else { return nil }
    let sold: [BillingPeriod] = [
      .weekly, .monthly, BillingPeriod(2, .month), BillingPeriod(3, .month),
      BillingPeriod(6, .month), .yearly,
    ]
    let tolerance = Duration.days(1)
    if let exact = sold.first(where: { period in
      let due = period.after(start)
      return due - tolerance <= end && end <= due + tolerance
    }) {
      self = exact
      return
    }
    self.init(closestTo: end - start)
    if self == BillingPeriod(4, .week) { self = .monthly }
  }
}
