import SubscriptionCore

extension StoreFacts {
  /// Creates the facts of a SubscriptionPurchaseV2.
  init(_ purchase: SubscriptionPurchaseV2) {
    self.init()
    let stated = purchase.subscriptionState?.known.flatMap(\.stated)
    status = stated
    environment = purchase.testPurchase ? .sandbox : .production
    account = purchase.account.map { AccountID($0) }
    country = purchase.regionCode
    startedAt = purchase.startTime
    resumesAt = purchase.pausedStateContext?.autoResumeTime
    canceledAt = purchase.canceledStateContext?.cancelTime
    acknowledgementPending = purchase.acknowledgementState?.known.map { $0 == .pending }
    orderID =
      purchase.inGracePeriodStateContext?.pendingOrderId
      ?? purchase.onHoldStateContext?.pendingOrderId ?? purchase.latestOrderId
    switch stated {
    case .canceled, .expired:
      endReason = purchase.canceledStateContext.map(\.endReason) ?? .other
    case .grace, .hold: endReason = .billing
    case .pending, .active, .paused, .revoked, .pendingCanceled, .gone, nil: break
    }
    guard let item = purchase.mainItem else { return }
    state(item, grace: stated == .grace)
  }

  private mutating func state(_ item: SubscriptionPurchaseLineItem, grace: Bool) {
    product = item.productId.map { ProductID($0) }
    nextProduct = item.deferredItemReplacement.map { ProductID($0) }
    basePlan = item.offerDetails?.name
    expiresAt = item.expiryTime
    if grace { graceEndsAt = item.expiryTime }
    paidOrderID = item.latestSuccessfulOrderId
    orderID = orderID ?? item.latestSuccessfulOrderId
    let plan = item.autoRenewingPlan
    autoRenew = plan?.autoRenewEnabled ?? false
    priceConsentPending = plan?.awaitsConsent(toRenewAt: item.expiryTime)
    // JSON leaves out a count of zero.
    commitmentPaymentsLeft = plan?.installmentDetails.map {
      $0.remainingCommittedPaymentsCount ?? 0
    }
    endsWithCommitment = plan?.installmentDetails?.pendingCancellation
    let identifier = item.offerDetails?.offerId
    switch item.offerPhase {
    case .freeTrial:
      offer = Offer(kind: .freeTrial, isIntroductory: true, identifier: identifier)
      renewalPrice = plan?.recurringPrice
    case .introductoryPrice:
      offer = Offer(kind: .discounted, isIntroductory: true, identifier: identifier)
      renewalPrice = plan?.recurringPrice
    case .basePrice, .prorationPeriod, .unknown, nil:
      price = plan?.recurringPrice
      renewalPrice = plan?.newPrice(at: item.expiryTime)
    }
    switch item.offerPhase {
    case .basePrice: isBasePhase = true
    case .freeTrial, .introductoryPrice: isBasePhase = false
    case .prorationPeriod: isProrated = true
    case .unknown, nil: break
    }
  }
}

extension SubscriptionPurchaseV2 {
  /// The app's own identifier of the user, from the purchase or from the expired one before it
  /// (<doc:EdgeCases#Case-14>).
  fileprivate var account: String? {
    externalAccountIdentifiers?.name
      ?? outOfAppPurchaseContext?.expiredExternalAccountIdentifiers?.name
  }

  /// The item that lasts longest: add-ons end with or before the item they belong to.
  fileprivate var mainItem: SubscriptionPurchaseLineItem? {
    var best: SubscriptionPurchaseLineItem?
    for item in lineItems {
      guard let known = best?.expiryTime else {
        best = item
        continue
      }
      if let expiry = item.expiryTime, expiry > known { best = item }
    }
    return best
  }
}

extension SubscriptionPurchaseV2.ExternalAccountIdentifiers {
  fileprivate var name: String? { obfuscatedExternalAccountId ?? externalAccountId }
}

extension SubscriptionPurchaseLineItem.OfferDetails {
  fileprivate var name: String? {
    guard let basePlanId else { return nil }
    return offerId.map { basePlanId + "/" + $0 } ?? basePlanId
  }
}

extension AutoRenewingPlan {
  /// The price of the renewal at a date, if that is another than now.
  fileprivate func newPrice(at renewal: Timestamp?) -> Money? {
    switch priceChangeDetails?.priceChangeState?.known {
    case .outstanding, .confirmed:
      changesPrice(at: renewal) ? priceChangeDetails?.newPrice : nil
    case .applied, .canceled, .unspecified, nil: priceStepUpConsentDetails?.newPrice
    }
  }
}
