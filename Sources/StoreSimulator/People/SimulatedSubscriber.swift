import SubscriptionCore

/// A simulated subscriber with one subscription: the events, and the messages about them.
///
/// It uses a random stream of its own and an agenda of future steps.
struct SimulatedSubscriber: Sendable {
  /// A step in the life of a subscription.
  enum Step: Hashable, Sendable {
    case introduce
    case pendingPurchase
    case pendingDecided
    case purchase
    case acknowledge
    case renewal
    case silentEnd
    case failingDay
    case graceEnd
    case giveUp
    case cancel
    case reenable
    case pauseAsk
    case resume
    case upgrade
    case downgrade
    case moveDown
    case postpone
    case priceNotice
    case priceConsent
    case scheduleCancellation
    case developerCancel
    case familyRevoke
    case refundAsk
    case refund
    case resubscribe
    case repurchase
    case unheardOf
  }

  /// A step with its time.
  struct PendingAction: Hashable, Sendable {
    var at: Timestamp
    var step: Step
  }

  /// Its index in the population.
  let index: Int
  /// The seed of the world.
  let seed: UInt64
  /// The fixed scenario, if it has one.
  let scenario: Scenario?
  /// The present after the history.
  let start: Timestamp

  /// The random stream for most decisions.
  var rng: SeededRNG
  /// A second random stream for decisions added later, so that the first stream stays the same
  /// without them.
  var settling: SeededRNG
  var contract: SimulatedSubscription
  var actions: [PendingAction] = []
  var failedAt: Timestamp?
  var lastPromptAt: Timestamp?
  var desk = Desk()
  var said: [SimulatedEvent] = []
  var pauseAsked = false
  var past: [String: SimulatedSubscription] = [:]

  /// The support desk's actions in the current billing episode.
  struct Desk: Hashable, Sendable {
    var claimed = false
    var snoozedUntil: Timestamp?
    var suppressed = false
  }

  /// The user, whose profile is not kept.
  var person: Person { Person(index: index, seed: seed, scenario) }

  /// The next step on the agenda; `nil` if it is empty.
  var next: PendingAction? { actions.min { ($0.at, $0.step.rank) < ($1.at, $1.step.rank) } }

  /// Performs the next step and returns its events.
  mutating func perform() -> [SimulatedEvent] {
    guard let action = next, let place = actions.firstIndex(of: action) else { return [] }
    actions.remove(at: place)
    // What was said is not kept.
    defer { said = [] }
    perform(action.step, at: action.at)
    return said
  }

  /// Adds an event with the subscription's present state.
  mutating func say(_ word: SimulatedEvent.Word, at instant: Timestamp) {
    said.append(SimulatedEvent(at: instant, word: word, contract: contract))
  }

  /// Returns the subscription of an identifier: the present one, or one that a new purchase
  /// replaced.
  func contract(of key: String) -> SimulatedSubscription {
    key == contract.key ? contract : past[key] ?? contract
  }

  /// Returns the arrival times of a message that is sent now; a tester's arrives only once and at
  /// once.
  mutating func arrivals(of instant: Timestamp) -> [Timestamp] {
    guard contract.environment == .production, scenario == nil else {
      return [instant + .seconds(2)]
    }
    return DeliveryTiming.arrivals(of: instant, from: contract.store, &rng)
  }

  /// Adds a step to the agenda.
  mutating func plan(_ step: Step, at instant: Timestamp) {
    actions.append(PendingAction(at: instant, step: step))
  }

  private mutating func perform(_ step: Step, at instant: Timestamp) {
    switch step {
    case .introduce: introduce(at: instant)
    case .pendingPurchase: beginPending(at: instant)
    case .pendingDecided: decidePending(at: instant)
    case .purchase: purchase(at: instant, again: false)
    case .acknowledge: contract.acknowledgementPending = false
    case .renewal: renewalDue(at: instant)
    case .silentEnd: startFailing(at: instant)
    case .failingDay: liveThroughFailingDay(at: instant)
    case .graceEnd: endGrace(at: instant)
    case .giveUp: giveUp(at: instant)
    case .cancel: cancel(at: instant)
    case .reenable: reenable(at: instant)
    case .pauseAsk: askForPause(at: instant)
    case .resume: resume(at: instant)
    case .upgrade: upgrade(at: instant)
    case .downgrade: downgrade(at: instant)
    case .moveDown: moveDown(at: instant)
    case .postpone: postpone(at: instant)
    case .priceNotice: noticePrice(at: instant)
    case .priceConsent: consentToPrice(at: instant)
    case .scheduleCancellation: scheduleCancellation(at: instant)
    case .developerCancel: end(.developer, saying: .canceledAndExpired, at: instant)
    case .familyRevoke: end(.familySharing, saying: .revoked, at: instant)
    case .refundAsk: say(.refundAsked, at: instant)
    case .refund: end(.refund, saying: .refunded, at: instant)
    case .resubscribe: purchase(at: instant, again: true)
    case .repurchase: repurchase(at: instant)
    case .unheardOf: say(.unheardOf, at: instant)
    }
  }
}

extension SimulatedSubscriber.Step {
  /// The order of steps at the same instant; renewals come after users' changes.
  fileprivate var rank: Int {
    switch self {
    case .renewal, .silentEnd: 1
    case .failingDay: 2
    case .graceEnd, .giveUp: 3
    case .introduce, .pendingPurchase, .pendingDecided, .purchase, .acknowledge, .cancel,
      .reenable, .pauseAsk, .resume, .upgrade, .downgrade, .moveDown, .postpone, .priceNotice,
      .priceConsent, .scheduleCancellation, .developerCancel, .familyRevoke, .refundAsk, .refund,
      .resubscribe,
      .repurchase, .unheardOf:
      0
    }
  }
}
