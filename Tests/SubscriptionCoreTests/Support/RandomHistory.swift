import SeededNumbers
import SubscriptionCore
import Testing

/// Histories nobody would write: events of every kind with facts that need not fit.
extension SeededNumbers {
  /// Between one and `count` events of one subscription, in the order in which they count.
  mutating func history(
    upTo count: Int, actions: Bool = true, environment: StoreEnvironment? = nil
  ) -> [SubscriptionEvent] {
    let store = pick(Store.allCases)
    let begin = at("2026-01-01")
    var instant = begin
    let kinds = EventKind.allCases.filter { actions || !$0.isAction }
    let usual = pick([true, false])
    let length = Int.random(in: 1...count, using: &self)
    return (0..<length).map { number in
      instant = instant + .minutes(Int.random(in: 0...(60 * 24 * 20), using: &self))
      let kind = number == 0 ? .purchased : usual ? usualKind(kinds) : pick(kinds)
      var event = SubscriptionEvent(
        id: EventID("r\(number)"), kind: kind, subscription: "s", effectiveAt: instant,
        statedAt: instant, recordedAt: instant + .minutes(Int.random(in: 0...3000, using: &self)),
        source: source(kind, store), verification: .verified)
      if happens(10) { event.effectiveAt = near(instant) }
      if kind.isAction {
        event.action = SubscriptionEvent.Action(
          actor: "ann", step: pick([nil, 1, 2, 3]), until: happens(60) ? near(instant) : nil,
          undoes: EventID("r\(Int.random(in: 0..<length, using: &self))"))
      } else {
        event.facts = facts(number, instant, store)
        event.facts.environment = environment ?? event.facts.environment
      }
      return event
    }
  }

  private mutating func usualKind(_ kinds: [EventKind]) -> EventKind {
    let usual: [EventKind] = [
      .snapshot, .renewed, .renewed, .billingFailed, .billingFailed, .holdStarted, .recovered,
      .recovered, .autoRenewDisabled, .autoRenewEnabled, .expired, .purchased, .promptShown,
    ]
    return pick(usual.filter(kinds.contains))
  }

  private func source(_ kind: EventKind, _ store: Store) -> EventSource {
    if kind.isAction { return .operatorAction }
    switch store {
    case .appStore: return kind == .snapshot ? .appStoreServerAPI : .appStoreNotification
    case .googlePlay: return kind == .snapshot ? .googlePlaySubscription : .googlePlayNotification
    }
  }

  private mutating func near(_ instant: Timestamp) -> Timestamp {
    instant + .minutes(Int.random(in: -30_000...60_000, using: &self))
  }

  private mutating func facts(_ number: Int, _ instant: Timestamp, _ store: Store) -> StoreFacts {
    var facts = StoreFacts()
    facts.product = pick(["gold", "silver"])
    facts.period = pick([nil, .weekly, .monthly, .yearly])
    if happens(70) { facts.expiresAt = near(instant) }
    if happens(50) { facts.status = pick(StatedStatus.allCases) }
    if happens(50) { facts.autoRenew = happens(80) }
    if happens(30) { facts.graceEndsAt = near(instant) }
    if happens(30) { facts.inBillingRetry = happens(50) }
    if happens(20) { facts.endReason = pick(EndReason.allCases) }
    if happens(20) { facts.resumesAt = near(instant) }
    if happens(20) { facts.canceledAt = near(instant) }
    if happens(10) { facts.revokedAt = near(instant) }
    if happens(10) { facts.isUpgraded = true }
    if happens(30) { facts.purchasedAt = near(instant) }
    if happens(20) { facts.offer = Offer(kind: pick(Offer.Kind.allCases), isIntroductory: true) }
    if happens(10) { facts.priceConsentPending = happens(50) }
    if happens(10) { facts.familyShared = happens(50) }
    if happens(10) { facts.environment = pick(StoreEnvironment.allCases) }
    if store == .appStore {
      facts.transactionID = "t\(Int.random(in: 0...number, using: &self))"
    } else if happens(60) {
      facts.orderID = "GPA.\(Int.random(in: 0...number, using: &self))"
    }
    return facts
  }
}
