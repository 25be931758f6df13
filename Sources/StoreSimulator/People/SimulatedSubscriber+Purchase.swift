import SubscriptionCore

/// Purchases and ends.
extension SimulatedSubscriber {
  /// Reports a subscription that existed before the history began.
  mutating func introduce(at instant: Timestamp) {
    say(.introduced, at: instant)
    planPeriod(from: instant)
  }

  /// Begins a purchase that awaits its first payment, at Google Play.
  mutating func beginPending(at instant: Timestamp) {
    contract.status = .pending
    contract.startedAt = instant
    say(.pendingPurchase, at: instant)
    plan(.pendingDecided, at: instant + rng.duration(from: .hours(26), to: .hours(50)))
  }

  /// Completes a pending purchase: the payment arrives, or the purchase is canceled.
  mutating func decidePending(at instant: Timestamp) {
    if rng.happens(700) {
      purchase(at: instant, again: false)
    } else {
      contract.status = .pendingCanceled
      say(.pendingGivenUp, at: instant)
    }
  }

  /// Makes a purchase: the first one, or one after an end.
  mutating func purchase(at instant: Timestamp, again: Bool) {
    let rules = contract.store.simulated
    if again {
      contract.renewals += 1
      if rules.identifiesEachPurchase {
        past[contract.key] = contract
        renewKeys()
        contract.renewals = 0
      }
      contract.autoRenew = true
      contract.revokedAt = nil
      contract.linkedKey = nil
      contract.replacement = nil
      contract.boughtNumber = contract.renewals
    }
    let trial =
      !again && scenario == nil && contract.plan.commitment == nil && !contract.familyShared
      && rng.happens(240)
    if rules.identifiesEachPurchase || !again { contract.startedAt = instant }
    contract.introduction = nil
    contract.pay(from: instant)
    if trial, contract.environment == .production {
      contract.trial = true
      contract.paidThrough = instant + .days(7)
      contract.expiry = contract.paidThrough
    }
    if !again, !trial { introduce(from: instant) }
    contract.acknowledgementPending = rules.isAcknowledged
    say(.purchased(again: again), at: instant)
    if contract.acknowledgementPending, scenario != .unacknowledged {
      plan(.acknowledge, at: instant + .minutes(2))
      if rng.happens(990) { contract.acknowledgementPending = false }
    }
    planPeriod(from: instant)
  }

  /// Applies a paid introductory offer to some purchases.
  private mutating func introduce(from instant: Timestamp) {
    let offers = Introduction.all(for: contract.plan)
    guard contract.environment == .production, scenario == nil, !contract.familyShared,
      !offers.isEmpty, settling.happens(160)
    else { return }
    let introduction = settling.pick(offers)
    contract.introduction = introduction
    guard let ahead = introduction.ahead else { return }
    contract.paidThrough = ahead.after(instant)
    contract.expiry = contract.paidThrough
  }

  /// Ends the subscription, with a chance of a later resubscription.
  mutating func end(_ reason: EndReason, saying word: SimulatedEvent.Word, at instant: Timestamp) {
    if reason == .refund || reason == .familySharing { contract.revokedAt = instant }
    if reason == .voluntary, contract.canceledAt == nil { contract.canceledAt = instant }
    contract.end(reason, at: instant)
    contract.consentPending = false
    contract.nextPlan = nil
    contract.nextPrice = nil
    actions = []
    failedAt = nil
    pauseAsked = false
    say(word, at: reason == .voluntary ? instant + .seconds(3) : instant)
    guard scenario == nil else { return }
    if contract.environment != .production {
      plan(.resubscribe, at: instant + rng.duration(from: .days(3), to: .days(20)))
    } else if rng.happens(reason == .billing ? 240 : 160), reason != .familySharing {
      plan(.resubscribe, at: instant + rng.duration(from: .days(2), to: .days(45)))
    }
  }
}
