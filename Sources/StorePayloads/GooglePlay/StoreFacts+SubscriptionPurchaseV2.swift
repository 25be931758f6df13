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
    resumesAt = purchase.autoResumeTime
    canceledAt = purchase.canceledStateContext?.cancelTime
    acknowledgementPending = purchase.acknowledgementState?.known.map { $0 == .pending }
    orderID = purchase.pendingOrderId ?? purchase.latestOrderId
    switch stated {
    case .canceled, .expired: endReason = purchase.canceledStateContext.map(\.endReason) ?? .other
    case .grace, .hold: endReason = .billing
    case .pending, .active, .paused, .revoked, .pendingCanceled, .gone, nil: break
    }
    let isFailing = stated == .grace || stated == .hold
    guard let item = isFailing ? purchase.failingItem : purchase.mainItem else { return }
    state(item, grace: stated == .grace)
    if item.deferredItemReplacement != nil { replace(item, by: purchase.replacement(of: item)) }
    let others = purchase.ownedItems.filter { $0.productId != item.productId }
    if !others.isEmpty { otherItems = others.map(\.purchased) }
    let bundle = purchase.items(chargedWith: item)
    if bundle.count > 1 { charge(item, with: bundle, of: purchase) }
  }

  /// States what follows an item that another product replaces when its period is over: that one
  /// renews, at its own price, unless the user canceled.
  private mutating func replace(
    _ item: SubscriptionPurchaseLineItem, by next: SubscriptionPurchaseLineItem?
  ) {
    guard status != .canceled, status != .expired else { return }
    autoRenew = item.renews || (next?.renews ?? true)
    if let price = next?.renewalPrice { renewalPrice = price }
    // A new price of what is replaced is not charged any more.
    if let next, priceConsentPending != nil { priceConsentPending = next.awaitsConsent ?? false }
  }

  /// States what a product and its add-ons cost together: the sum, or nothing if one is unknown
  /// (<https://developer.android.com/google/play/billing/subscription-with-addons>).
  ///
  /// Where some of them are in the phase of an offer, the price of the whole is a discounted one;
  /// it is a free trial only if all of them are.
  private mutating func charge(
    _ item: SubscriptionPurchaseLineItem, with bundle: [SubscriptionPurchaseLineItem],
    of purchase: SubscriptionPurchaseV2
  ) {
    addOns = bundle.compactMap { $0.productId == item.productId ? nil : $0.productId }
      .map { ProductID($0) }
    let renewing = bundle.filter { $0.renews && !$0.deferredItemRemoval }
    if item.deferredItemReplacement == nil { autoRenew = !renewing.isEmpty }
    if !renewing.isEmpty { leaveOut(bundle.filter(\.deferredItemRemoval), for: renewing) }
    let next = Self.total(
      (renewing.isEmpty ? bundle : renewing).map {
        (purchase.replacement(of: $0) ?? $0).renewalPrice
      })
    // A new price of an item that was removed is not charged any more.
    if item.deferredItemRemoval, priceConsentPending != nil { priceConsentPending = false }
    if renewing.contains(where: { $0.awaitsConsent == true }) { priceConsentPending = true }
    let isTrial = bundle.allSatisfy(\.isInTrial)
    price = isTrial ? nil : Self.total(bundle.map(\.presentPrice))
    if !isTrial, let offered = bundle.first(where: { $0.offerPhase?.offer != nil }) {
      offer = Offer(
        kind: .discounted, isIntroductory: true, identifier: offered.offerDetails?.offerId)
    }
    renewalPrice = offer == nil && next == price ? nil : next
  }

  /// States which items the user removed from the renewal; without the one that names the purchase,
  /// another one names it from then on.
  private mutating func leaveOut(
    _ removed: [SubscriptionPurchaseLineItem], for renewing: [SubscriptionPurchaseLineItem]
  ) {
    let names = removed.compactMap(\.productId).map { ProductID($0) }
    guard !names.isEmpty else { return }
    removedItems = names
    if let product, names.contains(product), nextProduct == nil {
      nextProduct = renewing.lazy.compactMap(\.productId).first.map { ProductID($0) }
    }
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
    autoRenew = item.renews
    if item.isPrepaid {
      isPrepaid = true
      // Time ends it: it cannot be canceled, and no renewal is charged
      // (<https://developer.android.com/google/play/billing/subscriptions#prepaid-plans>).
      if endReason == .billing || endReason == .voluntary { endReason = .other }
    }
    // In grace the date is that of its end; the renewal that failed was due days before
    // (<doc:EdgeCases#Case-34>).
    let renewal = grace ? item.expiryTime.map { $0 - .days(2) } : item.expiryTime
    priceConsentPending = plan?.awaitsConsent(toRenewAt: renewal)
    if let consent = plan?.priceStepUpConsentDetails, consent.state?.known == .pending {
      consentDeadline = consent.consentDeadlineTime
    }
    // JSON leaves out a count of zero.
    commitmentPaymentsLeft = plan?.installmentDetails.map {
      $0.remainingCommittedPaymentsCount ?? 0
    }
    endsWithCommitment = plan?.installmentDetails?.pendingCancellation
    if let kind = item.offerPhase?.offer {
      offer = Offer(kind: kind, isIntroductory: true, identifier: item.offerDetails?.offerId)
      renewalPrice = plan?.newPrice(at: renewal) ?? plan?.recurringPrice
    } else if item.isFirstPeriodOfOffer(order: paidOrderID ?? orderID) {
      // Older resources state no phase; the first period costs less, or nothing.
      renewalPrice = plan?.newPrice(at: renewal) ?? plan?.recurringPrice
    } else {
      price = plan?.recurringPrice
      renewalPrice = plan?.newPrice(at: renewal)
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
    ownedItems.filter { other in
      guard let end = item.expiryTime, let otherEnd = other.expiryTime else {
        return other.expiryTime == item.expiryTime
      }
      return max(end - otherEnd, otherEnd - end) < .days(1)
    }
  }

  /// The item that could not be charged while the purchase is in grace or on hold: the one that
  /// ends first of those that renew; the others are paid for longer, and wait for it.
  fileprivate var failingItem: SubscriptionPurchaseLineItem? {
    guard let main = mainItem, let end = main.expiryTime else { return mainItem }
    let first = ownedItems.filter { $0.renews && !$0.deferredItemRemoval }
      .compactMap { item in item.expiryTime.map { (item, $0) } }.min { $0.1 < $1.1 }
    return first.flatMap { end - $0.1 < .days(1) ? nil : $0.0 } ?? main
  }

  /// The item that lasts longest, the first of several: add-ons end with or before the item they
  /// belong to, but for the free trial of one that was added later.
  fileprivate var mainItem: SubscriptionPurchaseLineItem? {
    let items = ownedItems
    let longest = Self.longest(of: items)
    guard longest?.isInTrial == true, let end = longest?.expiryTime,
      let paid = Self.longest(of: items.filter { $0.renews && !$0.isInTrial }),
      let paidEnd = paid.expiryTime, end - paidEnd >= .days(1)
    else { return longest }
    return paid
  }

  private static func longest(
    of items: [SubscriptionPurchaseLineItem]
  ) -> SubscriptionPurchaseLineItem? {
    var best: SubscriptionPurchaseLineItem?
    for item in items {
      guard let known = best?.expiryTime else {
        best = item
        continue
      }
      if let expiry = item.expiryTime, expiry > known { best = item }
    }
    return best
  }
}

extension SubscriptionPurchaseV2 {
  /// The items without those that are to replace another one later: the user does not own them yet,
  /// and no order paid for them
  /// (<https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2>).
  fileprivate var ownedItems: [SubscriptionPurchaseLineItem] {
    let next = Set(lineItems.compactMap(\.deferredItemReplacement))
    guard !next.isEmpty else { return lineItems }
    return lineItems.filter { item in
      item.latestSuccessfulOrderId != nil || item.productId.map { !next.contains($0) } ?? true
    }
  }

  /// Returns the item that is to replace an item when its period is over, if it is listed.
  fileprivate func replacement(
    of item: SubscriptionPurchaseLineItem
  ) -> SubscriptionPurchaseLineItem? {
    guard let next = item.deferredItemReplacement else { return nil }
    return lineItems.first { $0.productId == next && $0.latestSuccessfulOrderId == nil }
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
  /// Returns whether an order paid for the first period of an offer whose phase is not stated.
  fileprivate func isFirstPeriodOfOffer(order: String?) -> Bool {
    offerPhase == nil && offerDetails?.offerId != nil
      && order.flatMap(PlayOrderNumber.of) == 0
  }

  /// A Boolean value that indicates whether the present period is free.
  fileprivate var isInTrial: Bool { offerPhase?.offer == .freeTrial }

  /// A Boolean value that indicates whether auto-renew is on.
  fileprivate var renews: Bool { autoRenewingPlan?.autoRenewEnabled ?? false }

  /// The price of the present period; `nil` for an introductory one, which Google does not state.
  fileprivate var presentPrice: Money? {
    switch offerPhase?.offer {
    case .freeTrial:
      autoRenewingPlan?.recurringPrice.map { Money(micros: 0, currency: $0.currency) }
    case .payUpFront, .payAsYouGo, .discounted: nil
    case nil: autoRenewingPlan?.recurringPrice
    }
  }

  /// The product and its order, as one of several of a purchase.
  fileprivate var purchased: PurchasedItem {
    PurchasedItem(
      product: productId.map { ProductID($0) }, paidOrderID: latestSuccessfulOrderId,
      isTrial: isInTrial, expiresAt: expiryTime)
  }

  /// The price at the next renewal.
  fileprivate var renewalPrice: Money? {
    autoRenewingPlan?.newPrice(at: expiryTime) ?? autoRenewingPlan?.recurringPrice
  }

  /// A Boolean value that indicates whether the next renewal needs the user's consent to a new
  /// price; `nil` if no change is stated.
  fileprivate var awaitsConsent: Bool? { autoRenewingPlan?.awaitsConsent(toRenewAt: expiryTime) }
}

extension SubscriptionPurchaseLineItem.OfferPhase {
  /// The kind of the offer that the present period was bought with, if it was.
  fileprivate var offer: Offer.Kind? {
    switch self {
    case .freeTrial: .freeTrial
    case .introductoryPrice: .discounted
    case .basePrice, .prorationPeriod, .unknown: nil
    }
  }
}

extension AutoRenewingPlan {
  /// The price of the renewal at a date, if that is another than now.
  fileprivate func newPrice(at renewal: Timestamp?) -> Money? {
    switch priceChangeDetails?.priceChangeState?.known {
    case .outstanding, .confirmed: changesPrice(at: renewal) ? priceChangeDetails?.newPrice : nil
    case .applied, .canceled, .unspecified, nil:
      stepsUp(at: renewal) ? priceStepUpConsentDetails?.newPrice : nil
    }
  }
}
