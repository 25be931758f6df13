#if Postgres
  import SubscriptionCore

  /// The events of a subscription that a transaction tells something of.
  struct ChangedSubscription {
    /// The events that count, those of the transaction included, by their ids.
    private(set) var counting: [EventID: (number: Int64, event: SubscriptionEvent)] = [:]
    /// The numbers of the events that the transaction made count, in their order.
    private(set) var new: [Int64] = []
    /// A Boolean value that indicates whether the subscription is new in the ledger.
    let isNew: Bool

    /// Begins with the events that are stored.
    init(isNew: Bool, stored: [(number: Int64, event: SubscriptionEvent)] = []) {
      self.isNew = isNew
      for (number, event) in stored { counting[event.id] = (number, event) }
    }

    /// Takes a subscription all of whose events are to be looked at as if they were new.
    ///
    /// `isNew` says whether no row of it is stored.
    init(whole events: [(number: Int64, event: SubscriptionEvent)], isNew: Bool) {
      self.isNew = isNew
      for (number, event) in events.sorted(by: { $0.number < $1.number }) {
        count(event, number: number)
      }
    }

    /// Makes a copy of an event count in the place of another.
    mutating func count(_ event: SubscriptionEvent, number: Int64) {
      counting[event.id] = (number, event)
      if new.last != number, !new.contains(number) { new.append(number) }
    }

    /// The events that count, in no order.
    var events: [SubscriptionEvent] { counting.values.map(\.event) }

    /// The events that the transaction made count and that count still, by their numbers.
    var newEvents: [(number: Int64, event: SubscriptionEvent)] {
      let wanted = Set(new)
      return counting.values.filter { wanted.contains($0.number) }.sorted { $0.number < $1.number }
    }

    /// The prompts that the transaction made count.
    var shown: [SubscriptionEvent] {
      guard counting.values.contains(where: { $0.event.kind == .promptShown }) else { return [] }
      return newEvents.map(\.event).filter { $0.kind == .promptShown }
    }
  }

  extension PostgresConnection {
    /// Subscriptions all of whose events are to be looked at as if they were new, by their keys.
    func whole(_ keys: [Int64], isNew: Bool) throws -> [Int64: ChangedSubscription] {
      var events: [Int64: [(number: Int64, event: SubscriptionEvent)]] = [:]
      try eachEvent(of: keys) { key, number, event in
        events[key, default: []].append((number, event))
      }
      return keys.reduce(into: [:]) { told, key in
        told[key] = ChangedSubscription(whole: events[key] ?? [], isNew: isNew)
      }
    }
  }
#endif
