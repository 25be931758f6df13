// MARK: Payments

extension Subscriber {
  /// Returns every payment that the stores have reported by an instant, oldest first, from events
  /// in any order.
  ///
  /// A payment is reported by its notification, by the API responses fetched because of it and by
  /// every later receipt; it is listed once. A failed renewal is listed in addition to the payment
  /// that may have followed it, once for the failure and not for each retry, as the store reports
  /// it.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  public func payments(in events: [SubscriptionEvent], at now: Timestamp) -> [Payment] {
    let told = Self.dated(events.filter { $0.source.store != nil && $0.statedAt <= now })
      .filter { $0.statedAt <= now }
    var list = CollectedPayments(subscription: id, store: store)
    for event in told { list.add(event) }
    list.settle(machine.failures)
    var payments = list.payments
    if let last = machine.periods.last, last.state == .superseded, last.since <= now {
      // The rest of the period was compensated, or went on as the other purchase.
      for place in payments.indices where payments[place].paidTo.map({ $0 > last.since }) ?? false {
        payments[place].paidTo = max(payments[place].at, last.since)
      }
    }
    // What was declined was the purchaser's, not a member's of the family.
    for (failure, renewal) in zip(machine.failures, machine.failedRenewals)
    where failure.failedAt <= now && !isFamilyShared {
      payments.append(declined(failure, renewal, told))
    }
    for place in payments.indices { payments[place].group = facts.group }
    return payments.sorted { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
  }

  /// Returns the failed renewal, with the amount and the order that the store named with it; where
  /// it named no amount, that of the renewal that was due.
  private func declined(
    _ failure: Failure, _ renewal: FailedRenewal, _ told: [SubscriptionEvent]
  ) -> Payment {
    let (due, ends) = (failure.base(store), failure.ending?.at ?? .distantFuture)
    // Without grace and hold the end is the first word of it (<doc:EdgeCases#Case-33>).
    let hasEnded = failure.ending?.state == .expired
    var words = told.filter { event in
      event.statedAt < ends
        && (event.kind == .billingFailed || event.kind == .holdStarted
          || event.facts.status == .grace || event.facts.status == .hold)
        || hasEnded && event.facts.status == .expired && event.facts.endReason == .billing
    }
    // A failure may be reported before its date (<doc:EdgeCases#Case-4>).
    let announced = failure.isAnnounced ? words.last { $0.statedAt < due }?.statedAt : nil
    let begins = min(announced ?? due, failure.failedAt)
    words.removeAll { $0.statedAt < begins }
    let order = words.lazy.compactMap { event in
      event.facts.orderID.flatMap { $0 == event.facts.paidOrderID ? nil : $0 }
    }.first
    let amount = words.lazy.compactMap { event in
      event.facts.renewalPrice ?? (event.facts.offer == nil ? event.facts.price : nil)
    }.first
    let product = words.lazy.compactMap { $0.facts.nextProduct ?? $0.facts.product }.first
    return Payment(
      subscription: id, kind: .declined, at: due,
      amount: amount ?? (renewal.isChanged ? nil : renewal.price),
      product: product ?? renewal.product ?? self.product,
      orderID: store.reportsTransactions ? nil : order)
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
