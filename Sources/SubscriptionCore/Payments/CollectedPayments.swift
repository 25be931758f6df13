/// The payments for one subscription, from its events, which are added in the order in which they
/// count.
struct CollectedPayments: Hashable, Sendable {
  /// The subscription.
  let subscription: SubscriptionID
  /// The store that collected them.
  let store: Store
  /// The payments, in the order in which the store first named them.
  var entries: [Entry] = []
  /// The latest expiry date that the store stated, which is the next renewal date.
  private var expiresAt: Timestamp?
  /// A Boolean value that indicates whether a renewal was failing when the store last spoke.
  private var isFailing = false
  /// Apple's first transaction, which every later one names.
  private var originalTransactionID: String?
  /// The places in ``entries`` by name, so that a further payment is not compared with thousands.
  private var places: [String: Int] = [:]
  /// The places in ``entries`` by Apple's web order line item.
  private var linePlaces: [String: Int] = [:]

  init(subscription: SubscriptionID, store: Store) {
    (self.subscription, self.store) = (subscription, store)
  }

  /// The facts known about one payment.
  struct Entry: Hashable, Sendable {
    /// Apple's transaction or Google's order.
    var name: String?
    /// Apple's order, in addition to the transaction in ``name``.
    var order: String?
    /// Apple's web order line item.
    var line: String?
    /// The date of the charge.
    var at: Timestamp?
    /// A Boolean value that indicates whether a store stated ``at``.
    var isDateStated = true
    /// A Boolean value that indicates whether the charge is not known to lie on the day of ``at``,
    /// which is only the first word of it.
    var isDayUnknown = false
    /// The amount.
    var amount: Money?
    /// The product.
    var product: ProductID?
    /// Google's base plan without the offer after it.
    var basePlan: String?
    /// The kind of the offer that the period was bought with.
    var offer: Offer.Kind?
    /// The length of time that the offer's price covers, if it is stated.
    var offerPeriod: BillingPeriod?
    /// A Boolean value that indicates whether it paid for a further period of the subscription;
    /// `nil` if no event says so.
    var statedRenewal: Bool?
    /// A Boolean value that indicates whether another member of the family paid.
    var isShared = false
    /// A Boolean value that indicates whether it paid only for another item of Google's purchase
    /// than the one that names the subscription, and says nothing of what a period costs.
    var isOfOtherItem = false
    /// A Boolean value that indicates whether an upgrade replaced it.
    var isUpgraded = false
    /// The beginning of the paid period, where that is not the date of the charge.
    var paidFrom: Timestamp?
    /// The end of the paid period.
    var paidTo: Timestamp?
    /// The date of the refund.
    var refundedAt: Timestamp?
    /// The part that was given back, as ``StoreFacts/refundedPart``; `nil` for all of it.
    var refundedPart: Int?

    /// A Boolean value that indicates whether the store charged nothing.
    var isTrial: Bool { offer == .freeTrial }

    /// A Boolean value that indicates whether it is a free period of the user's own, which no
    /// upgrade cut short.
    var isOwnTrial: Bool { isTrial && !isShared && !isUpgraded }

    /// A Boolean value that indicates whether the user paid, so that a refund gives money back: not
    /// for a free trial, nor for what an upgrade replaced or another member of the family paid.
    var isRefundable: Bool { !isTrial && !isUpgraded && !isShared }
  }

  /// The payments with a known date.
  var payments: [Payment] {
    entries.compactMap { entry in
      guard let at = entry.at ?? entry.refundedAt else { return nil }
      return Payment(
        subscription: subscription, kind: kind(of: entry), at: at,
        isDateStated: entry.isDateStated && entry.at != nil,
        isDayKnown: !entry.isDayUnknown, amount: amount(of: entry),
        product: entry.product ?? "", orderID: store.reportsTransactions ? entry.order : entry.name,
        transactionID: store.reportsTransactions ? entry.name : nil, paidTo: entry.paidTo,
        isRenewal: isRenewal(entry),
        refundedAt: entry.isRefundable ? entry.refundedAt : nil,
        refundedPart: entry.isRefundable ? entry.refundedPart : nil)
    }
  }

  /// Returns a Boolean value that indicates whether a payment is a renewal that the store
  /// collected, and neither the purchase nor a free trial; by its name where no event says so.
  func isRenewal(_ entry: Entry) -> Bool {
    guard !entry.isTrial, !entry.isShared, entry.at != nil else { return false }
    if let stated = entry.statedRenewal { return stated }
    guard let name = entry.name else { return false }
    switch store {
    case .appStore: return originalTransactionID.map { $0 != name } ?? false
    case .googlePlay: return PlayOrderName.isRenewal(name)
    }
  }

  /// Returns a Boolean value that indicates whether the user had paid for the subscription before
  /// the last free period up to an instant, which then was no trial.
  func isPayer(beforeTrialAt instant: Timestamp) -> Bool {
    let trials = entries.compactMap { $0.isOwnTrial ? $0.at : nil }
    guard let trial = trials.filter({ $0 <= instant }).max() else { return false }
    return entries.contains { entry in
      entry.isRefundable && !entry.isOfOtherItem && entry.at.map { $0 < trial } ?? false
    }
  }

  private func kind(of entry: Entry) -> Payment.Kind {
    if entry.isShared { return .familyShared }
    if entry.isUpgraded { return .upgraded }
    if entry.isTrial { return .freeTrial }
    return entry.refundedAt == nil ? .paid : .refunded
  }

  private func amount(of entry: Entry) -> Money? {
    if entry.isShared { return nil }
    guard entry.isTrial else { return entry.amount }
    return entry.amount.map { Money(micros: 0, currency: $0.currency) }
  }

  /// Adds one event.
  mutating func add(_ event: SubscriptionEvent) {
    // The facts are passed on and not copied, as they are large.
    add(event, event.facts)
  }

  private mutating func add(_ event: SubscriptionEvent, _ facts: StoreFacts) {
    let known = entries.count
    var place =
      switch store {
      case .appStore: addTransaction(event, facts)
      case .googlePlay: addOrder(event, facts)
      }
    if let items = facts.otherItems, facts.status != .pending {
      place = addOrders(of: items, event, known: known) ?? place
    }
    if let place { noteRenewal(event.kind, place) }
    switch event.kind {
    case .refunded: refund(facts, at: facts.revokedAt ?? event.effectiveAt)
    case .refundReversed:
      if let index = self.place(named: facts) {
        (entries[index].refundedAt, entries[index].refundedPart) = (nil, nil)
      }
    case .snapshot where facts.revokedAt != nil && facts.endReason != .familySharing:
      refund(facts, at: facts.revokedAt ?? event.effectiveAt)
    default: break
    }
    if originalTransactionID == nil { originalTransactionID = facts.originalTransactionID }
    if facts.status == .active || facts.status == nil { expiresAt = facts.expiresAt ?? expiresAt }
    switch facts.status {
    case .grace, .hold: isFailing = true
    case nil where event.kind == .billingFailed || event.kind == .holdStarted: isFailing = true
    case nil where !event.kind.isPayment: break
    default: isFailing = false
    }
  }

  /// Notes whether an event says that a payment was a renewal.
  private mutating func noteRenewal(_ kind: EventKind, _ place: Int) {
    switch kind {
    case .renewed, .recovered: entries[place].statedRenewal = true
    case .purchased, .productChanged:
      entries[place].statedRenewal = entries[place].statedRenewal ?? false
    default: break
    }
  }

  // MARK: Apple: one transaction, one payment

  /// Adds the transaction that facts name, and returns its place.
  private mutating func addTransaction(_ event: SubscriptionEvent, _ facts: StoreFacts) -> Int? {
    guard let name = facts.transactionID else { return addUnnamed(event, facts) }
    let line = facts.webOrderLineItemID
    let known = place(named: name, line)
    let index = known ?? entries.count
    if known == nil { append(Entry(name: name)) }
    if let line, entries[index].line == nil {
      entries[index].line = line
      linePlaces[line] = linePlaces[line] ?? index
    }
    entries[index].order = entries[index].order ?? facts.orderID
    if facts.familyShared == true { entries[index].isShared = true }
    if facts.isUpgraded == true { entries[index].isUpgraded = true }
    // An event without a purchase date names the payment but describes another period.
    guard let purchasedAt = facts.purchasedAt else { return nil }
    entries[index].at = entries[index].at ?? purchasedAt
    describe(index, facts)
    return index
  }

  /// Returns the place of a payment with a name or a line item; most events name the latest.
  private func place(named name: String, _ line: String? = nil) -> Int? {
    guard let last = entries.indices.last else { return nil }
    if entries[last].name == name { return last }
    return places[name] ?? line.flatMap { linePlaces[$0] }
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    if let name = entry.name { self.name(entries.count - 1, name) }
  }

  /// Gives a payment its name, by which later events find it.
  private mutating func name(_ place: Int, _ name: String) {
    entries[place].name = name
    places[name] = places[name] ?? place
  }

  private mutating func describe(_ index: Int, _ facts: StoreFacts) {
    entries[index].amount = entries[index].amount ?? paid(facts)
    entries[index].product = entries[index].product ?? facts.product
    if entries[index].basePlan == nil { entries[index].basePlan = facts.basePlanName }
    if let offer = facts.offer, !entries[index].isTrial {
      (entries[index].offer, entries[index].offerPeriod) = (offer.kind, offer.period)
    }
    if !store.movesExpiry || !facts.isExpiryUnpaid {
      entries[index].paidTo = entries[index].paidTo ?? facts.expiresAt
    }
  }

  /// Returns the amount of a payment; for a trial, any amount that names the currency.
  private func paid(_ facts: StoreFacts) -> Money? {
    facts.price ?? (facts.isTrial ? facts.renewalPrice : nil)
  }

  /// Adds a payment without an identifier, which a later event may supply.
  private mutating func addUnnamed(_ event: SubscriptionEvent, _ facts: StoreFacts) -> Int? {
    guard event.kind.isPayment, facts.status != .pending else { return nil }
    entries.append(Entry(at: event.effectiveAt))
    describe(entries.count - 1, facts)
    return entries.count - 1
  }

  // MARK: Google: one order, one payment

  /// Adds the order that facts state as paid, and returns its place.
  private mutating func addOrder(_ event: SubscriptionEvent, _ facts: StoreFacts) -> Int? {
    let isPayment = event.kind.isPayment && facts.status != .pending
    guard let name = paidOrder(event, facts) else {
      return facts.orderID == nil ? addUnnamed(event, facts) : nil
    }
    if let known = place(named: name) {
      // What was first known from its refund is described by the facts that name it.
      if entries[known].at == nil { describe(known, facts) }
      return known
    }
    if let last = entries.indices.last, entries[last].name == nil, let at = entries[last].at {
      let window = RecoveryPolicy.silentWindow(store, facts.environment ?? .production)
      if !isPayment || event.effectiveAt - at <= window {
        self.name(last, name)
        describe(last, facts)
        return last
      }
      nameBefore(name)
    }
    append(Entry(name: name))
    let index = entries.count - 1
    describe(index, facts)
    // No store states the charge of a plan change: the new price less what is left of the old.
    if facts.replaces != nil, entries.count == 1 { entries[index].amount = nil }
    if isPayment {
      entries[index].at =
        event.kind == .purchased ? event.boughtAt ?? event.effectiveAt : event.effectiveAt
    } else if index == 0, !PlayOrderName.isRenewal(name), let startedAt = facts.startedAt {
      entries[index].at = startedAt
    } else {
      // What failed on the day that it was due was not paid on it.
      let due = isFailing ? nil : expiresAt.flatMap { $0 <= event.statedAt ? $0 : nil }
      entries[index].at = due ?? event.statedAt
      entries[index].isDateStated = false
      entries[index].isDayUnknown = due == nil && !isPaidSinceLastWord(index, facts)
    }
    return index
  }

  /// Adds the orders that paid only for other items than the one that names the subscription, such
  /// as an add-on that was bought later, and returns the place of one that the event reports.
  ///
  /// No store states such a charge, which is less than the price where it is for a part of a
  /// period.
  private mutating func addOrders(
    of items: [PurchasedItem], _ event: SubscriptionEvent, known: Int
  ) -> Int? {
    let isOfEvent =
      entries.count == known && (event.kind.isPayment || event.kind == .productChanged)
    var place: Int?
    for item in items {
      guard let name = item.paidOrderID, self.place(named: name) == nil else { continue }
      var entry = Entry(name: name, product: item.product, isOfOtherItem: true)
      entry.at = isOfEvent ? event.effectiveAt : event.statedAt
      entry.isDateStated = isOfEvent
      entry.isDayUnknown = known == 0
      if item.isTrial { entry.offer = .freeTrial }
      append(entry)
      if isOfEvent { place = place ?? entries.count - 1 }
    }
    return place
  }

  /// Names the last payment, whose order is not known, if it is the only one between the order
  /// before it and a later one.
  private mutating func nameBefore(_ name: String) {
    guard let last = entries.indices.last, let before = PlayOrderNumber.previous(name)
    else { return }
    let known = last == 0 ? nil : entries[last - 1].name
    guard known == PlayOrderNumber.previous(before), known != nil || last == 0 else { return }
    self.name(last, before)
  }

  /// Returns a Boolean value that indicates whether an order was paid between the store's last word
  /// and the facts that name it, rather than at any time before the first look.
  private func isPaidSinceLastWord(_ index: Int, _ facts: StoreFacts) -> Bool {
    if expiresAt != nil || entries[..<index].contains(where: { $0.at != nil }) { return true }
    return isFailing && facts.status != .grace && facts.status != .hold
  }

  /// Returns the order that facts state as paid.
  ///
  /// Version 1 of the API names one order, which is the declined one while a renewal fails and
  /// stays so at the end (<doc:GooglePlayRules#Purchases>).
  private func paidOrder(_ event: SubscriptionEvent, _ facts: StoreFacts) -> String? {
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

  private mutating func refund(_ facts: StoreFacts, at instant: Timestamp) {
    guard facts.isUpgraded != true else { return }
    let name = store.reportsTransactions ? facts.transactionID : facts.orderID
    if let index = place(named: facts) ?? name.flatMap({ unnamedPlace(of: $0, at: instant) }) {
      if let name, entries[index].name == nil { self.name(index, name) }
      (entries[index].refundedAt, entries[index].refundedPart) = (instant, facts.refundedPart)
      return
    }
    if let name {
      append(Entry(name: name, refundedAt: instant, refundedPart: facts.refundedPart))
    } else if let last = entries.lastIndex(where: { !$0.isOfOtherItem }) {
      (entries[last].refundedAt, entries[last].refundedPart) = (instant, facts.refundedPart)
    }
  }

  /// Returns the place of the payment that one of Google's orders was, if the payment was reported
  /// without its order: the one that was given back at about the same time, or the one of that
  /// number since the purchase; `nil` if there is none.
  private func unnamedPlace(of order: String, at instant: Timestamp) -> Int? {
    guard !store.reportsTransactions else { return nil }
    let window = RecoveryPolicy.silentWindow(store, .production)
    let refunded = entries.lastIndex { entry in
      entry.name == nil && entry.refundedAt.map { instant.distance(to: $0) <= window } ?? false
    }
    if let refunded { return refunded }
    guard let number = PlayOrderNumber.of(order), entries.indices.contains(number),
      entries[number].name == nil, entries[0].statedRenewal == false,
      !entries[...number].contains(where: \.isOfOtherItem)
    else { return nil }
    return number
  }

  /// The payment that an event about a refund names.
  private func place(named facts: StoreFacts) -> Int? {
    let names =
      store.reportsTransactions ? [facts.transactionID] : [facts.paidOrderID, facts.orderID]
    return names.lazy.compactMap { $0.flatMap { name in places[name] } }.first
  }
}

extension StoreFacts {
  /// A Boolean value that indicates whether Google's expiry date is the end of grace or of hold,
  /// rather than of a paid period (<doc:EdgeCases#Case-10>).
  fileprivate var isExpiryUnpaid: Bool {
    switch status {
    case .grace, .hold: return true
    case .expired: return isRenewalDeclined
    default: return false
    }
  }
}
