// MARK: What a newer build stored

extension SubscriptionMachine {
  /// Tells what a newer build stored of an event and this one has no word for.
  mutating func noteUnread(of event: SubscriptionEvent) {
    for word in event.unread {
      anomalies.append(
        Anomaly(
          kind: .unknownValue, at: event.statedAt,
          text: "a newer version stored \(word), which this one does not know; update it"))
    }
  }
}

extension SubscriptionEvent {
  /// Whether it is none of a store's: an operator or the app recorded it, or it came from a source
  /// of which this build does not know the store.
  var isAction: Bool { kind.isAction || (!unread.isEmpty && source.store == nil) }
}
