/// One subscription, folded from everything the store told and operators recorded about it.
///
/// It knows neither the time nor a policy: every question takes both. The same events in any order
/// of arrival, any of them any number of times, give an equal value.
public struct Subscriber: Hashable, Sendable {
  /// What the store told.
  var machine: SubscriptionMachine
  /// What operators and the app recorded.
  var record: OperatorRecord
  /// Other purchases of the same user, oldest first.
  var related: [RelatedPurchase]
  /// When the store spoke last.
  public internal(set) var lastEventAt: Timestamp

  /// The version of the rules by which a subscriber follows from events, so that rows derived by
  /// older rules are derived again.
  public static let rules = 4

  /// The subscription.
  public var id: SubscriptionID { machine.id }
  /// The store.
  public var store: Store { machine.store }
  /// The world it was bought in; production where the store has not said.
  public var environment: StoreEnvironment { machine.environment }
  /// The app, where the store stated it.
  public var app: AppID? { machine.facts.app }
  /// The app's name for the user, where the store stated it.
  public var account: AccountID? { machine.facts.account }
  /// The product paid for now or last; empty where no store has said.
  public var product: ProductID { machine.facts.product ?? "" }
  /// The storefront's country as an ISO 3166-1 alpha-2 code, whichever way the store spells it; a
  /// text that is no code as the store wrote it.
  public var country: String? { machine.facts.country.map(CountryCode.alpha2) }
  /// Everything the store stated, the newest word on each fact.
  public var facts: StoreFacts { machine.facts }
  /// The names the stores gave the subscription and its payments.
  public var names: StoreNames { machine.names }
  /// What each statement of the store changed, in the order in which they count.
  public var transitions: [Transition] { machine.transitions }
  /// Purchases that may be charged beside this one.
  public var doubleBilling: [DoubleBilling] { machine.doubleBilling }
}

// MARK: Folding

extension Subscriber {
  /// Folds the events of one subscription.
  ///
  /// They may come in any order and more than once; they are put in the order of
  /// ``SubscriptionEvent/precedes(_:_:)``, and an event counts once by its id. A statement that was
  /// heard twice is taken as heard the first time.
  ///
  /// - Parameters:
  ///   - events: The events, all of one subscription.
  ///   - related: Other purchases of the same user in the same app and store.
  /// - Returns: The subscriber; `nil` when no store has said anything.
  /// - Complexity: O(*n*) for *n* events in order, O(*n* log *n*) otherwise.
  public static func fold(
    _ events: [SubscriptionEvent], related: [RelatedPurchase] = []
  ) -> Subscriber? {
    fold(events, in: isInOrder(events) ? Array(events.indices) : order(of: events), related)
  }

  /// Whether the events are in the order in which they count, each id once.
  private static func isInOrder(_ events: [SubscriptionEvent]) -> Bool {
    events.indices.dropFirst().allSatisfy { index in
      // Most differ in time; only those that do not are looked at whole, as an event is large.
      if events[index - 1].statedAt != events[index].statedAt {
        return events[index - 1].statedAt < events[index].statedAt
      }
      return SubscriptionEvent.precedes(events[index - 1], events[index])
        && events[index - 1].id != events[index].id
    }
  }

  /// The places of the events in the order in which they count, each id once.
  private static func order(of events: [SubscriptionEvent]) -> [Int] {
    var heard: [EventID: Int] = [:]
    var order: [Int] = []
    for index in events.indices {
      if let place = heard[events[index].id] {
        if events[index].recordedAt < events[order[place]].recordedAt { order[place] = index }
      } else {
        heard[events[index].id] = order.count
        order.append(index)
      }
    }
    order.sort { left, right in
      let (first, second) = (events[left].statedAt, events[right].statedAt)
      return first == second
        ? SubscriptionEvent.precedes(events[left], events[right]) : first < second
    }
    return order
  }

  /// Folds by place, so that no event is moved.
  private static func fold(
    _ events: [SubscriptionEvent], in order: [Int], _ related: [RelatedPurchase]
  ) -> Subscriber? {
    guard let place = order.first(where: { !events[$0].isAction }) else { return nil }
    var machine = SubscriptionMachine(
      id: events[place].subscription, store: events[place].source.store ?? .appStore)
    machine.transitions.reserveCapacity(events.count)
    var actions: [SubscriptionEvent] = []
    var reorders = ReorderDetector()
    let related =
      related.count < 2
      ? related
      : related.sorted {
        ($0.purchasedAt, $0.subscription) < ($1.purchasedAt, $1.subscription)
      }
    var waiting = related[...]
    var lastEventAt = events[place].statedAt
    for index in order {
      if events[index].isAction {
        actions.append(events[index])
        machine.noteUnread(of: events[index])
        continue
      }
      lastEventAt = events[index].statedAt
      while let purchase = waiting.first, purchase.purchasedAt < lastEventAt {
        machine.meet(purchase)
        waiting.removeFirst()
      }
      let failures = machine.failures.count
      machine.apply(events[index])
      if machine.failures.count > failures {
        // It may have begun long before this word of it.
        let met = related.prefix(related.count - waiting.count)
        for purchase in met { machine.meet(purchase) }
      }
      machine.noteUnread(of: events[index])
      reorders.note(events[index], in: &machine.anomalies)
    }
    for purchase in waiting { machine.meet(purchase) }
    return Subscriber(
      machine: machine, record: OperatorRecord(actions), related: related,
      lastEventAt: lastEventAt)
  }
}

/// Notices notifications that arrived after newer ones.
private struct ReorderDetector {
  private var recordedAt = Timestamp.distantPast
  private var statedAt = Timestamp.distantPast
  private var kind = EventKind.snapshot

  /// Compares one more notification, in the order in which they count, with those before it.
  mutating func note(_ event: SubscriptionEvent, in anomalies: inout [Anomaly]) {
    switch event.source {
    case .appStoreNotification, .appStoreNotificationV1, .googlePlayNotification: break
    case .appStoreServerAPI, .appStoreReceipt, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase, .operatorAction, .app:
      return
    }
    // Messages that cross on the way within a minute are no late ones.
    if recordedAt - event.recordedAt > .minutes(1), statedAt < event.statedAt {
      anomalies.append(
        Anomaly(
          kind: .outOfOrder, at: recordedAt,
          text: "\(kind.rawValue) of \(statedAt.rfc3339) arrived late and was put in its place"))
    }
    (recordedAt, statedAt, kind) = (event.recordedAt, event.statedAt, event.kind)
  }
}
