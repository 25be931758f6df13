/// The undone actions of one subscription, each with the event that undid it.
///
/// An action is undone while an undo event that counts itself names it, so that undoing an undo
/// restores the action. The result depends on the identifiers alone: events of the same instant,
/// and events that arrive in another order, give the same. Undo events that name each other undo
/// nothing.
public struct UndoResolution: Hashable, Sendable {
  private var undoings: [EventID: SubscriptionEvent] = [:]

  /// Resolves the undo events of one subscription, in any order.
  ///
  /// - Complexity: O(*n*) for *n* events.
  public init(in events: [SubscriptionEvent]) {
    let undoings = events.filter { $0.kind == .undone }
    guard !undoings.isEmpty else { return }
    let byID = Dictionary(undoings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var open: [EventID: Int] = [:]
    for target in byID.values.compactMap({ $0.action?.undoes }) where byID[target] != nil {
      open[target, default: 0] += 1
    }
    var judged = byID.values.filter { open[$0.id] == nil }
    var next = 0
    while next < judged.count {
      let undoing = judged[next]
      next += 1
      guard let target = undoing.action?.undoes else { continue }
      if self.undoings[undoing.id] == nil { note(undoing, of: target) }
      guard let left = open[target] else { continue }
      open[target] = left - 1
      if left == 1, let waiting = byID[target] { judged.append(waiting) }
    }
  }

  private mutating func note(_ undoing: SubscriptionEvent, of target: EventID) {
    if let known = undoings[target],
      (known.recordedAt, known.id) <= (undoing.recordedAt, undoing.id)
    {
      return
    }
    undoings[target] = undoing
  }

  /// Returns whether an event was undone.
  public func contains(_ id: EventID) -> Bool { undoings[id] != nil }

  /// Returns the event that undid another, the first of several; `nil` for an event that counts.
  public func undoing(of id: EventID) -> SubscriptionEvent? { undoings[id] }
}
