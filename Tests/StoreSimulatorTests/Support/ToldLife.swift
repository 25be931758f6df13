import StorePayloads
import SubscriptionCore

@testable import StoreSimulator

/// A life whose every word goes through the real door as soon as it is said.
struct ToldLife {
  /// What a subscriber is after a word, beside what the store knows.
  struct Moment {
    var utterance: Utterance
    var subscriber: Subscriber
    var standing: Standing
    var anomalies: [Anomaly]
    var plan: BillingPeriod?

    /// What differs from the store's own knowledge.
    var findings: [String] {
      let contract = utterance.contract
      var found: [String] = []
      func check<Value: Equatable>(_ name: String, _ expected: Value?, _ got: Value?) {
        if expected != got {
          found.append(
            "\(utterance.word) \(contract.key) \(utterance.at.rfc3339): \(name) is "
              + "\(String(describing: got)), not \(String(describing: expected))")
        }
      }
      check("state", state, standing.state)
      let isRunning = [.active, .grace, .paused].contains(contract.status)
      if isRunning || contract.status == .canceled {
        check("paid through", contract.paidThrough, standing.paidThrough)
        check("product", contract.plan.product, subscriber.product)
      }
      if isRunning { check("offer", offer, subscriber.facts.offer?.kind) }
      if isRunning { check("next product", contract.nextPlan?.product, standing.pendingProduct) }
      if contract.status == .paused { check("resumes at", contract.resumesAt, standing.resumesAt) }
      // The App Store's word of a trial or an offer says nothing of the plan that follows.
      if plan != nil || !contract.trial && contract.introduction == nil {
        check("plan", contract.plan.period, plan)
      }
      for anomaly in anomalies where anomaly.kind != .missingDate || !contract.hidesGraceEnd {
        found.append("\(utterance.word) \(contract.key): \(anomaly.text)")
      }
      return found
    }

    private var offer: Offer.Kind? {
      let contract = utterance.contract
      if contract.trial { return .freeTrial }
      guard let introduction = contract.introduction else { return nil }
      guard contract.store == .appStore else { return .discounted }
      return introduction.ahead == nil ? .payAsYouGo : .payUpFront
    }

    private var state: SubscriptionState {
      let contract = utterance.contract
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
    of life: Life, until end: Timestamp, in world: SimulatedWorld, _ reader: inout PayloadReader
  ) throws -> [Moment] {
    var (life, told) = (life, Self())
    var moments: [Moment] = []
    while let next = life.next, next.at <= end {
      for utterance in life.perform() {
        if case .action = utterance.word { continue }
        if let moment = try told.hear(utterance, in: world, &reader) { moments.append(moment) }
      }
    }
    return moments
  }

  private mutating func hear(
    _ utterance: Utterance, in world: SimulatedWorld, _ reader: inout PayloadReader
  ) throws -> Moment? {
    let (contract, heardAt) = (utterance.contract, utterance.at + .seconds(5))
    var bodies: [[UInt8]] = []
    switch contract.store {
    case .appStore:
      for (type, subtype) in AppStoreVoice.notifications(for: utterance.word, contract) {
        let isOld = utterance.word == .introduced
        bodies.append(
          try world.appStore.notification(
            type, subtype, about: contract,
            at: isOld ? contract.periodStart + .seconds(3) : utterance.at,
            uuid: "\(utterance.at.milliseconds)-\(type)"))
      }
    case .googlePlay:
      for notification in GooglePlayVoice.notifications(for: utterance) {
        bodies.append(GooglePlayVoice.record(notification, about: contract, receivedAt: heardAt))
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
      utterance: utterance, subscriber: subscriber,
      standing: subscriber.standing(at: heardAt, policy: policy),
      anomalies: subscriber.anomalies(at: heardAt, policy: policy),
      plan: subscriber.provenPlan(policy)?.period)
  }
}
