// MARK: Payments

extension Subscriber {
  /// Returns every payment that the stores have reported by an instant, oldest first.
  ///
  /// A payment is reported by its notification, by the API responses fetched because of it and by
  /// every later receipt; it is listed once. A failed renewal is listed in addition to the payment
  /// that may have followed it, once for the failure and not for each retry, as the store reports
  /// it.
  ///
  /// - Parameters:
  ///   - events: The subscription's events, in any order.
  ///   - now: The instant.
  /// - Returns: The payments.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func payments(in events: [SubscriptionEvent], at now: Timestamp) -> [Payment] {
    var seen: Set<EventID> = []
    let told = events.filter { $0.source.store != nil && $0.statedAt <= now }
      .sorted(by: SubscriptionEvent.precedes).filter { seen.insert($0.id).inserted }
    var builder = PaymentBuilder(subscription: id, store: store)
    for event in told { builder.add(event) }
    var payments = builder.payments
    for failure in machine.failures where failure.failedAt <= now {
      payments.append(declined(failure, told))
    }
    return payments.sorted { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
  }

  /// Returns the failed renewal, with the amount and the order that the store named with it.
  private func declined(_ failure: Failure, _ told: [SubscriptionEvent]) -> Payment {
    let ends = failure.ending?.at ?? .distantFuture
    let words = told.filter { event in
      failure.base(store) <= event.statedAt && event.statedAt < ends
        && (event.kind == .billingFailed || event.kind == .holdStarted
          || event.facts.status == .grace || event.facts.status == .hold)
    }
    let order = words.lazy.compactMap { event in
      event.facts.orderID.flatMap { $0 == event.facts.paidOrderID ? nil : $0 }
    }.first
    let amount = words.lazy.compactMap { event in
      event.facts.renewalPrice ?? (event.facts.offer == nil ? event.facts.price : nil)
    }.first
    return Payment(
      .declined, of: id, at: failure.base(store), amount: amount,
      product: words.lazy.compactMap { $0.facts.nextProduct ?? $0.facts.product }.first ?? product,
      orderID: store == .googlePlay ? order : nil)
  }
}

/// A builder of one subscription's payments from its events, which are added in the order in which
/// they count.
private struct PaymentBuilder {
  let subscription: SubscriptionID
  let store: Store
  private(set) var entries: [Entry] = []
  /// The latest expiry date that the store stated, which is the next renewal date.
  private var expiresAt: Timestamp?

  init(subscription: SubscriptionID, store: Store) {
    (self.subscription, self.store) = (subscription, store)
  }

  /// The facts known about one payment.
  struct Entry {
    var name: String?
    /// Apple's order, in addition to the transaction in ``name``.
    var order: String?
    var line: String?
    var at: Timestamp?
    var isDateStated = true
    var amount: Money?
    var product: ProductID?
    var isTrial = false
    var isShared = false
    var isUpgraded = false
    var paidTo: Timestamp?
    var refundedAt: Timestamp?
  }

  /// The payments with a known date.
  var payments: [Payment] {
    entries.compactMap { entry in
      guard let at = entry.at ?? entry.refundedAt else { return nil }
      return Payment(
        kind(of: entry), of: subscription, at: at,
        isDateStated: entry.isDateStated && entry.at != nil, amount: amount(of: entry),
        product: entry.product ?? "", orderID: store == .googlePlay ? entry.name : entry.order,
        transactionID: store == .appStore ? entry.name : nil, paidTo: entry.paidTo,
        refundedAt: entry.isUpgraded ? nil : entry.refundedAt)
    }
  }

  private func kind(of entry: Entry) -> Payment.Kind {
    if entry.isShared { return .familyShared }
    if entry.isUpgraded { return .upgraded }
    if entry.refundedAt != nil { return .refunded }
    return entry.isTrial ? .freeTrial : .paid
  }

  private func amount(of entry: Entry) -> Money? {
    if entry.isShared { return nil }
    guard entry.isTrial else { return entry.amount }
    return entry.amount.map { Money(micros: 0, currency: $0.currency) }
  }

  /// Adds one event.
  mutating func add(_ event: SubscriptionEvent) {
    switch store {
    case .appStore: addTransaction(event)
    case .googlePlay: addOrder(event)
    }
    switch event.kind {
    case .refunded: refund(event, at: event.facts.revokedAt ?? event.effectiveAt)
    case .refundReversed:
      if let index = place(named: event) { entries[index].refundedAt = nil }
    case .snapshot where event.facts.revokedAt != nil && event.facts.endReason != .familySharing:
      refund(event, at: event.facts.revokedAt ?? event.effectiveAt)
    default: break
    }
    if event.facts.status == .active || event.facts.status == nil {
      expiresAt = event.facts.expiresAt ?? expiresAt
    }
  }

  // MARK: Apple: one transaction, one payment

  private mutating func addTransaction(_ event: SubscriptionEvent) {
    let facts = event.facts
    guard let name = facts.transactionID else {
      addUnnamed(event)
      return
    }
    let line = facts.webOrderLineItemID
    let known = entries.firstIndex {
      $0.name == name || (line != nil && $0.line == line)
    }
    let index = known ?? entries.count
    if known == nil { entries.append(Entry(name: name)) }
    entries[index].line = entries[index].line ?? line
    entries[index].order = entries[index].order ?? facts.orderID
    if facts.familyShared == true { entries[index].isShared = true }
    if facts.isUpgraded == true { entries[index].isUpgraded = true }
    // An event without a purchase date names the payment but describes another period.
    guard let purchasedAt = facts.purchasedAt else { return }
    entries[index].at = entries[index].at ?? purchasedAt
    describe(index, facts)
  }

  private mutating func describe(_ index: Int, _ facts: StoreFacts) {
    entries[index].amount = entries[index].amount ?? paid(facts)
    entries[index].product = entries[index].product ?? facts.product
    entries[index].isTrial = entries[index].isTrial || facts.offer?.kind == .freeTrial
    entries[index].paidTo = entries[index].paidTo ?? facts.expiresAt
  }

  /// Returns the amount of a payment; for a trial, any amount that names the currency.
  private func paid(_ facts: StoreFacts) -> Money? {
    facts.price ?? (facts.offer?.kind == .freeTrial ? facts.renewalPrice : nil)
  }

  /// Adds a payment without an identifier, which a later event may supply.
  private mutating func addUnnamed(_ event: SubscriptionEvent) {
    guard event.kind.isPayment, event.facts.status != .pending else { return }
    entries.append(Entry(at: event.effectiveAt))
    describe(entries.count - 1, event.facts)
  }

  // MARK: Google: one order, one payment

  private mutating func addOrder(_ event: SubscriptionEvent) {
    let facts = event.facts
    let isPayment = event.kind.isPayment && event.facts.status != .pending
    guard let name = paidOrder(event) else {
      if facts.orderID == nil { addUnnamed(event) }
      return
    }
    guard !entries.contains(where: { $0.name == name }) else { return }
    if let last = entries.indices.last, entries[last].name == nil, entries[last].at != nil {
      entries[last].name = name
      describe(last, facts)
      return
    }
    entries.append(Entry(name: name))
    let index = entries.count - 1
    describe(index, facts)
    // No store states the charge of a plan change: the new price less what is left of the old.
    if facts.replaces != nil, entries.count == 1 { entries[index].amount = nil }
    if isPayment {
      entries[index].at =
        event.kind == .purchased ? facts.startedAt ?? event.effectiveAt : event.effectiveAt
    } else if index == 0, !PlayOrderName.isRenewal(name), let startedAt = facts.startedAt {
      entries[index].at = startedAt
    } else {
      let due = expiresAt.flatMap { $0 <= event.statedAt ? $0 : nil }
      entries[index].at = due ?? event.statedAt
      entries[index].isDateStated = false
    }
  }

  /// Returns the order that facts state as paid.
  ///
  /// Version 1 of the API names one order, which is the declined one while a renewal fails and
  /// stays so at the end (<doc:GooglePlayRules#Purchases>).
  private func paidOrder(_ event: SubscriptionEvent) -> String? {
    let facts = event.facts
    if let paid = facts.paidOrderID { return paid }
    switch facts.status {
    case .active: return facts.orderID
    case .canceled:
      return event.source == .googlePlaySubscriptionV1 || event.kind == .autoRenewDisabled
        ? facts.orderID : nil
    case .pending, .grace, .hold, .paused, .expired, .revoked, .pendingCanceled, .gone, nil:
      return nil
    }
  }

  // MARK: Refunds

  private mutating func refund(_ event: SubscriptionEvent, at instant: Timestamp) {
    guard event.facts.isUpgraded != true else { return }
    if let index = place(named: event) {
      entries[index].refundedAt = instant
      return
    }
    let name = store == .appStore ? event.facts.transactionID : event.facts.orderID
    if let name {
      entries.append(Entry(name: name, refundedAt: instant))
    } else if let last = entries.indices.last {
      entries[last].refundedAt = instant
    }
  }

  /// The payment that an event about a refund names.
  private func place(named event: SubscriptionEvent) -> Int? {
    let facts = event.facts
    switch store {
    case .appStore: return entries.firstIndex { $0.name == facts.transactionID && $0.name != nil }
    case .googlePlay:
      let names = [facts.paidOrderID, facts.orderID].compactMap { $0 }
      return names.lazy.compactMap { name in entries.firstIndex { $0.name == name } }.first
    }
  }
}

/// The form of Google's order names: `GPA.1234-…` and, for renewals, `GPA.1234-…..0`.
enum PlayOrderName {
  /// Returns whether an order is a renewal rather than the purchase.
  static func isRenewal(_ order: String) -> Bool {
    var dots = 0
    for byte in order.utf8.reversed() {
      switch byte {
      case 48...57 where dots == 0: continue
      case 46:
        dots += 1
        if dots == 2 { return true }
      default: return false
      }
    }
    return false
  }
}
