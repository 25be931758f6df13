import SubscriptionCore

/// The actions recorded lately, so that they can be undone: the latest first, an action on many
/// subscribers as one.
///
/// It holds identities only, so that it can be kept from one session to the next. Nothing is
/// erased by it: taking back is recorded as well, and so is the return. Whether an event still
/// counts is for the ledger to say.
public struct UndoJournal: Hashable, Sendable {
  /// Something recorded.
  public struct Entry: Hashable, Sendable {
    /// The kind of the action.
    public var kind: EventKind
    /// To whom.
    public var subscriptions: [SubscriptionID]
    /// The events that stand for it, one for each subscriber.
    public var events: [EventID]
    /// The events that took it back; empty while it counts.
    public var undoings: [EventID]
    /// The instant of its last recording, undo or redo, by the machine's clock.
    public var at: Timestamp

    /// Creates an entry.
    public init(
      _ kind: EventKind, of subscriptions: [SubscriptionID], events: [EventID],
      undoings: [EventID] = [], at: Timestamp
    ) {
      (self.kind, self.subscriptions, self.events) = (kind, subscriptions, events)
      (self.undoings, self.at) = (undoings, at)
    }

    /// The entry about some of its subscribers only, in their order.
    func about(_ ids: [SubscriptionID]) -> Entry {
      let places = Dictionary(
        zip(subscriptions, subscriptions.indices), uniquingKeysWith: { first, _ in first })
      let kept = ids.compactMap { places[$0] }
      var entry = self
      entry.subscriptions = kept.map { subscriptions[$0] }
      entry.events = kept.filter(events.indices.contains).map { events[$0] }
      entry.undoings = kept.filter(undoings.indices.contains).map { undoings[$0] }
      return entry
    }
  }

  /// The entries that count, oldest first.
  private var done: [Entry] = []
  /// The undone entries, in the order of their undo.
  private var undone: [Entry] = []

  /// The most entries kept.
  public static let entriesMax = 100
  /// The most subscribers in all entries, unless the latest entry alone is about more.
  public static let subscribersMax = 20_000

  /// Creates a journal of entries, oldest first.
  public init(_ entries: [Entry] = []) {
    for entry in entries {
      if entry.undoings.isEmpty { done.append(entry) } else { undone.append(entry) }
    }
    trim()
  }

  /// The entries that count, then the undone ones, each oldest first.
  public var entries: [Entry] { done + undone }

  /// Adds an action or a turn back that was recorded as some events, one for each of its
  /// subscribers, at an instant by the machine's clock.
  public mutating func note(_ action: OperatorAction, _ events: [EventID], at instant: Timestamp) {
    switch action.reversal {
    case nil:
      done.append(Entry(action.kind, of: action.subscriptions, events: events, at: instant))
      undone = []
      trim()
    case .undo?:
      guard var entry = Self.take(from: &done, \.events, of: action) else { return }
      (entry.undoings, entry.at) = (events, instant)
      undone.append(entry)
    case .redo?:
      guard var entry = Self.take(from: &undone, \.undoings, of: action) else { return }
      (entry.undoings, entry.at) = ([], instant)
      done.append(entry)
    }
  }

  /// Removes the entry that an action undoes or redoes, and returns it for the subscribers it still
  /// concerns.
  private static func take(
    from entries: inout [Entry], _ events: KeyPath<Entry, [EventID]>, of action: OperatorAction
  ) -> Entry? {
    let named = Set(action.undoes)
    guard let index = entries.lastIndex(where: { !named.isDisjoint(with: $0[keyPath: events]) })
    else { return nil }
    return entries.remove(at: index).about(action.subscriptions)
  }

  private mutating func trim() {
    var count = entries.reduce(0) { $0 + $1.subscriptions.count }
    while entries.count > 1, entries.count > Self.entriesMax || count > Self.subscribersMax {
      count -=
        done.count > 1 || undone.isEmpty
        ? done.removeFirst().subscriptions.count : undone.removeFirst().subscriptions.count
    }
  }

  /// Removes the entries from before an instant.
  public mutating func forget(before instant: Timestamp) {
    done.removeAll { $0.at < instant }
    undone.removeAll { $0.at < instant }
  }

  /// Removes the entry that an action was to undo or redo.
  mutating func forget(_ action: OperatorAction) {
    if action.reversal == .undo { _ = Self.take(from: &done, \.events, of: action) }
    if action.reversal == .redo { _ = Self.take(from: &undone, \.undoings, of: action) }
  }

  /// The entry of the next step: the latest one that counts, or the one undone last.
  func latest(_ turn: OperatorAction.Turn) -> Entry? {
    switch turn {
    case .undo: done.last
    case .redo: undone.last
    }
  }

  /// The action that takes back the latest entry, or brings back the one taken back last.
  func reversal(_ turn: OperatorAction.Turn, at now: Timestamp) -> OperatorAction? {
    guard let entry = latest(turn) else { return nil }
    var action = OperatorAction(.undone, of: entry.subscriptions, at: now)
    action.undoes = turn == .undo ? entry.events : entry.undoings
    action.reversal = turn
    action.reversed = entry.kind
    return action
  }
}
