import SubscriptionCore

/// Another plan or another purchase in the place of the one before.
extension SimulatedSubscriber {
  /// Moves to a dearer plan: the same subscription at the App Store, another at Google.
  mutating func upgrade(at instant: Timestamp) {
    guard let plan = contract.plan.upgrade, contract.introduction == nil else { return }
    switch contract.store {
    case .appStore:
      contract.renewals += 1
      contract.boughtNumber = contract.renewals
      contract.plan = plan
      contract.price = plan.milliunits(in: contract.country)
      contract.pay(from: instant)
      say(.upgraded, at: instant)
      planPeriod(from: instant)
    case .googlePlay: change(to: plan, at: instant)
    }
  }

  /// Moves to a cheaper plan of Google Play, mostly at the next renewal.
  mutating func moveDown(at instant: Timestamp) {
    guard let plan = contract.plan.downgrade, isUndisturbed else { return }
    change(to: plan, mostly: .deferred, at: instant)
  }

  /// Changes the plan at Google Play, in a mode that the app chose for it.
  private mutating func change(
    to plan: Plan, mostly usual: Replacement.Mode? = nil, at instant: Timestamp
  ) {
    let modes = contract.modes(to: plan)
    var mode = settling.pick(modes)
    if let usual, modes.contains(usual), settling.happens(600) { mode = usual }
    // A fate that is certain needs a date that is.
    if scenario != nil, modes.contains(.proratedPrice) { mode = .proratedPrice }
    let old = replaceContract(at: instant)
    contract.linkedKey = old.key
    contract.change(to: plan, mode, at: instant)
    say(.purchased(again: false), at: instant)
    said.append(SimulatedEvent(at: instant + .seconds(4), word: .replaced, contract: old))
    if mode != .deferred { planPeriod(from: instant) }
  }

  /// Buys anew while the old purchase is on hold (domain case 15).
  mutating func repurchase(at instant: Timestamp) {
    guard contract.status == .hold else { return }
    let old = replaceContract(at: instant)
    (contract.linkedKey, contract.replacement) = (nil, nil)
    contract.price = contract.plan.milliunits(in: contract.country)
    contract.pay(from: instant)
    say(.purchased(again: false), at: instant)
    said.append(SimulatedEvent(at: instant + .seconds(4), word: .replaced, contract: old))
    planPeriod(from: instant)
  }

  /// Begins a new purchase in the place of the present one, which it gives as it ended: the end is
  /// told four seconds later.
  private mutating func replaceContract(at instant: Timestamp) -> SimulatedSubscription {
    var old = contract
    old.end(.other, at: instant)
    old.replaced = true
    past[old.key] = old
    renewKeys()
    contract.renewals = 0
    contract.startedAt = instant
    return old
  }

  /// Whether the subscription is paid for and nothing is decided about its future.
  var isUndisturbed: Bool {
    contract.status == .active && contract.autoRenew && failedAt == nil && !pauseAsked
      && !contract.consentPending && contract.nextPlan == nil && contract.nextPrice == nil
      && !contract.trial && contract.introduction == nil && contract.paymentsLeft == nil
  }
}
