// MARK: Other purchases of the same user

extension SubscriptionMachine {
  /// Adds a purchase of the same user at its place among the events.
  ///
  /// A user who buys the same product again while it is on hold at Google Play gets a new token;
  /// the held subscription is closed and not counted twice (<doc:EdgeCases#Case-15>). Any other
  /// purchase made while a renewal is failing is a warning and never ends anything
  /// (<doc:EdgeCases#Case-6>). One made when the tries are over finds an end
  /// (<doc:EdgeCases#Case-14>). One that is not paid for yet changes nothing, nor does a test
  /// purchase (<doc:EdgeCases#Case-35>), nor does one beside another that a member of the family
  /// pays for.
  mutating func meet(_ purchase: RelatedPurchase) {
    guard purchase.subscription != id, !purchase.isPending, !purchase.isFamilyShared,
      facts.familyShared != true, purchase.environment == environment, let last = periods.last,
      let failure = last.failure, failure.failedAt <= purchase.purchasedAt,
      triesEnd.map({ purchase.purchasedAt < $0 }) ?? true, purchase.isOf(facts.group)
    else { return }
    let graceIsOver = failure.graceEnds.map { $0 <= purchase.purchasedAt } ?? false
    let isHeld = last.state == .hold && last.since <= purchase.purchasedAt
    if store.replacesHeldPurchases, purchase.product == facts.product, isHeld || graceIsOver {
      replace(last, at: purchase.purchasedAt)
      facts.replacedBy = purchase.subscription
      return
    }
    warn(of: purchase, at: purchase.purchasedAt, "\(purchase.product.rawValue) was bought", "")
  }

  /// Adds a purchase of the same user whose renewal was failing when this one was bought: both may
  /// be charged, and both are marked (<doc:EdgeCases#Case-6>).
  ///
  /// The conditions are those of ``meet(_:)``, which marks the failing one.
  mutating func noteFailing(_ purchase: RelatedPurchase) {
    guard purchase.subscription != id, purchase.subscription != facts.replaces, !isPending,
      facts.familyShared != true, !purchase.isFamilyShared,
      purchase.environment == environment, purchase.isOf(facts.group),
      purchase.failures.contains(where: { $0.contains(purchasedAt) })
    else { return }
    // What was on hold at Google Play was replaced.
    let isHeld = purchase.heldSince.map { $0 <= purchasedAt } ?? (purchase.endedAt != nil)
    if store.replacesHeldPurchases, purchase.product == facts.product, isHeld { return }
    warn(of: purchase, at: purchasedAt, "it was bought", " of \(purchase.product.rawValue)")
  }

  /// Marks the risk that another purchase is charged beside this one, since one of the two was
  /// bought while a renewal was failing.
  private mutating func warn(
    of purchase: RelatedPurchase, at bought: Timestamp, _ which: String, _ whose: String
  ) {
    doubleBilling.append(
      DoubleBilling(
        other: purchase.subscription, product: purchase.product, since: purchase.purchasedAt,
        until: purchase.end))
    note(
      .doubleBilling, at: bought,
      "\(which) while a renewal\(whose) was failing; when that is paid, both are charged")
  }

  private mutating func replace(_ last: StatePeriod, at instant: Timestamp) {
    if last.state == .grace, let failure = last.failure, let ends = failure.graceEnds {
      // Time had moved it to hold; add that state period before closing it.
      var held = last
      (held.state, held.since) = (.hold, max(ends, last.since))
      if held.since == last.since { periods.removeLast() }
      periods.append(held)
    }
    let since = max(instant, periods.last?.since ?? instant)
    if periods.last?.since == since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: .superseded, since: since, confirmedAt: instant, paidThrough: last.paidThrough))
    guard !failures.isEmpty else { return }
    failures[failures.count - 1].ending = Failure.Ending(
      state: .superseded, at: since, reason: nil, paidThrough: last.paidThrough)
  }
}

extension RelatedPurchase {
  /// Creates the description of a subscriber for another subscription of the same user, by the
  /// rules for the dates on which time alone ends it or its access.
  public init(of subscriber: Subscriber, policy: ChurnPolicy) {
    let machine = subscriber.machine
    let phases = machine.periods.indices.last.map { subscriber.phases(of: $0, policy) } ?? []
    self.init(
      subscription: subscriber.id, product: subscriber.product, group: machine.facts.group,
      purchasedAt: machine.purchasedAt, endedAt: machine.toldEndAt,
      heldSince: machine.heldSince, runsOutAt: phases.last { $0.state.isOver }?.from,
      accessEnds: phases.first { !$0.access }?.from, failures: machine.failingTimes,
      autoRenew: machine.state != .canceled && machine.facts.autoRenew != false
        && !machine.isCancellationScheduled,
      isFamilyShared: machine.facts.familyShared == true, environment: machine.environment,
      isPending: machine.isPending, usedIntroductoryOffer: machine.usedIntroductoryOffer)
    // A pause ends access before its renewal is waited for.
    silentFrom =
      zip(phases, phases.dropFirst()).first { before, phase in
        before.access && phase.anomaly == .silentStore && phase.state == .renewalPending
      }?.1.from
    if machine.state == .superseded { replacedBy = machine.facts.replacedBy }
    renewsAfterRefund = machine.renewsAfterRefund
  }
}

extension SubscriptionMachine {
  /// The date of the first purchase, or the beginning of the history.
  var purchasedAt: Timestamp { facts.startedAt ?? periods.first?.since ?? .distantPast }

  /// The times in which a renewal was failing, by time or by report.
  fileprivate var failingTimes: [Range<Timestamp>] {
    failures.compactMap { failure in
      let end = failure.ending?.at ?? triesEnd ?? failure.failedAt
      return failure.failedAt < end ? failure.failedAt..<end : nil
    }
  }

  /// The date since which the subscription has been on hold, by time or by report.
  fileprivate var heldSince: Timestamp? {
    guard let last = periods.last else { return nil }
    switch last.state {
    case .hold: return last.since
    case .grace: return last.failure?.graceEnds
    default: return nil
    }
  }

  /// A Boolean value that indicates whether the first payment is awaited, or never came.
  fileprivate var isPending: Bool {
    periods.first?.state == .pending && periods.dropFirst().allSatisfy { $0.state == .expired }
  }
}
