/// The action behind an undo event: taken back, or counting again because an undo was undone.
public struct Reversal: Hashable, Sendable {
  /// The kind of the action.
  public let kind: EventKind
  /// A Boolean value that indicates whether the action counts again.
  public let countsAgain: Bool

  /// Finds the action behind an undo event, among the events of its subscription in any order;
  /// `nil` for an event that undoes nothing, and if the action is missing.
  ///
  /// - Complexity: O(*n* *k*) for *n* events and an action that was undone and redone *k* times.
  public init?(of event: SubscriptionEvent, in events: [SubscriptionEvent]) {
    guard event.kind == .undone else { return nil }
    var (target, countsAgain, steps) = (event, true, 0)
    while target.kind == .undone {
      guard steps < events.count, let id = target.action?.undoes,
        let next = events.first(where: { $0.id == id })
      else { return nil }
      (target, countsAgain, steps) = (next, !countsAgain, steps + 1)
    }
    (kind, self.countsAgain) = (target.kind, countsAgain)
  }

  /// The reversal as a clause, such as `the snooze is taken back`.
  public var words: String {
    "\(kind.actionTitle) \(countsAgain ? "counts again" : "is taken back")"
  }
}

extension EventKind {
  /// The name of a recorded action, as something that can be undone.
  public var actionTitle: String {
    switch action {
    case .shown: "the shown prompt"
    case .snoozed: "the snooze"
    case .suppressed: "the suppression"
    case .noted: "the note"
    case .claimed: "the claim"
    case .refreshRequested: "the request to the store"
    case .undone: "the undo"
    case nil: rawValue
    }
  }
}
