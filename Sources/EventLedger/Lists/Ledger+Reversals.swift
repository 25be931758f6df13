import SubscriptionCore

extension Ledger {
  /// Returns the actions behind those of some events that undo one, by the event that undoes; none
  /// for an event whose action is missing.
  ///
  /// - Complexity: One read of a subscription for each event that undoes an action.
  /// - Throws: ``LedgerError`` if the events cannot be read.
  public func reversals(
    of events: [SubscriptionEvent]
  ) throws(LedgerError) -> [EventID: Reversal] {
    var reversals: [EventID: Reversal] = [:]
    for event in events where event.kind == .undone {
      let history = try self.events(of: event.subscription).map(\.event)
      reversals[event.id] = Reversal(of: event, in: history)
    }
    return reversals
  }
}
