import Dashboard
import SubscriptionCore

/// The content of `undo.toml`.
struct UndoStoreFile: Codable {
  /// The version of the file's format.
  var version: Int
  /// The actions of each ledger, by its path without symbolic links, oldest first.
  var ledgers: [String: [Entry]]

  /// A recorded action.
  struct Entry: Codable {
    /// The name of the event's kind.
    var kind: String
    /// The actor.
    var by: String
    /// The time, in RFC 3339.
    var at: String
    var subscriptions: [String]
    /// The events of the action, one for each subscription.
    var events: [String]
    /// The events that reverted the action; absent while it is in force.
    var undoings: [String]?

    init(_ entry: UndoJournal.Entry, by actor: String) {
      (kind, by, at) = (entry.kind.rawValue, actor, entry.at.rfc3339)
      subscriptions = entry.subscriptions.map(\.rawValue)
      events = entry.events.map(\.rawValue)
      undoings = entry.undoings.isEmpty ? nil : entry.undoings.map(\.rawValue)
    }

    /// The entry; `nil` if a newer version wrote unknown values.
    var entry: UndoJournal.Entry? {
      guard let kind = EventKind(rawValue: kind), kind.isAction, let at = Timestamp(rfc3339: at),
        !subscriptions.isEmpty, events.count == subscriptions.count,
        undoings.map({ $0.count == subscriptions.count }) ?? true
      else { return nil }
      return UndoJournal.Entry(
        kind, of: subscriptions.map { SubscriptionID($0) }, events: events.map { EventID($0) },
        undoings: undoings?.map { EventID($0) } ?? [], at: at)
    }
  }
}
