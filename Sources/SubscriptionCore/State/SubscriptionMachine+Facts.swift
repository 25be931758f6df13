// MARK: The subject of an event, and the facts it adds

extension SubscriptionMachine {
  /// The subject of an event: the subscription, or one of its payments.
  enum Concern {
    /// The subscription in its present state.
    case subscription
    /// The payment of the current period, which was reported before.
    case sameTransactionAgain
    /// An earlier payment, which does not affect the present state (<doc:EdgeCases#Case-17>).
    case anotherTransaction
    /// An earlier payment, together with a statement of the subscription's present status.
    case besideAnotherTransaction
  }

  /// Returns the subject of an event.
  func concern(of event: SubscriptionEvent) -> Concern {
    switch event.kind {
    case .refunded, .revoked, .refundReversed, .refundDeclined, .refundRequested:
      if event.facts.status == .revoked {
        // An earlier payment refunded as well says nothing more of the latest one.
        let isOfLatest = state != .refunded || !isEarlierPayment(event.facts, isPayment: false)
        return !store.reportsTransactions || isOfLatest ? .subscription : .anotherTransaction
      }
      let isStanding = isStatusStated(beside: event)
      guard isEarlierPayment(event.facts, isPayment: false) else {
        return isStanding && event.facts.expiresAt == nil
          ? .besideAnotherTransaction : .subscription
      }
      return isStanding ? .besideAnotherTransaction : .anotherTransaction
    case .purchased, .renewed, .recovered:
      if isCurrentPayment(event.facts) { return .sameTransactionAgain }
      return isEarlierPayment(event.facts, isPayment: true) && event.facts.status == nil
        ? .anotherTransaction : .subscription
    case .superseded:
      // Apple names the upgraded payment; its replacement has the same original transaction
      // identifier.
      return store.reusesIdentifiers && isEarlierPayment(event.facts, isPayment: false)
        ? .anotherTransaction : .subscription
    case .productChangeScheduled, .productChangeReverted, .priceChanged:
      // Version 1 states no time; the renewal that failed then may have been paid meanwhile.
      return event.source == .appStoreNotificationV1
        && isEarlierPayment(event.facts, isPayment: false) ? .anotherTransaction : .subscription
    case .snapshot, .purchasePending, .pendingPurchaseCanceled, .billingFailed, .holdStarted,
      .autoRenewDisabled, .autoRenewEnabled, .cancellationScheduled, .pauseScheduled, .paused,
      .productChanged, .offerRedeemed, .renewalExtended, .expired, .unrecognized, .promptShown,
      .promptSnoozed, .promptSuppressed, .noted, .claimed, .refreshRequested, .undone:
      return .subscription
    }
  }

  /// Returns whether an event about a refund also states that the subscription remains paid:
  /// active, with a date in the future.
  private func isStatusStated(beside event: SubscriptionEvent) -> Bool {
    let stated = event.facts
    guard stated.status == .active || stated.status == .canceled else { return false }
    let ahead = store.reportsTransactions ? stated.renewsAt : stated.expiresAt
    return ahead.map { $0 > event.statedAt } ?? false
  }

  /// Returns whether facts describe a later payment than the known one.
  ///
  /// One that Apple takes back is none, unless the event about it is its refund: that gives back
  /// what was paid.
  func isNewerPayment(_ other: StoreFacts, givenBackBy kind: EventKind? = nil) -> Bool {
    let isGivenBack = store.reportsTransactions && kind == .refunded
    guard other.revokedAt == nil || isGivenBack, other.isUpgraded != true else { return false }
    switch store {
    case .appStore:
      guard let mine = facts.transactionID, let theirs = other.transactionID, mine != theirs,
        let known = facts.purchasedAt, let purchased = other.purchasedAt
      else { return false }
      return purchased > known
    case .googlePlay:
      guard let order = other.paidOrderID, let theirs = PlayOrderNumber.of(order),
        !facts.isOfOtherItem(order)
      else { return false }
      let paid = facts.paidOrderID.flatMap(PlayOrderNumber.of)
      // A voided order was paid as well.
      let voided = state == .refunded ? facts.orderID.flatMap(PlayOrderNumber.of) : nil
      guard let mine = voided.map({ max($0, paid ?? $0) }) ?? paid else { return false }
      return theirs > mine
    }
  }

  /// Returns whether facts name the payment of the current period.
  ///
  /// A late notification may carry another transaction identifier and the same line item
  /// (<doc:EdgeCases#Case-24>).
  private func isCurrentPayment(_ other: StoreFacts) -> Bool {
    if let mine = facts.transactionID, let theirs = other.transactionID {
      if mine == theirs { return true }
      guard let line = facts.webOrderLineItemID else { return false }
      return line == other.webOrderLineItemID
    }
    return false
  }

  /// Returns whether facts name an earlier payment than that of the current period.
  ///
  /// Without dates, a payment counts as a new one and a refund as one of an old payment.
  private func isEarlierPayment(_ other: StoreFacts, isPayment: Bool) -> Bool {
    switch store {
    case .appStore:
      guard facts.transactionID != nil, let theirs = other.transactionID,
        theirs != facts.transactionID
      else { return false }
      if let line = facts.webOrderLineItemID, line == other.webOrderLineItemID { return false }
      if let mine = facts.purchasedAt, let purchased = other.purchasedAt { return purchased < mine }
      guard let mine = facts.expiresAt, let expires = other.expiresAt else { return !isPayment }
      return expires < mine
    case .googlePlay:
      // Renewals share the token; only the order distinguishes them. An unknown order is newer.
      guard let theirs = other.orderID ?? other.paidOrderID else { return false }
      // An item's order that was voided takes nothing of the others (<doc:EdgeCases#Case-17>).
      if other.status == nil, facts.isOfOtherItem(theirs) { return true }
      let number = PlayOrderNumber.of(theirs)
      guard let current = facts.paidOrderID ?? facts.orderID else {
        // No order was ever stated, but payments were.
        return !isPayment && number.map { $0 < paymentsHeard - 1 } ?? false
      }
      if let number, let known = PlayOrderNumber.of(current) {
        return number < known || number == known && !isPayment && wasRenewed(before: other)
      }
      return theirs != current && theirs != facts.orderID && names.orderIDs.contains(theirs)
    }
  }

  /// Returns whether the known order was followed by another one before it was voided: a payment
  /// was reported without its order, or the period is over and the purchase renews, so that its
  /// payment was not reported (<doc:EdgeCases#Case-17>).
  private func wasRenewed(before refund: StoreFacts) -> Bool {
    guard refund.status == nil, let voidedAt = refund.revokedAt else { return false }
    if isOrderBehind { return true }
    guard let last = periods.last, last.state == .active, last.endReason == nil,
      let paidThrough = last.paidThrough
    else { return false }
    return voidedAt - paidThrough > RecoveryPolicy.silentWindow(store, environment)
  }

  /// Returns whether a consent that is first asked for after grace is one to the price of a later
  /// renewal: in hold Google's date is still that of the end of grace (<doc:EdgeCases#Case-34>).
  ///
  /// Once the renewal is paid, the date is that of the next one again.
  private func asksConsentLater(_ other: StoreFacts) -> Bool {
    store.movesExpiry && periods.last?.failure?.hadGrace == true && other.status != .active
      && other.priceConsentPending == true && facts.priceConsentPending != true
  }

  /// Returns the known date if Google moves it by a day or two after it has passed and names no new
  /// payment: it is still trying to collect the renewal in silence (<doc:EdgeCases#Case-12>).
  func dateInSilence(_ event: SubscriptionEvent) -> Timestamp? {
    guard store.retriesInSilence, event.facts.status == .active, !event.kind.isPayment,
      event.kind != .renewalExtended, !isExtended, environment == .production,
      let last = periods.last, last.state == .active, let known = last.paidThrough,
      known <= event.statedAt, let expiresAt = event.facts.expiresAt, expiresAt > known,
      expiresAt - known <= RecoveryPolicy.silentWindow(store, environment),
      let order = event.facts.paidOrderID, order == facts.paidOrderID
    else { return nil }
    return known
  }

  /// Returns when a purchase began that carries on the beginning of the one it replaced: with its
  /// own message, also where a later resource states the other beginning (<doc:EdgeCases#Case-13>).
  func beginningOfItsOwn(_ event: SubscriptionEvent) -> Timestamp? {
    guard event.facts.replaces != nil, let stated = event.facts.startedAt,
      let began = event.kind == .purchased ? event.boughtAt : facts.startedAt, stated < began
    else { return nil }
    return began
  }

  /// Adds the facts of an event; `isNews` is false for a payment reported before.
  mutating func absorb(_ event: SubscriptionEvent, isNews: Bool) {
    names.note(event.facts)
    noteOffer(event.facts)
    let isPayment = isNews && event.kind.isPayment
    let hadObstacle = hasObstacle
    // A pause begins at the end of the payment period in which it was scheduled.
    if isPausePending, isNewerPayment(event.facts) { isPausePending = false }
    // Receipts and older payloads name an offer without its mode, which an earlier event stated.
    let isVague = store.reportsTransactions && event.facts.offer?.kind == .discounted
    let known = isVague && event.facts.transactionID == facts.transactionID ? facts.offer : nil
    let isOfLater = asksConsentLater(event.facts)
    absorbTerms(event.facts, isPayment: isPayment)
    noteOrder(of: event, isPayment: isPayment)
    forgetTerms(unlike: event.facts)
    if isPayment {
      paymentsHeard += 1
      facts.forgetTroubles()
      // Stores decide within days, and Google says nothing of a refund that it declined.
      (isRefundRequested, isExtended) = (false, false)
      // The announced renewal is this one; a transaction by itself announces no other.
      facts.renewsAt = nil
    }
    // Renewal info is complete: what it leaves out is no longer pending.
    if event.facts.autoRenew != nil {
      (facts.nextProduct, facts.renewsByInstalments) = (nil, nil)
      if !leavesConsentUnsaid(event.facts) { facts.forgetConsent() }
      (facts.renewsAt, facts.renewalPrice, facts.addOns, facts.removedItems) = (nil, nil, nil, nil)
    }
    if event.facts.paidOrderID != nil { facts.orderID = event.facts.paidOrderID }
    facts.merge(event.facts)
    if let known { facts.offer = known }
    if isOfLater { facts.priceConsentPending = nil }
    if facts.isTrial { trialOrderID = facts.paidOrderID }
    if facts.nextProduct == facts.product { facts.nextProduct = nil }
    switch event.kind {
    case .autoRenewDisabled:
      facts.autoRenew = event.facts.autoRenew ?? false
      isPausePending = false
    case .autoRenewEnabled:
      facts.autoRenew = event.facts.autoRenew ?? true
      (isCancellationScheduled, isPausePending) = (false, false)
    case .renewed, .purchased, .recovered:
      guard isNews else { break }
      facts.autoRenew = event.facts.autoRenew ?? true
      (isCancellationScheduled, isPausePending) = (false, false)
    case .productChangeReverted: facts.nextProduct = nil
    case .cancellationScheduled: isCancellationScheduled = true
    case .pauseScheduled: isPausePending = true
    case .paused: isPausePending = false
    case .renewalExtended: isExtended = true
    case .refundRequested: isRefundRequested = true
    case .refunded:
      isRefundRequested = false
      isOrderVoided =
        event.source == .googlePlayVoidedPurchase && (isOrderVoided || state != .refunded)
    case .refundDeclined: isRefundRequested = false
    case .refundReversed:
      isRefundRequested = false
      (facts.revokedAt, facts.refundedPart) = (nil, nil)
    case .snapshot, .purchasePending, .pendingPurchaseCanceled, .billingFailed, .holdStarted,
      .productChangeScheduled, .productChanged, .superseded, .offerRedeemed, .priceChanged,
      .expired, .revoked, .unrecognized, .promptShown, .promptSnoozed, .promptSuppressed, .noted,
      .claimed, .refreshRequested, .undone:
      break
    }
    // A cancellation ends a scheduled pause, even if auto-renew is turned on again afterwards.
    if event.facts.status == .canceled { isPausePending = false }
    noteCommitment(of: event)
    if hadObstacle, !hasObstacle { obstacleEndedAt = event.statedAt }
  }

  /// Records whether the known order is that of the latest payment.
  private mutating func noteOrder(of event: SubscriptionEvent, isPayment: Bool) {
    if event.facts.paidOrderID != nil { isOrderBehind = false }
    guard isPayment else { return }
    trialOrderID = nil
    isOrderBehind =
      event.facts.paidOrderID == nil && event.facts.orderID == nil
      && (periods.last?.paidThrough.map { $0 <= event.effectiveAt } ?? true)
  }

  /// A Boolean value that indicates whether the store would not collect a renewal whatever the
  /// payment method: consent is awaited, auto-renew is off, or the product is not for sale.
  private var hasObstacle: Bool {
    facts.priceConsentPending == true || facts.endReason == .priceIncrease
      || facts.endReason == .productUnavailable
      || facts.autoRenew == false && (facts.commitmentPaymentsLeft ?? 0) == 0
  }

  private mutating func noteCommitment(of event: SubscriptionEvent) {
    if let ends = event.facts.endsWithCommitment {
      isCancellationScheduled = ends || event.kind == .cancellationScheduled
    }
    let isEnding = event.kind == .autoRenewDisabled
    let left = isEnding ? commitmentLeft(event) : event.facts.commitmentPaymentsLeft
    if let left, left > 0, event.facts.autoRenew == false || isEnding {
      isCancellationScheduled = true
    }
  }

  /// Clears the offer and the price of the previous payment if facts describe another payment: any
  /// paid transaction ends a trial, and a price belongs to one payment only.
  private mutating func absorbTerms(_ stated: StoreFacts, isPayment: Bool) {
    if let product = stated.product, let known = facts.product, product != known {
      (facts.basePlan, facts.period, facts.price, facts.renewalPrice) = (nil, nil, nil, nil)
    }
    let isAnother: Bool
    switch store {
    case .appStore:
      // Renewal info by itself does not state the offer of the payment.
      guard isPayment || (stated.transactionID != nil && stated.purchasedAt != nil) else { return }
      isAnother = stated.transactionID != facts.transactionID
      // It may be no payment of a commitment any more.
      if isAnother { (facts.commitmentPaymentsLeft, isCancellationScheduled) = (nil, false) }
      facts.offer = stated.offer
      isPaymentUnheard = false
    case .googlePlay:
      isAnother = stated.paidOrderID != nil && stated.paidOrderID != facts.paidOrderID
      if isPayment || isAnother || stated.offer != nil || stated.isBasePhase == true {
        facts.offer = stated.offer
      }
      facts.isProrated = nil
      facts.isBasePhase = nil
    }
    if isPayment || isAnother { facts.price = nil }
  }

  /// Clears the price and the offer of the known payment if the App Store states another end of the
  /// paid period without the transaction: a payment that was never reported is current.
  private mutating func forgetTerms(unlike stated: StoreFacts) {
    guard store.reportsTransactions, stated.expiresAt == nil, stated.status == .active,
      let ends = stated.renewsAt, let known = periods.last?.paidThrough, ends != known
    else { return }
    (facts.offer, facts.price) = (nil, nil)
    isPaymentUnheard = true
  }

  /// Returns whether Google ends a purchase and no longer states the price change that ended it:
  /// for an increase without consent it states only the system as the reason
  /// (<doc:EdgeCases#Case-34>).
  private func leavesConsentUnsaid(_ stated: StoreFacts) -> Bool {
    guard !store.statesPriceIncrease, stated.priceConsentPending == nil,
      stated.endReason == .billing
    else { return false }
    return stated.status == .expired || stated.status == .canceled
  }

  /// Records the use of an introductory offer, which a user gets once in a subscription group
  /// (<doc:GoldenCases#G14>).
  mutating func noteOffer(_ facts: StoreFacts) {
    if let offer = facts.offer, offer.isIntroductory { usedIntroductoryOffer = true }
  }

  /// Adds an anomaly for each contradiction or unknown value in a payload.
  mutating func noteOddities(of event: SubscriptionEvent) {
    if event.kind == .unrecognized {
      note(
        .unknownValue, at: event.statedAt,
        event.storeName.isEmpty
          ? "the store sent a notification that this version does not recognize"
          : "this version does not recognize \(event.storeName)")
    }
    if event.facts.unknownValues == nil, event.facts.oddities == nil { return }
    for value in event.facts.unknownValues ?? [] {
      note(.unknownValue, at: event.statedAt, "this version does not recognize \(value)")
    }
    for oddity in event.facts.oddities ?? [] {
      note(.dataQuality, at: event.statedAt, "\(oddity)")
    }
  }
}

extension StoreFacts {
  /// A Boolean value that indicates whether Google ended a purchase because the renewal that it
  /// names was declined.
  var isRenewalDeclined: Bool {
    guard endReason == .billing, let orderID, let paidOrderID else { return false }
    return orderID != paidOrderID
  }

  /// Returns whether an order paid only for items of Google's purchase beside the product.
  func isOfOtherItem(_ order: String) -> Bool {
    guard let otherItems, order != paidOrderID else { return false }
    return otherItems.contains { $0.paidOrderID == order }
  }
}

extension EventKind {
  /// A Boolean value that indicates whether the event is a payment of a period.
  var isPayment: Bool { self == .purchased || self == .renewed || self == .recovered }
}
