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
    let bundle = purchase.items(chargedWith: item)
    if bundle.count > 1 { charge(item, with: bundle) }
  }

  /// States what a product and its add-ons cost together: the sum, or nothing if one is unknown
  /// (<https://developer.android.com/google/play/billing/subscription-with-addons>).
  private mutating func charge(
    _ item: SubscriptionPurchaseLineItem, with bundle: [SubscriptionPurchaseLineItem]
  ) {
    addOns = bundle.compactMap { $0.productId == item.productId ? nil : $0.productId }
      .map { ProductID($0) }
    let renewing = bundle.filter(\.isRenewing)
    autoRenew = !renewing.isEmpty
    let total = Self.total(bundle.map { $0.autoRenewingPlan?.recurringPrice })
    let next = Self.total((renewing.isEmpty ? bundle : renewing).map(\.renewalPrice))
    if offer == nil { price = total }
    renewalPrice = offer == nil && next == total ? nil : next
    if renewing.contains(where: { $0.awaitsConsent == true }) { priceConsentPending = true }
  }

  private static func total(_ prices: [Money?]) -> Money? {
    guard let currency = prices.first??.currency else { return nil }
    var sum = Money(micros: 0, currency: currency)
    for price in prices {
      guard let price, price.currency == currency else { return nil }
      let (micros, overflow) = sum.micros.addingReportingOverflow(price.micros)
      guard !overflow else { return nil }
      sum.micros = micros
    }
    return sum
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
    priceConsentPending = item.awaitsConsent
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

  /// Returns the items that are paid until the same day as an item, with that item.
  fileprivate func items(
    chargedWith item: SubscriptionPurchaseLineItem
  ) -> [SubscriptionPurchaseLineItem] {
    lineItems.filter { other in
      guard let end = item.expiryTime, let otherEnd = other.expiryTime else {
        return other.expiryTime == item.expiryTime
      }
      return end - otherEnd < .days(1)
    }
  }

  /// The item that lasts longest, the first of several: add-ons end with or before the item they
  /// belong to.
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

extension SubscriptionPurchaseLineItem {
  /// A Boolean value that indicates whether the item is charged at the next renewal.
  fileprivate var isRenewing: Bool {
    autoRenewingPlan?.autoRenewEnabled == true && !deferredItemRemoval
  }

  /// The price at the next renewal.
  fileprivate var renewalPrice: Money? {
    autoRenewingPlan?.newPrice(at: expiryTime) ?? autoRenewingPlan?.recurringPrice
  }

  /// A Boolean value that indicates whether the next renewal needs the user's consent to a new
  /// price; `nil` if no change is stated.
  fileprivate var awaitsConsent: Bool? { autoRenewingPlan?.awaitsConsent(toRenewAt: expiryTime) }
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
