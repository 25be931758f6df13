/// One subscription, computed from everything the store stated and operators recorded about it.
///
/// It contains neither the time nor a policy: they are arguments of every query. The same events in
/// any order of arrival, each any number of times, result in an equal value.
public struct Subscriber: Hashable, Sendable {
  /// The state of the store's statements.
  var machine: SubscriptionMachine
  /// The actions of operators and the app.
  var record: OperatorRecord
  /// Other purchases of the same user, oldest first.
  var related: [RelatedPurchase]
  /// The payments that the store reported, in the order in which it first named them.
  var collected: CollectedPayments
  /// The instant of the store's last statement.
  public internal(set) var lastEventAt: Timestamp

  /// The version of the rules that derive a subscriber from events; rows derived by an older
  /// version are derived again.
  public static let rules = 23

  /// The subscription.
  public var id: SubscriptionID { machine.id }
  /// The store.
  public var store: Store { machine.store }
  /// The environment the purchase was made in; production if the store has not stated it.
  public var environment: StoreEnvironment { machine.environment }
  /// A Boolean value that indicates whether another member of the family pays.
  public var isFamilyShared: Bool { machine.facts.familyShared == true }
  /// The app, if the store stated it.
  public var app: AppID? { machine.facts.app }
  /// The app's identifier of the user, if the store stated it.
  public var account: AccountID? { machine.facts.account }
  /// The current or last product; empty if no store stated it.
  public var product: ProductID { machine.facts.product ?? "" }
  /// The storefront's country as an ISO 3166-1 alpha-2 code in either store's spelling; a text that
  /// is not a code stays as the store wrote it.
  public var country: String? { machine.facts.country.map(CountryCode.alpha2) }
  /// Everything the store stated, each fact with its newest value.
  public var facts: StoreFacts { machine.facts }
  /// The names the stores gave the subscription and its payments.
  public var names: StoreNames { machine.names }
  /// The changes of state by the store's statements, in the order in which they count.
  public var transitions: [Transition] { machine.transitions }
  /// Purchases that may be charged in addition to this one.
  public var doubleBilling: [DoubleBilling] { machine.doubleBilling }
}

// MARK: Folding

extension Subscriber {
  /// Folds the events of one subscription, beside other purchases of the same user in the same app
  /// and store; `nil` if there is no statement of a store.
  ///
  /// They may come in any order and more than once; they are sorted by
  /// ``SubscriptionEvent/precedes(_:_:)``, and events with the same id count once. Of copies of a
  /// statement, the one received first counts.
  ///
  /// - Complexity: O(*n*) for *n* events in order, O(*n* log *n*) otherwise.
  public static func fold(
    _ events: [SubscriptionEvent], related: [RelatedPurchase] = []
  ) -> Subscriber? {
    // By index, as a sequence copies each event; few are asked fully, as that copies them as well.
    guard
      events.indices.contains(where: { events[$0].mayBeLate && events[$0].mayBeTwoStatements })
        || mayListPaymentInGrace(events)
    else {
      return fold(
        events.span, in: isInOrder(events) ? Array(events.indices) : order(of: events), related)
    }
    let dated = dated(events)
    return fold(dated.span, in: Array(dated.indices), related)
  }

  /// Returns whether the events are in the order in which they count, each id once.
  private static func isInOrder(_ events: [SubscriptionEvent]) -> Bool {
    events.indices.dropFirst().allSatisfy { index in
      // Most differ in time; only those with the same time are compared fully, as events are large.
      if events[index - 1].statedAt != events[index].statedAt {
        return events[index - 1].statedAt < events[index].statedAt
      }
      return SubscriptionEvent.precedes(events[index - 1], events[index])
        && events[index - 1].id != events[index].id
    }
  }

  /// Returns the indices of the events in the order in which they count, each id once.
  static func order(of events: [SubscriptionEvent]) -> [Int] {
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

  /// Folds the events in their places, so that none is copied.
  private static func fold(
    _ events: Span<SubscriptionEvent>, in order: [Int], _ related: [RelatedPurchase]
  ) -> Subscriber? {
    guard let place = order.first(where: { !events[$0].isAction }) else { return nil }
    var fold = Fold(of: events[place], capacity: events.count, related)
    for index in order { fold.add(events[index]) }
    return fold.subscriber()
  }

  /// A fold of events into a subscriber.
  private struct Fold {
    private var machine: SubscriptionMachine
    private var actions: [SubscriptionEvent] = []
    private var reorders = ReorderDetector()
    private var collected: CollectedPayments
    private let related: [RelatedPurchase]
    private var waiting: ArraySlice<RelatedPurchase>
    private var lastEventAt: Timestamp

    /// Begins with the first statement of a store, which is added in its turn.
    init(of first: SubscriptionEvent, capacity: Int, _ related: [RelatedPurchase]) {
      machine = SubscriptionMachine(
        id: first.subscription, store: first.source.store ?? .appStore)
      machine.transitions.reserveCapacity(capacity)
      collected = CollectedPayments(subscription: machine.id, store: machine.store)
      self.related =
        related.count < 2
        ? related
        : related.endingReplaced(at: machine.store).sorted {
          ($0.purchasedAt, $0.subscription) < ($1.purchasedAt, $1.subscription)
        }
      waiting = self.related[...]
      lastEventAt = first.statedAt
    }

    /// Adds the next event in the order in which they count.
    mutating func add(_ event: SubscriptionEvent) {
      defer { machine.noteUnread(of: event) }
      guard !event.isAction else { return actions.append(event) }
      lastEventAt = event.statedAt
      while let purchase = waiting.first, purchase.purchasedAt < lastEventAt {
        machine.meet(purchase)
        waiting.removeFirst()
      }
      let failures = machine.failures.count
      machine.apply(event)
      if event.source.store != nil { collected.add(event) }
      if machine.failures.count > failures {
        // The failure may have begun long before this report of it.
        for purchase in related.prefix(related.count - waiting.count) { machine.meet(purchase) }
      }
      reorders.note(event, in: &machine.anomalies)
    }

    /// Returns the subscriber after the last event.
    mutating func subscriber() -> Subscriber {
      for purchase in waiting { machine.meet(purchase) }
      for purchase in related where !purchase.failures.isEmpty { machine.noteFailing(purchase) }
      collected.settle(machine.failures)
      return Subscriber(
        machine: machine, record: OperatorRecord(actions),
        related: related.filter { $0.environment == machine.environment },
        collected: collected, lastEventAt: lastEventAt)
    }
  }
}

/// A detector of notifications that arrived after newer ones.
private struct ReorderDetector {
  private var recordedAt = Timestamp.distantPast
  private var statedAt = Timestamp.distantPast
  private var kind = EventKind.snapshot

  /// Compares the next notification, in the order in which they count, with the previous one.
  mutating func note(_ event: SubscriptionEvent, in anomalies: inout [Anomaly]) {
    switch event.source {
    case .appStoreNotification, .appStoreNotificationV1, .googlePlayNotification: break
    case .appStoreServerAPI, .appStoreReceipt, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase, .operatorAction, .app:
      return
    }
    // Messages that overtake each other within a minute are not late.
    if recordedAt - event.recordedAt > .minutes(1), statedAt < event.statedAt {
      anomalies.append(
        Anomaly(
          kind: .outOfOrder, at: recordedAt,
          text: "the report '\(kind.words)' of \(statedAt) arrived late and was put in its place"))
    }
    (recordedAt, statedAt, kind) = (event.recordedAt, event.statedAt, event.kind)
  }
}
