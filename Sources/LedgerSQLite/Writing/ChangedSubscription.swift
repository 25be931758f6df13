import SubscriptionCore

/// The new events of a subscription in one transaction.
struct ChangedSubscription {
  /// The number of its first new event; names before that are known.
  var firstNumber: Int64
  /// All events of a subscription that the transaction created; `nil` where they must be read.
  var events: NumberedEvents?
}

/// Events of one subscription, each with its number.
struct NumberedEvents {
  private(set) var numbers: [Int64] = []
  /// The events, in the same order.
  private(set) var events: [SubscriptionEvent] = []

  /// Adds an event.
  mutating func append(_ event: SubscriptionEvent, number: Int64) {
    numbers.append(number)
    events.append(event)
  }
}

extension ChangedSubscription {
  /// Subscriptions all of whose events are to be read, and whose names are all to be indexed.
  static func whole(_ keys: some Collection<Int64>) -> [Int64: ChangedSubscription] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, ChangedSubscription(firstNumber: 0)) })
  }
}
