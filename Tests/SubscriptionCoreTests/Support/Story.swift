import SubscriptionCore
import Testing

/// The instant of a date such as `2023-05-01` or of an RFC 3339 date-time.
func at(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Timestamp {
  guard let instant = Timestamp(rfc3339: text) else {
    Issue.record("not a date: \(text)", sourceLocation: sourceLocation)
    return .epoch
  }
  return instant
}

/// One subscription's life as the store tells it, event after event.
struct Story {
  let store: Store
  var id: SubscriptionID
  var events: [SubscriptionEvent] = []
  var usual = StoreFacts()

  init(_ store: Store, _ id: SubscriptionID? = nil) {
    self.store = store
    self.id = id ?? (store == .appStore ? "as_1" : "gp_1")
    usual.product = "gold"
    usual.period = .monthly
  }

  /// Appends what the store said at an instant.
  mutating func tell(
    _ kind: EventKind, _ stated: String, effective: String? = nil, heard: String? = nil,
    source: EventSource? = nil, id eventID: EventID? = nil,
    _ change: (inout StoreFacts) -> Void = { _ in }
  ) {
    var facts = usual
    change(&facts)
    let snapshot: EventSource = store == .appStore ? .appStoreServerAPI : .googlePlaySubscription
    let notice: EventSource = store == .appStore ? .appStoreNotification : .googlePlayNotification
    events.append(
      SubscriptionEvent(
        id: eventID ?? EventID("e\(events.count)"), kind: kind, subscription: id,
        effectiveAt: at(effective ?? stated), statedAt: at(stated),
        recordedAt: at(heard ?? stated), source: source ?? (kind == .snapshot ? snapshot : notice),
        verification: .verified, facts: facts))
  }

  /// Appends what an operator or the app recorded.
  mutating func record(
    _ kind: EventKind, _ time: String, until: String? = nil, step: Int? = nil,
    undoes: EventID? = nil, text: String? = nil
  ) {
    events.append(
      SubscriptionEvent(
        id: EventID("e\(events.count)"), kind: kind, subscription: id, effectiveAt: at(time),
        statedAt: at(time), recordedAt: at(time), source: .operatorAction,
        verification: .unsigned,
        action: SubscriptionEvent.Action(
          actor: "ann", step: step, until: until.map { at($0) }, text: text, undoes: undoes)))
  }

  /// The subscriber that the events give.
  func subscriber(beside related: [RelatedPurchase] = []) throws -> Subscriber {
    try #require(Subscriber.fold(events, related: related))
  }

  /// Where the subscriber stands.
  func status(
    _ time: String, _ policy: ChurnPolicy = .standard, beside related: [RelatedPurchase] = []
  ) throws -> SubscriptionStatus {
    try subscriber(beside: related).status(at: at(time), policy: policy)
  }

  /// The kinds of anomaly at an instant.
  func anomalies(
    _ time: String, _ policy: ChurnPolicy = .standard, beside related: [RelatedPurchase] = []
  ) throws -> [Anomaly.Kind] {
    try subscriber(beside: related).anomalies(at: at(time), policy: policy).map(\.kind)
  }
}

extension Story {
  /// An App Store subscription bought on a day, paid to another.
  static func appStore(bought: String = "2023-04-01", until: String = "2023-05-01") -> Story {
    var story = Story(.appStore)
    story.tell(.purchased, bought) {
      $0.transactionID = "t1"
      $0.purchasedAt = at(bought)
      $0.expiresAt = at(until)
      $0.autoRenew = true
      $0.status = .active
    }
    return story
  }

  /// A Google Play subscription bought on a day, paid to another.
  static func googlePlay(bought: String = "2023-04-01", until: String = "2023-05-01") -> Story {
    var story = Story(.googlePlay)
    story.tell(.purchased, bought) {
      $0.purchaseToken = "token-1"
      $0.paidOrderID = "GPA.1"
      $0.orderID = "GPA.1"
      $0.startedAt = at(bought)
      $0.expiresAt = at(until)
      $0.autoRenew = true
      $0.status = .active
    }
    return story
  }
}

extension RelatedPurchase {
  /// The description of a subscriber under the standard policy.
  init(of subscriber: Subscriber) { self.init(of: subscriber, policy: .standard) }
}

/// A policy in which the App Store grants grace.
func graceAtAppStore(_ grace: RecoveryPolicy.AppStoreGrace) -> ChurnPolicy {
  ChurnPolicy(recovery: RecoveryPolicy(appStoreGrace: grace))
}

/// A policy with Google Play's settings.
func googlePlay(graceDays: Int? = nil, holdDays: Int? = nil) -> ChurnPolicy {
  ChurnPolicy(
    recovery: RecoveryPolicy(
      googlePlay: RecoveryPolicy.PlayRecovery(graceDays: graceDays, holdDays: holdDays)))
}
