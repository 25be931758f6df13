import SubscriptionCore

/// What one transaction told of a subscription.
struct ToldSubscription {
  /// The number of the first event that it told; names before that are known.
  var firstNumber: Int64
  /// All events of a subscription that the transaction created; `nil` where they must be read.
  var events: [(number: Int64, event: SubscriptionEvent)]?
}

extension ToldSubscription {
  /// Subscriptions all of whose events are to be read, and whose names are all to be indexed.
  static func whole(_ keys: some Collection<Int64>) -> [Int64: ToldSubscription] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, ToldSubscription(firstNumber: 0)) })
  }
}
