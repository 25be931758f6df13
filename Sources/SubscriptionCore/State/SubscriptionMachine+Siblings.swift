// MARK: Other purchases of the same user

extension SubscriptionMachine {
  /// Takes in a purchase of the same user at its place among the events.
  ///
  /// Who buys the same product anew while it is on hold at Google Play gets a new token; the held
  /// one is closed and not counted twice (domain case 15). Any other purchase made while a renewal
  /// is failing is a warning and never ends anything (domain case 6).
  mutating func meet(_ sibling: SiblingPurchase) {
    guard sibling.subscription != id, let last = stretches.last, let failure = last.failure,
      failure.failedAt <= sibling.purchasedAt,
      facts.group == nil || sibling.group == nil || facts.group == sibling.group
    else { return }
    let graceIsOver = failure.graceEnds.map { $0 <= sibling.purchasedAt } ?? false
    let isHeld = last.state == .hold && last.since <= sibling.purchasedAt
    if store == .googlePlay, sibling.product == facts.product, isHeld || graceIsOver {
      replace(last, at: sibling.purchasedAt)
      facts.replacedBy = sibling.subscription
      return
    }
    doubleBilling.append(
      DoubleBilling(
        other: sibling.subscription, product: sibling.product, since: sibling.purchasedAt,
        until: sibling.endedAt))
    anomalies.append(
      Anomaly(
        kind: .doubleBilling, at: sibling.purchasedAt,
        text: "\(sibling.product.rawValue) was bought while a renewal was failing; when that is "
          + "paid, both are charged"))
  }

  private mutating func replace(_ last: Stretch, at instant: Timestamp) {
    if last.state == .grace, let failure = last.failure, let ends = failure.graceEnds {
      // The clock had moved it to hold; say so before it is closed.
      var held = last
      (held.state, held.since) = (.hold, max(ends, last.since))
      if held.since == last.since { stretches.removeLast() }
      stretches.append(held)
    }
    let since = max(instant, stretches.last?.since ?? instant)
    if stretches.last?.since == since { stretches.removeLast() }
    stretches.append(
      Stretch(
        state: .superseded, since: since, confirmedAt: instant, paidThrough: last.paidThrough))
    guard !failures.isEmpty else { return }
    failures[failures.count - 1].ending = Failure.Ending(
      state: .superseded, at: since, reason: nil, paidThrough: last.paidThrough)
  }
}

extension SiblingPurchase {
  /// A subscriber as another subscription of the same user sees it.
  public init(of subscriber: Subscriber) {
    let machine = subscriber.machine
    self.init(
      subscription: subscriber.id, product: subscriber.product, group: machine.facts.group,
      purchasedAt: machine.facts.startedAt ?? machine.firstToldAt, endedAt: machine.toldEndAt,
      usedIntroductoryOffer: machine.usedIntroductoryOffer)
  }
}

extension SubscriptionMachine {
  /// When the history begins.
  var firstToldAt: Timestamp { stretches.first?.since ?? .distantPast }
}
