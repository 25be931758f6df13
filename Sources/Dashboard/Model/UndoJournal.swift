import SubscriptionCore

/// What was recorded in this session, so that it can be taken back: the latest first, an action
/// about many subscribers as one.
///
/// Nothing is erased. Taking back is recorded as well, and so is the return.
public struct UndoJournal: Hashable, Sendable {
  /// Something recorded.
  public struct Entry: Hashable, Sendable {
    /// The action as it was first asked for.
    public var action: OperatorAction
    /// The events that stand for it, one for each subscriber.
    public var events: [EventID]
    /// The events that took it back; empty while it counts.
    public var undoings: [EventID] = []
  }

  /// What counts, oldest first.
  public private(set) var done: [Entry] = []
  /// What was taken back, in the order of taking back.
  public private(set) var undone: [Entry] = []

  /// The most entries kept.
  static let entriesMax = 100

  /// Creates an empty journal.
  public init() {}

  /// Notes that an action was recorded.
  mutating func note(_ action: OperatorAction, _ events: [EventID]) {
    switch action.reversal {
    case nil:
      done.append(Entry(action: action, events: events))
      undone = []
      if done.count > Self.entriesMax { done.removeFirst() }
    case .undo?:
      guard var entry = done.popLast() else { return }
      entry.undoings = events
      undone.append(entry)
    case .redo?:
      guard var entry = undone.popLast() else { return }
      entry.undoings = []
      done.append(entry)
    }
  }

  /// The action that takes back the latest entry, or brings back the one taken back last.
  func reversal(_ turn: OperatorAction.Turn, at now: Timestamp) -> OperatorAction? {
    guard let entry = turn == .undo ? done.last : undone.last else { return nil }
    var action = OperatorAction(.undone, of: entry.action.subscriptions, at: now)
    action.undoes = turn == .undo ? entry.events : entry.undoings
    action.reversal = turn
    action.reversed = entry.action.kind
    return action
  }

  /// Why nothing can be taken back or brought back; `nil` when something can.
  func disabledReason(of id: CommandID) -> String? {
    if id == .undo, done.isEmpty { return "nothing was recorded since the start" }
    if id == .redo, undone.isEmpty { return "nothing was taken back" }
    return nil
  }
}
