// MARK: Fields stored by a newer build

extension SubscriptionMachine {
  /// Adds an anomaly for each field of an event that a newer build stored and this one does not
  /// know.
  mutating func noteUnread(of event: SubscriptionEvent) {
    for word in event.unread {
      note(
        .unknownValue, at: event.statedAt,
        "a newer version stored \(word), which this one does not know; update it")
    }
  }

  /// Adds an anomaly.
  mutating func note(_ kind: Anomaly.Kind, at instant: Timestamp, _ text: DatedText) {
    anomalies.append(Anomaly(kind: kind, at: instant, text: text))
  }
}

extension SubscriptionEvent {
  /// A Boolean value that indicates whether the event is not a store's: an operator or the app
  /// recorded it, or it came from a source whose store this build does not know.
  var isAction: Bool { kind.isAction || (!unread.isEmpty && source.store == nil) }
}
