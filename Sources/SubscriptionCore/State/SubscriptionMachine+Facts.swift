// MARK: What an event is about, and what it adds to the facts

extension SubscriptionMachine {
  /// What an event is about.
  enum Concern {
    /// The subscription as it stands.
    case subscription
    /// The payment of the current period, told before.
    case sameTransactionAgain
    /// An earlier payment: the subscription as it stands is not touched (domain case 17).
    case anotherTransaction
    /// An earlier payment, with the present standing of the subscription stated beside it.
    case besideAnotherTransaction
  }

  /// Tells what an event is about.
  func concern(of event: SubscriptionEvent) -> Concern {
    switch event.kind {
    case .refunded, .revoked, .refundReversed, .refundDeclined, .refundRequested:
      if event.facts.status == .revoked { return .subscription }
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
      // Apple names the payment that was upgraded; what took its place goes on under its name.
      return store == .appStore && isEarlierPayment(event.facts, isPayment: false)
        ? .anotherTransaction : .subscription
    case .snapshot, .purchasePending, .pendingPurchaseCanceled, .billingFailed, .holdStarted,
      .autoRenewDisabled, .autoRenewEnabled, .cancellationScheduled, .pauseScheduled, .paused,
      .productChangeScheduled, .productChangeReverted, .productChanged, .offerRedeemed,
      .priceChanged, .renewalExtended, .expired, .unrecognized, .promptShown,
      .promptSnoozed, .promptSuppressed, .noted, .claimed, .refreshRequested, .undone:
      return .subscription
    }
  }

  /// Whether an event about a refund says that the subscription is paid for all the same: active,
  /// with a date ahead.
  private func isStatusStated(beside event: SubscriptionEvent) -> Bool {
    let stated = event.facts
    guard stated.status == .active || stated.status == .canceled else { return false }
    let ahead = store == .appStore ? stated.renewsAt : stated.expiresAt
    return ahead.map { $0 > event.statedAt } ?? false
  }

  /// Whether facts describe a payment after the one known.
  func isNewerPayment(_ other: StoreFacts) -> Bool {
    guard other.revokedAt == nil, other.isUpgraded != true else { return false }
    switch store {
    case .appStore:
      guard let mine = facts.transactionID, let theirs = other.transactionID, mine != theirs,
        let known = facts.purchasedAt, let purchased = other.purchasedAt
      else { return false }
      return purchased > known
    case .googlePlay:
      // What was voided was paid as well.
      let known = [facts.paidOrderID, state == .refunded ? facts.orderID : nil]
      guard let mine = known.compactMap({ $0.flatMap(PlayOrderNumber.of) }).max(),
        let theirs = other.paidOrderID.flatMap(PlayOrderNumber.of)
      else { return false }
      return theirs > mine
    }
  }

  /// Whether facts name the payment of the current period.
  ///
  /// A late notification may carry another transaction identifier and the same line item (domain
  /// case 24).
  private func isCurrentPayment(_ other: StoreFacts) -> Bool {
    if let mine = facts.transactionID, let theirs = other.transactionID {
      if mine == theirs { return true }
      guard let line = facts.webOrderLineItemID else { return false }
      return line == other.webOrderLineItemID
    }
    return false
  }

  /// Whether facts name a payment other than that of the current period, and not a newer one.
  ///
  /// Where no dates tell, a payment is taken for a new one and a refund for one of an old one.
  private func isEarlierPayment(_ other: StoreFacts, isPayment: Bool) -> Bool {
    switch store {
    case .appStore:
      guard facts.transactionID != nil, let theirs = other.transactionID,
        theirs != facts.transactionID
      else { return false }
      if let line = facts.webOrderLineItemID, line == other.webOrderLineItemID { return false }
      if let mine = facts.purchasedAt, let purchased = other.purchasedAt {
        return purchased < mine
      }
      guard let mine = facts.expiresAt, let expires = other.expiresAt else { return !isPayment }
      return expires < mine
    case .googlePlay:
      // Renewals share the token; only the order tells them apart. One never heard of is newer.
      guard let theirs = other.orderID ?? other.paidOrderID else { return false }
      let number = PlayOrderNumber.of(theirs)
      guard let current = facts.paidOrderID ?? facts.orderID else {
        // No order was ever told, but payments were.
        return !isPayment && number.map { $0 < paymentsHeard - 1 } ?? false
      }
      if let number, let known = PlayOrderNumber.of(current) { return number < known }
      return theirs != current && theirs != facts.orderID && names.orderIDs.contains(theirs)
    }
  }

  /// Takes over what an event states; `isNews` is false for a payment told before.
  mutating func absorb(_ event: SubscriptionEvent, isNews: Bool) {
    names.note(event.facts)
    noteOffer(event.facts)
    let isPayment = isNews && event.kind.isPayment
    // A pause begins with the end of the payment that it was asked for in.
    if isPausePending, isNewerPayment(event.facts) { isPausePending = false }
    // Receipts and older payloads name an offer without its mode, which was told before.
    let isVague = store == .appStore && event.facts.offer?.kind == .discounted
    let known = isVague && event.facts.transactionID == facts.transactionID ? facts.offer : nil
    absorbTerms(event.facts, isPayment: isPayment)
    forgetTerms(unlike: event.facts)
    if isPayment {
      paymentsHeard += 1
      facts.forgetTroubles()
      // The renewal that was announced is this one; a transaction by itself announces no other.
      facts.renewsAt = nil
    }
    // Renewal info comes whole: what it leaves out is not pending any more.
    if event.facts.autoRenew != nil {
      facts.nextProduct = nil
      if !leavesConsentUnsaid(event.facts) { facts.priceConsentPending = nil }
      facts.renewsAt = nil
      facts.renewalPrice = nil
    }
    if event.facts.paidOrderID != nil { facts.orderID = event.facts.paidOrderID }
    facts.merge(event.facts)
    if let known { facts.offer = known }
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
    case .refundRequested: isRefundRequested = true
    case .refunded, .refundDeclined: isRefundRequested = false
    case .refundReversed:
      isRefundRequested = false
      facts.revokedAt = nil
    case .snapshot, .purchasePending, .pendingPurchaseCanceled, .billingFailed, .holdStarted,
      .productChangeScheduled, .productChanged, .superseded, .offerRedeemed, .priceChanged,
      .renewalExtended, .expired, .revoked, .unrecognized, .promptShown, .promptSnoozed,
      .promptSuppressed, .noted, .claimed, .refreshRequested, .undone:
      break
    }
    // Who cancels is not paused any more, even with auto-renew turned on again afterwards.
    if event.facts.status == .canceled { isPausePending = false }
    if let left = event.facts.commitmentPaymentsLeft, left > 0,
      event.facts.autoRenew == false || event.kind == .autoRenewDisabled
    {
      isCancellationScheduled = true
    }
  }

  /// Forgets the offer and the price of what was paid before, where facts describe another payment:
  /// a trial ends with any paid transaction, and a price belongs to its payment alone.
  private mutating func absorbTerms(_ stated: StoreFacts, isPayment: Bool) {
    if let product = stated.product, let known = facts.product, product != known {
      (facts.basePlan, facts.period, facts.price, facts.renewalPrice) = (nil, nil, nil, nil)
    }
    let isAnother: Bool
    switch store {
    case .appStore:
      // Renewal info by itself says nothing of the offer that was paid with.
      guard isPayment || (stated.transactionID != nil && stated.purchasedAt != nil) else { return }
      isAnother = stated.transactionID != facts.transactionID
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

  /// Forgets what the payment known cost, and its offer, where the App Store names another end of
  /// what is paid for without the transaction: a payment that was never heard of runs.
  private mutating func forgetTerms(unlike stated: StoreFacts) {
    guard store == .appStore, stated.expiresAt == nil, stated.status == .active,
      let ends = stated.renewsAt, let known = periods.last?.paidThrough, ends != known
    else { return }
    (facts.offer, facts.price) = (nil, nil)
    isPaymentUnheard = true
  }

  /// Whether Google ends a purchase and has dropped the price change that ended it: it names the
  /// system and nothing else for an increase that nobody agreed to (domain case 34).
  private func leavesConsentUnsaid(_ stated: StoreFacts) -> Bool {
    guard store == .googlePlay, stated.priceConsentPending == nil, stated.endReason == .billing
    else { return false }
    return stated.status == .expired || stated.status == .canceled
  }

  /// Remembers an introductory offer, which a user gets once in a subscription group (golden case
  /// G14).
  mutating func noteOffer(_ facts: StoreFacts) {
    if let offer = facts.offer, offer.isIntroductory { usedIntroductoryOffer = true }
  }

  /// Turns what does not fit in one payload into anomalies.
  mutating func noteOddities(of event: SubscriptionEvent) {
    if event.kind == .unrecognized {
      anomalies.append(
        Anomaly(
          kind: .unknownValue, at: event.statedAt,
          text: event.storeName.isEmpty
            ? "the store said something this build has no word for"
            : "this build has no word for \(event.storeName)"))
    }
    for value in event.facts.unknownValues ?? [] {
      anomalies.append(
        Anomaly(
          kind: .unknownValue, at: event.statedAt, text: "this build does not know \(value)"))
    }
    for oddity in event.facts.oddities ?? [] {
      anomalies.append(Anomaly(kind: .dataQuality, at: event.statedAt, text: oddity))
    }
  }
}

extension EventKind {
  /// Whether the event is a payment of a period.
  var isPayment: Bool { self == .purchased || self == .renewed || self == .recovered }
}
