import SubscriptionCore

/// Replacement of a plan or of a purchase by another.
extension SimulatedSubscriber {
  /// Upgrades to a more expensive plan: the same subscription at the App Store, another at Google.
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

  /// Downgrades to a cheaper plan of Google Play, usually at the next renewal.
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
    // A fixed scenario needs a fixed date.
    if scenario != nil, modes.contains(.proratedPrice) { mode = .proratedPrice }
    let old = replaceContract(at: instant)
    contract.linkedKey = old.key
    contract.change(to: plan, mode, at: instant)
    say(.purchased(again: false), at: instant)
    said.append(SimulatedEvent(at: instant + .seconds(4), word: .replaced, contract: old))
    if mode != .deferred { planPeriod(from: instant) }
  }

  /// Buys again while the old purchase is on hold (<doc:EdgeCases#Case-15>).
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

  /// Begins a new purchase in place of the present one and returns the old one as it ended; the end
  /// is reported four seconds later.
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

  /// A Boolean value that indicates whether the subscription is paid and no change is pending.
  var isUndisturbed: Bool {
    contract.status == .active && contract.autoRenew && failedAt == nil && !pauseAsked
      && !contract.consentPending && contract.nextPlan == nil && contract.nextPrice == nil
      && !contract.trial && contract.introduction == nil && contract.paymentsLeft == nil
  }
}
