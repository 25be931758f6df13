import SubscriptionCore

extension StoreFacts {
  /// Creates the facts of a version 1 SubscriptionPurchase, as of the instant at which it was
  /// fetched.
  init(_ purchase: SubscriptionPurchase, at instant: Timestamp) {
    self.init()
    status = purchase.status(at: instant)
    environment =
      purchase.purchaseType?.known == .test && !purchase.isZeroFilled ? .sandbox : .production
    account = (purchase.obfuscatedExternalAccountId ?? purchase.externalAccountId).map {
      AccountID($0)
    }
    country = purchase.countryCode
    startedAt = purchase.startTimeMillis
    expiresAt = purchase.expiryTimeMillis
    if status == .grace { graceEndsAt = purchase.expiryTimeMillis }
    resumesAt = purchase.autoResumeTimeMillis
    orderID = purchase.orderId
    paidOrderID = purchase.paidOrder(status)
    autoRenew = purchase.autoRenewing
    if let micros = purchase.priceAmountMicros, let currency = purchase.priceCurrencyCode {
      price = Money(micros: micros, currency: currency)
    }
    if purchase.paymentState?.known == .freeTrial {
      offer = Offer(kind: .freeTrial, isIntroductory: true)
      (price, renewalPrice) = (nil, price)
    } else if let introduction = purchase.introduction(paidOrderID) {
      offer = Offer(kind: .discounted, isIntroductory: true)
      (price, renewalPrice) = (introduction.price, introduction.isLast ? price : nil)
    }
    if purchase.endReasonCounts {
      canceledAt = purchase.userCancellationTimeMillis
      endReason = purchase.cancelReason.map { $0.known.map(\.endReason) ?? .other } ?? nil
    }
    if status == .grace || status == .hold { endReason = .billing }
    priceConsentPending = purchase.priceChangeState.map { $0 == 0 }
    if !purchase.isZeroFilled {
      acknowledgementPending = purchase.acknowledgementState.map { $0 == 0 }
    }
    isBasePhase = purchase.isBasePhase(paidOrderID)
    oddities = purchase.oddities
  }
}

extension SubscriptionPurchase {
  /// A Boolean value that indicates whether the cancellation fields are valid: they are not while
  /// auto-renew is on, where dumps that fill every field with 0 would state a cancellation by the
  /// user (<doc:GoldenCases#G13>).
  var endReasonCounts: Bool { autoRenewing != true }

  /// Returns the state, by the table that Google's own sample uses (purchases_impl.ts).
  ///
  /// Hold and pause are visible only in a resource that was fetched after the expiry date.
  func status(at instant: Timestamp) -> StatedStatus? {
    guard let expiry = expiryTimeMillis else { return nil }
    let isPast = expiry <= instant
    guard autoRenewing == true else { return isPast ? .expired : .canceled }
    switch (paymentState?.known, isPast) {
    // A renewal that is declined has an order of its own; that of the purchase is the first one.
    case (.pending, false) where orderId.flatMap(PlayOrderNumber.of) == 0: return .pending
    case (.pending, false): return .grace
    case (.pending, true): return .hold
    case (.received, true):
      guard let resume = autoResumeTimeMillis, resume > instant else { return .active }
      return .paused
    case (.received, false), (.freeTrial, _), (.pendingDeferredChange, _): return .active
    case (nil, false): return .active
    case (nil, true): return nil
    }
  }

  /// Returns the order that paid for the current period: while a renewal is declined, the previous
  /// one.
  fileprivate func paidOrder(_ status: StatedStatus?) -> String? {
    switch status {
    case .active, .canceled, .paused: orderId
    case .grace, .hold: orderId.flatMap(PlayOrderNumber.previous)
    case .pending, .expired, .revoked, .pendingCanceled, .gone, nil: nil
    }
  }

  /// Returns whether the current period is in the base phase; `nil` if that is not stated.
  ///
  /// The introductory price stays in the resource after its cycles, so the number of payments
  /// decides; a trial before it may have been one more.
  fileprivate func isBasePhase(_ paidOrder: String?) -> Bool? {
    switch paymentState?.known {
    case .freeTrial: return false
    case .received, .pendingDeferredChange:
      guard let introductoryPriceInfo else { return true }
      guard let order = paidOrder.flatMap(PlayOrderNumber.of) else { return false }
      return order > introductoryPriceInfo.introductoryPriceCycles ?? 1
    case .pending, nil: return nil
    }
  }

  /// Returns the introductory price of the current period, and whether it is that of the last
  /// cycle; `nil` where another price counts.
  ///
  /// The first order, without a number, paid the first cycle. One more may have followed a trial,
  /// which no field tells, so the cycle after the last is taken for the first at the base price.
  fileprivate func introduction(_ paidOrder: String?) -> (price: Money, isLast: Bool)? {
    guard paymentState?.known == .received, let introductoryPriceInfo,
      let micros = introductoryPriceInfo.introductoryPriceAmountMicros,
      let currency = introductoryPriceInfo.introductoryPriceCurrencyCode ?? priceCurrencyCode,
      let order = paidOrder.flatMap(PlayOrderNumber.of)
    else { return nil }
    let cycles = introductoryPriceInfo.introductoryPriceCycles ?? 1
    guard order < cycles else { return nil }
    return (Money(micros: micros, currency: currency), order == cycles - 1)
  }

  /// The contradictions of a dump that filled unset fields with zeros, as sentences.
  fileprivate var oddities: [String]? {
    guard isZeroFilled else { return nil }
    var sentences = [
      "Unset fields of the purchase are filled with 0 or \"\", so those that may be unset were "
        + "read as absent."
    ]
    if purchaseType?.known == .test {
      sentences.append(
        "purchaseType is 0, which means a test purchase or merely an unset field; the purchase "
          + "is taken for a real one.")
    }
    return sentences
  }
}
