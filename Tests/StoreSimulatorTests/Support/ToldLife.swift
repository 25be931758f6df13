import StorePayloads
import SubscriptionCore

@testable import StoreSimulator

/// A life whose every word goes through the real door as soon as it is said.
struct ToldLife {
  /// What a subscriber is after a word, beside what the store knows.
  struct Moment {
    var event: SimulatedEvent
    var subscriber: Subscriber
    var status: SubscriptionStatus
    var anomalies: [Anomaly]
    var plan: BillingPeriod?

    /// What differs from the store's own knowledge.
    var findings: [String] {
      let contract = event.contract
      var found: [String] = []
      func check<Value: Equatable>(_ name: String, _ expected: Value?, _ got: Value?) {
        if expected != got {
          found.append(
            "\(event.word) \(contract.key) \(event.at.rfc3339): \(name) is "
              + "\(String(describing: got)), not \(String(describing: expected))")
        }
      }
      check("state", state, status.state)
      let isRunning = [.active, .grace, .paused].contains(contract.status)
      if isRunning || contract.status == .canceled {
        check("paid through", contract.paidThrough, status.paidThrough)
        check("product", contract.plan.product, subscriber.product)
      }
      if isRunning { check("offer", offer, subscriber.facts.offer?.kind) }
      if isRunning { check("next product", contract.nextPlan?.product, status.pendingProduct) }
      if contract.status == .paused { check("resumes at", contract.resumesAt, status.resumesAt) }
      // The App Store's word of a trial or an offer says nothing of the plan that follows.
      if plan != nil || !contract.trial && contract.introduction == nil {
        check("plan", contract.plan.period, plan)
      }
      for anomaly in anomalies where anomaly.kind != .missingDate || !contract.hidesGraceEnd {
        found.append("\(event.word) \(contract.key): \(anomaly.text)")
      }
      return found
    }

    private var offer: Offer.Kind? {
      let contract = event.contract
      if contract.trial { return .freeTrial }
      guard let introduction = contract.introduction else { return nil }
      guard contract.store == .appStore else { return .discounted }
      return introduction.ahead == nil ? .payAsYouGo : .payUpFront
    }

    private var state: SubscriptionState {
      let contract = event.contract
      if contract.replaced { return .superseded }
      switch contract.status {
      case .active: return contract.autoRenew ? .active : .canceled
      case .pending: return .pending
      case .grace: return .grace
      case .hold: return .hold
      case .paused: return .paused
      case .canceled: return .canceled
      case .expired, .gone, .pendingCanceled: return .expired
      case .revoked: return .refunded
      }
    }
  }

  private var events: [SubscriptionID: [SubscriptionEvent]] = [:]

  /// The moments after each word of a store, in order.
  static func moments(
    of life: SimulatedSubscriber, until end: Timestamp, in world: SimulatedWorld,
    _ reader: inout PayloadReader
  ) throws -> [Moment] {
    var (life, told) = (life, Self())
    var moments: [Moment] = []
    while let next = life.next, next.at <= end {
      for event in life.perform() {
        if case .action = event.word { continue }
        if let moment = try told.hear(event, in: world, &reader) { moments.append(moment) }
      }
    }
    return moments
  }

  private mutating func hear(
    _ event: SimulatedEvent, in world: SimulatedWorld, _ reader: inout PayloadReader
  ) throws -> Moment? {
    let (contract, heardAt) = (event.contract, event.at + .seconds(5))
    var bodies: [[UInt8]] = []
    switch contract.store {
    case .appStore:
      for (type, subtype) in AppStorePayloadEncoder.notifications(for: event.word, contract) {
        let isOld = event.word == .introduced
        bodies.append(
          try world.appStore.notification(
            type, subtype, about: contract,
            at: isOld ? contract.periodStart + .seconds(3) : event.at,
            uuid: "\(event.at.milliseconds)-\(type)"))
      }
    case .googlePlay:
      for notification in GooglePlayPayloadEncoder.notifications(for: event) {
        bodies.append(
          GooglePlayPayloadEncoder.record(notification, about: contract, receivedAt: heardAt))
      }
    }
    for body in bodies {
      for outcome in reader.read(body[...], heardAt: heardAt) {
        switch outcome {
        case .payload(let payload):
          for event in payload.events { events[event.subscription, default: []].append(event) }
        case .refused(let refusal): throw refusal
        }
      }
    }
    guard !bodies.isEmpty, let subscriber = Subscriber.fold(events[contract.id] ?? []) else {
      return nil
    }
    let policy = SimulatedWorld.policy
    return Moment(
      event: event, subscriber: subscriber,
      status: subscriber.status(at: heardAt, policy: policy),
      anomalies: subscriber.anomalies(at: heardAt, policy: policy),
      plan: subscriber.provenPlan(policy)?.period)
  }
}
