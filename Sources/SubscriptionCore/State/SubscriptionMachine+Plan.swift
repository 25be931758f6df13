// MARK: Evidence for the billing period

extension SubscriptionMachine {
  /// The billing period of the current product, or of another item of the purchase, if there is
  /// evidence for it: the items of a purchase at Google Play have one billing period.
  var plan: ProvenPlan? {
    if let plan = terms?.plan { return plan }
    return facts.otherItems?.lazy.compactMap { terms(of: $0.product, nil)?.plan }.first
  }

  /// The known terms of the current product.
  var terms: ProductTerms? { terms(of: facts.product, facts.basePlanName) }

  /// Returns the known terms of a product, and of one base plan of it.
  func terms(of product: ProductID?, _ basePlan: String?) -> ProductTerms? {
    termsIndex(product, basePlan).map { productTerms[$0] }
  }

  /// Records the evidence in an event for the plan and the price of its product.
  ///
  /// It compares the event with the dates and orders before it, so it must precede
  /// ``absorb(_:isNews:)``.
  mutating func noteTerms(of event: SubscriptionEvent, isCurrent: Bool) {
    let stated = event.facts
    guard let product = stated.product ?? facts.product else { return }
    let isSame = stated.product == nil || stated.product == facts.product
    // Another transaction of the same product may be another plan.
    let isAnother = stated.transactionID != nil && stated.transactionID != facts.transactionID
    let basePlan = stated.basePlanName ?? (isSame && !isAnother ? facts.basePlanName : nil)
    var proof: ProvenPlan?
    let left = stated.commitmentPaymentsLeft ?? (isSame ? facts.commitmentPaymentsLeft : nil)
    if let named = stated.period
      ?? basePlan.flatMap({ BillingPeriod(ofBasePlan: $0, hasCommitment: left != nil) })
    {
      proof = ProvenPlan(named, from: .basePlan)
    } else if (stated.environment ?? environment) == .production {
      switch store {
      case .appStore:
        // Instalments are paid by the month, whatever their dates (<doc:EdgeCases#Case-38>).
        if basePlan != nil { proof = ProvenPlan(.monthly, from: .basePlan) }
        let isNew = isCurrent && (paidPeriod == nil || stated.transactionID != facts.transactionID)
        guard isNew || stated.offer == nil else { break }
        let dates = appStoreProof(event)
        if stated.offer == nil { proof = proof ?? dates }
        // A later message about the transaction does not show that it was paid late, with the date
        // kept.
        guard isNew, stated.transactionID != nil, stated.expiresAt != nil else { break }
        paidPeriod = dates?.period
      case .googlePlay: proof = googlePlayProof(event)
      }
    }
    if store.reportsTransactions { noteMovedDate(of: event) }
    let price = basePrice(stated)
    guard proof != nil || price != nil else { return }
    let index: Int
    if let known = termsIndex(product, basePlan) {
      index = known
    } else {
      index = productTerms.count
      productTerms.append(ProductTerms(product: product, basePlan: basePlan))
    }
    if productTerms[index].basePlan == nil { productTerms[index].basePlan = basePlan }
    if let proof, productTerms[index].plan.map({ $0.yields(to: proof) }) ?? true {
      productTerms[index].plan = proof
    }
    if let price, isCurrent || productTerms[index].price == nil {
      productTerms[index].price = price
    }
  }

  private func termsIndex(_ product: ProductID?, _ basePlan: String?) -> Int? {
    guard let product else { return nil }
    return productTerms.lastIndex { terms in
      let isNamed = terms.basePlan != nil && basePlan != nil
      return terms.product == product
        && (terms.basePlan == basePlan || !isNamed && !store.sellsInstalmentsOfProducts)
    }
  }

  /// Returns the price of a period in the base phase, if facts state it with the product.
  private func basePrice(_ stated: StoreFacts) -> Money? {
    guard stated.product != nil else { return nil }
    switch store {
    case .appStore:
      return stated.transactionID != nil && stated.offer == nil ? stated.price : nil
    case .googlePlay: return stated.offer == nil ? stated.price : stated.renewalPrice
    }
  }
}

// MARK: App Store

extension SubscriptionMachine {
  /// Records a transaction whose date was moved: an extension is no evidence for the plan.
  private mutating func noteMovedDate(of event: SubscriptionEvent) {
    guard let id = event.facts.transactionID else { return }
    let isMoved =
      id == facts.transactionID && facts.expiresAt != nil && event.facts.expiresAt != nil
      && facts.expiresAt != event.facts.expiresAt
    if event.kind == .renewalExtended || isMoved { movedTransactionID = id }
  }

  /// Returns the evidence in the dates of a transaction; it is evidence for the plan only without
  /// an offer.
  private func appStoreProof(_ event: SubscriptionEvent) -> ProvenPlan? {
    let stated = event.facts
    guard let id = stated.transactionID, stated.product != nil,
      let purchased = stated.purchasedAt, let expires = stated.expiresAt,
      event.kind != .renewalExtended, id != movedTransactionID,
      id != facts.transactionID || facts.expiresAt == nil || facts.expiresAt == expires
    else { return nil }
    // A week is close to the rest of a month after grace, so it must match to the hour.
    let paid = BillingPeriod(
      sold: purchased, to: expires, at: .appStore, weekSlack: .hours(2))
    guard id != facts.transactionID, stated.product == facts.product, let last = periods.last,
      let before = last.paidThrough, before < expires, purchased + .hours(25) >= before
    else { return paid.map { ProvenPlan($0, from: .transaction) } }
    let kept = BillingPeriod(sold: before, to: expires, at: .appStore)
    if purchased <= before + .hours(25) {
      return (kept ?? paid).map { ProvenPlan($0, from: .renewals) }
    }
    // Paid late: in grace the billing date is kept, afterwards a new period begins.
    let isInGrace = last.state == .grace && last.failure?.graceEnds.map { purchased <= $0 } ?? true
    if let kept, isInGrace, purchased <= before + .days(29) {
      // A DID_RENEW without recovery follows a recovery whose report was lost.
      return event.kind == .recovered || kept == paid ? ProvenPlan(kept, from: .renewals) : nil
    }
    return paid.map { ProvenPlan($0, from: event.kind == .recovered ? .recovery : .transaction) }
  }
}

// MARK: Google Play

extension SubscriptionMachine {
  /// Returns the evidence in the dates of a resource in the base phase, by the kind of its event.
  private func googlePlayProof(_ event: SubscriptionEvent) -> ProvenPlan? {
    let stated = event.facts
    guard stated.status == .active || stated.status == .canceled, stated.offer == nil,
      stated.isProrated != true, stated.isBasePhase != false, let expires = stated.expiresAt
    else { return nil }
    // An older resource names an offer and not its phase, which may be a trial.
    if stated.basePlan?.contains("/") == true, stated.isBasePhase != true { return nil }
    switch event.kind {
    case .purchased:
      // A replacement keeps the date of what it replaced; a later order means a later resource.
      guard stated.replaces == nil, periods.last.map({ $0.state == .pending }) ?? true,
        let order = stated.paidOrderID ?? stated.orderID, PlayOrderNumber.of(order) == 0,
        let began = stated.startedAt
      else { return nil }
      return BillingPeriod(sold: began, to: expires, at: .googlePlay)
        .map { ProvenPlan($0, from: .firstPeriod) }
    case .renewed, .snapshot:
      guard let before = dateBeforeRenewal(event), before < expires else { return nil }
      return BillingPeriod(sold: before, to: expires, at: .googlePlay)
        .map { ProvenPlan($0, from: .renewals) }
    case .recovered:
      guard periods.last?.state != .active, followsPending(stated) else { return nil }
      return BillingPeriod(sold: event.effectiveAt, to: expires, at: .googlePlay)
        .map { ProvenPlan($0, from: .recovery) }
    default: return nil
    }
  }

  /// Returns the paid-through date that a single renewal moved to the one an event states; `nil` if
  /// anything else may have happened in between.
  private func dateBeforeRenewal(_ event: SubscriptionEvent) -> Timestamp? {
    let stated = event.facts
    guard let last = periods.last, let order = stated.paidOrderID ?? stated.orderID,
      let known = facts.paidOrderID, let from = PlayOrderNumber.of(known),
      let to = PlayOrderNumber.of(order), to == from + 1,
      stated.product == nil || stated.product == facts.product
    else { return nil }
    switch last.state {
    case .active, .canceled, .renewalPending:
      // A date that was deferred without a report is renewed at another time than the known one.
      guard let before = last.paidThrough, event.effectiveAt >= before - .hours(25),
        event.effectiveAt <= before + .hours(49)
      else { return nil }
      return before
    case .grace:
      guard event.kind == .renewed, let failure = last.failure else { return nil }
      return failure.paidThrough
    case .pending, .hold, .paused, .expired, .refunded, .superseded, .unknown: return nil
    }
  }

  /// Returns whether the paid order is the declined one, or follows the last paid one.
  func followsPending(_ stated: StoreFacts) -> Bool {
    guard let order = stated.paidOrderID ?? stated.orderID else { return true }
    guard let known = facts.paidOrderID, let from = PlayOrderNumber.of(known) else { return true }
    return order == facts.orderID || PlayOrderNumber.of(order) == from + 1
  }
}

/// The sequence number of a payment in an order identifier of Google Play: 0 for the first
/// (`GPA.1-2-3-4`), 1 for the first renewal (`GPA.1-2-3-4..0`).
public enum PlayOrderNumber {
  /// Returns the number of the payment; `nil` for text of another form.
  public static func of(_ order: String) -> Int? {
    guard order.hasPrefix("GPA.") else { return nil }
    guard let (_, suffix) = parts(order) else { return 0 }
    guard let number = Int(suffix), (0..<100_000).contains(number) else { return nil }
    return number + 1
  }

  /// Returns the order of the previous payment; `nil` for the first payment or text of another
  /// form.
  public static func previous(_ order: String) -> String? {
    guard let number = of(order), number > 0, let (base, _) = parts(order) else { return nil }
    return number == 1 ? String(base) : "\(base)..\(number - 2)"
  }

  /// Returns the order of the first payment under the same token; `nil` for text of another form.
  public static func first(_ order: String) -> String? {
    guard of(order) != nil else { return nil }
    return parts(order).map { String($0.0) } ?? order
  }

  /// Returns the text before and after the two dots.
  private static func parts(_ order: String) -> (Substring, Substring)? {
    guard let dot = order.lastIndex(of: "."), order[..<dot].last == "." else { return nil }
    return (order[..<dot].dropLast(), order[order.index(after: dot)...])
  }
}
