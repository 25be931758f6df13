// MARK: Statements that are true of another time than the one they state

extension Subscriber {
  /// Returns statements of the stores in the order in which they count, each once, and each dated
  /// at the time it is true of.
  ///
  /// A resource states what holds when it is fetched. If a notification of Google Play is received
  /// more than a minute after its time, it counts by itself at its time, and the resource that was
  /// fetched because of it counts as a description at the time of receipt
  /// (<doc:GooglePlayRules#Resources-that-were-fetched-late>). A payment in grace that the App
  /// Store lists counts after the reports of the failure.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  static func dated(_ events: [SubscriptionEvent]) -> [SubscriptionEvent] {
    var events = order(of: events).map { events[$0] }
    if let listed = paidInGrace(of: events) {
      for (place, instant) in listed { events[place].statedAt = instant }
      events = order(of: events).map { events[$0] }
    }
    guard events.contains(where: \.mayBeTwoStatements) else { return events }
    var dated: [SubscriptionEvent] = []
    for (place, event) in events.enumerated() {
      guard event.mayBeTwoStatements else {
        dated.append(event)
        continue
      }
      let later = events[(place + 1)...].filter { $0.source == .googlePlayNotification }
      let isPaid = event.isPaidSince(after: events[..<place], before: later)
      guard let fetchedAt = isPaid ? event.fetchedPaid : event.fetchedLate else {
        dated.append(event)
        continue
      }
      dated += event.parts(fetchedAt: fetchedAt, isPaid: isPaid, before: later)
    }
    return order(of: dated).map { dated[$0] }
  }
}

// MARK: Listed payments of renewals that had failed

extension Subscriber {
  /// Returns whether there may be listed payments in grace; false for most events without them.
  static func mayListPaymentInGrace(_ events: [SubscriptionEvent]) -> Bool {
    events.indices.contains { events[$0].isListedRenewal }
      && events.indices.contains { events[$0].isFailing }
  }

  /// Returns the times at which listed transactions of the App Store count that paid a renewal
  /// which had failed, by their places; `nil` if there are none.
  ///
  /// A transaction counts at its purchase date, but that of a payment in grace is the date of the
  /// renewal, and the reports of the failure are later (<doc:AppStoreRules#Grace-and-retry>). It
  /// was paid after the last of them, by the end of grace, and before it was listed.
  private static func paidInGrace(of events: [SubscriptionEvent]) -> [(Int, Timestamp)]? {
    guard mayListPaymentInGrace(events) else { return nil }
    let failing = events.filter(\.isFailing)
    return events.indices.compactMap { place in
      guard events[place].isListedRenewal, let word = failing.last(where: events[place].pays)
      else { return nil }
      let ends = word.facts.graceEndsAt ?? word.statedAt
      return (place, max(word.statedAt, min(ends, events[place].recordedAt)))
    }
  }
}

extension SubscriptionEvent {
  /// A Boolean value that indicates whether the App Store lists a renewal among its transactions,
  /// in the history or in a receipt.
  fileprivate var isListedRenewal: Bool {
    kind == .renewed && (source == .appStoreServerAPI || source == .appStoreReceipt)
  }

  /// A Boolean value that indicates whether the App Store states that a renewal is failing.
  fileprivate var isFailing: Bool {
    guard source.store?.movesExpiry == false else { return false }
    return kind == .billingFailed || facts.status == .grace || facts.status == .hold
  }

  /// Returns whether a listed renewal paid what fails by a report that is not earlier: it
  /// continues, without a gap, the period of the transaction that the report names.
  fileprivate func pays(_ report: SubscriptionEvent) -> Bool {
    guard let due = report.facts.expiresAt, let purchased = facts.purchasedAt,
      facts.transactionID != report.facts.transactionID, report.statedAt >= statedAt
    else { return false }
    return purchased.distance(to: due) <= .minutes(1)
  }
}

// MARK: The notification and its resource

extension SubscriptionEvent {
  /// A Boolean value that is false for most events that are one statement.
  @inline(__always) var mayBeLate: Bool {
    source == .googlePlayNotification
      && (recordedAt - statedAt > .minutes(1) || facts.expiresAt.map { $0 > statedAt } ?? false)
  }

  /// A Boolean value that indicates whether the event may count as two statements of different
  /// times.
  var mayBeTwoStatements: Bool { reportsFailureOfActive || fetchedLate != nil }

  /// A Boolean value that indicates whether the resource of a report of grace or hold is that of a
  /// subscription whose date is still to come.
  private var reportsFailureOfActive: Bool {
    guard source == .googlePlayNotification, kind == .billingFailed || kind == .holdStarted,
      facts.status == .active || facts.status == .canceled
    else { return false }
    return facts.expiresAt.map { $0 > statedAt } ?? false
  }

  /// Returns whether the renewal that a notification reports as failing was paid when its resource
  /// was fetched: the resource names a later order than was known, which no notification reports.
  fileprivate func isPaidSince(
    after earlier: ArraySlice<SubscriptionEvent>, before later: [SubscriptionEvent]
  ) -> Bool {
    guard reportsFailureOfActive, let order = facts.paidOrderID,
      let paid = PlayOrderNumber.of(order),
      let known = earlier.compactMap({ $0.facts.paidOrderID.flatMap(PlayOrderNumber.of) }).max(),
      paid > known
    else { return false }
    return !later.contains { $0.kind.isPayment && $0.facts.paidOrderID ?? order == order }
  }

  /// The time at which the resource of a report of a failure was fetched, if it was paid by then.
  fileprivate var fetchedPaid: Timestamp {
    let earliest = max(statedAt + .seconds(2), facts.canceledAt ?? statedAt)
    return recordedAt - statedAt > .days(7) ? earliest : max(recordedAt, earliest)
  }

  /// The earliest time at which a resource was fetched that is later than its notification; `nil`
  /// if it may be of the same time.
  ///
  /// Pub/Sub keeps a message seven days, so a record received later was copied from elsewhere, and
  /// its time of receipt is not that of the resource.
  var fetchedLate: Timestamp? {
    guard source == .googlePlayNotification, let status = facts.status else { return nil }
    switch kind {
    case .expired, .refunded, .revoked, .superseded, .purchasePending, .pendingPurchaseCanceled:
      // An end is stated the same whenever it is fetched.
      return nil
    default: break
    }
    let delay = recordedAt - statedAt
    let began = laterBeginning(of: status)
    guard delay > .minutes(1), delay <= .days(7) else { return began }
    return max(recordedAt, began ?? recordedAt)
  }

  /// Returns the beginning of a stated state after the notification; `nil` if it is not later, or
  /// the notification is the one about it.
  ///
  /// Google dates hold, a pause and the end by the expiry date, at which the last period that a
  /// payment paid for ends as well. Of a payment only a cancellation is later.
  private func laterBeginning(of status: StatedStatus) -> Timestamp? {
    if kind.isPayment {
      return status == .canceled ? facts.canceledAt.flatMap { $0 > statedAt ? $0 : nil } : nil
    }
    guard let began = facts.expiresAt, began > statedAt + .hours(1) else { return nil }
    switch status {
    case .hold: return kind == .holdStarted ? nil : began
    case .paused: return kind == .paused ? nil : began
    case .expired: return began
    case .pending, .active, .grace, .canceled, .revoked, .pendingCanceled, .gone: return nil
    }
  }

  /// Returns the notification by itself and the resource that was fetched because of it, as two
  /// statements of different times, or as one if they do not differ.
  ///
  /// - Parameters:
  ///   - fetchedAt: The time at which the resource was fetched.
  ///   - isPaid: Whether the renewal that the notification reports as failing was paid by then.
  ///   - later: The notifications after this one, oldest first.
  /// - Returns: The statements.
  fileprivate func parts(
    fetchedAt: Timestamp, isPaid: Bool, before later: [SubscriptionEvent]
  ) -> [SubscriptionEvent] {
    let following = Array(later.prefix { $0.statedAt <= fetchedAt })
    let beginsLater = isPaid || !kind.isPayment && facts.status.flatMap(laterBeginning) != nil
    // Without a report in between, what held at the fetch held at the notification.
    guard !following.isEmpty || beginsLater else { return beforeCancellation }
    let latest = following.last { $0.facts.status != nil }
    let isRepeated = latest.map { facts.isSameResource(as: $0.facts) } ?? false
    // The resource that was fetched for the latest of them may differ where something was reported
    // between the two fetches. Any other difference shows that the resource is older than they are,
    // so that the time of receipt is not that of the fetch.
    let isNews =
      latest.map { latest in
        !following.contains(where: isOlder(than:))
          && later.contains { $0.statedAt > fetchedAt && $0.statedAt <= latest.recordedAt }
      } ?? true
    guard isRepeated || isNews || beginsLater else { return beforeCancellation }
    if kind.isPayment, !following.contains(where: { $0.kind.changesPeriod }) {
      guard facts.status == .active || facts.status == .canceled || following.isEmpty else {
        return [bare(beside: following)]
      }
      let isReported = following.contains { $0.kind == .autoRenewDisabled }
      return isReported && facts.status == .canceled ? [paid] : beforeCancellation
    }
    let bare = bare(beside: following)
    guard isNews, !isRepeated else { return [bare] }
    return [bare, resource(at: fetchedAt)]
  }

  /// Returns the resource as a description without a notification.
  private func resource(at fetchedAt: Timestamp) -> SubscriptionEvent {
    var resource = self
    resource.id = EventID(id.rawValue + ":resource")
    resource.kind = .snapshot
    (resource.effectiveAt, resource.statedAt) = (fetchedAt, fetchedAt)
    (resource.source, resource.storeName) = (.googlePlaySubscription, "")
    (resource.facts.oddities, resource.facts.unknownValues) = (nil, nil)
    resource.unread = []
    return resource
  }

  /// The payment, and the resource that was fetched because of it once the user had turned
  /// auto-renew off; only the event if it is not a payment, or nothing was turned off after it.
  private var beforeCancellation: [SubscriptionEvent] {
    guard kind.isPayment, let canceledAt = facts.status.flatMap(laterBeginning) else {
      return [self]
    }
    return [paid, resource(at: canceledAt)]
  }

  /// Returns whether the resource of a later notification has a payment or an end that is not in
  /// that of this one.
  private func isOlder(than later: SubscriptionEvent) -> Bool {
    if later.facts.status == .expired, facts.status != .expired { return true }
    guard let own = facts.paidOrderID.flatMap(PlayOrderNumber.of),
      let paid = later.facts.paidOrderID.flatMap(PlayOrderNumber.of)
    else { return false }
    return own < paid
  }

  /// Returns the notification with only those facts that are the same at any time.
  private func bare(beside following: [SubscriptionEvent]) -> SubscriptionEvent {
    var event = self
    var facts = StoreFacts()
    (facts.app, facts.environment) = (self.facts.app, self.facts.environment)
    (facts.account, facts.country) = (self.facts.account, self.facts.country)
    (facts.purchaseToken, facts.startedAt) = (self.facts.purchaseToken, self.facts.startedAt)
    facts.replaces = self.facts.replaces
    if !following.contains(where: { $0.kind == .productChanged || $0.kind.isPayment }) {
      (facts.product, facts.basePlan) = (self.facts.product, self.facts.basePlan)
    }
    if kind == .purchased {
      facts.paidOrderID = (self.facts.paidOrderID ?? self.facts.orderID)
        .flatMap(PlayOrderNumber.first)
    }
    (facts.oddities, facts.unknownValues) = (self.facts.oddities, self.facts.unknownValues)
    event.facts = facts
    return event
  }

  /// The payment with its resource as it was before the user turned auto-renew off.
  private var paid: SubscriptionEvent {
    var event = self
    (event.facts.status, event.facts.autoRenew) = (.active, true)
    (event.facts.canceledAt, event.facts.endReason) = (nil, nil)
    return event
  }
}

extension StoreFacts {
  /// Returns whether two resources of Google Play state the same period in the same state.
  fileprivate func isSameResource(as other: StoreFacts) -> Bool {
    status == other.status && expiresAt == other.expiresAt && paidOrderID == other.paidOrderID
  }
}

extension EventKind {
  /// A Boolean value that indicates whether the dates or the orders in a resource are others
  /// afterwards.
  fileprivate var changesPeriod: Bool {
    switch self {
    case .purchased, .renewed, .recovered, .billingFailed, .holdStarted, .paused, .productChanged,
      .renewalExtended, .expired, .refunded, .revoked, .superseded, .pendingPurchaseCanceled:
      true
    case .snapshot, .purchasePending, .autoRenewDisabled, .autoRenewEnabled,
      .cancellationScheduled, .pauseScheduled, .productChangeScheduled, .productChangeReverted,
      .offerRedeemed, .priceChanged, .refundReversed, .refundDeclined, .refundRequested,
      .unrecognized, .promptShown, .promptSnoozed, .promptSuppressed, .noted, .claimed,
      .refreshRequested, .undone:
      false
    }
  }
}
