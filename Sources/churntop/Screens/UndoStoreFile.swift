import Dashboard
import SubscriptionCore

/// What `undo.toml` says, value for value.
struct UndoStoreFile: Codable {
  /// The version of the file's form.
  var version: Int
  /// What was recorded in each ledger, by its path without symbolic links, oldest first.
  var ledgers: [String: [Entry]]

  /// Something recorded.
  struct Entry: Codable {
    /// What was done, by the name of the event's kind.
    var kind: String
    /// Who recorded it.
    var by: String
    /// When, in RFC 3339.
    var at: String
    /// To whom.
    var subscriptions: [String]
    /// The events that stand for it, one for each subscription.
    var events: [String]
    /// The events that took it back; absent while it counts.
    var undoings: [String]?

    init(_ entry: UndoJournal.Entry, by actor: String) {
      (kind, by, at) = (entry.kind.rawValue, actor, entry.at.rfc3339)
      subscriptions = entry.subscriptions.map(\.rawValue)
      events = entry.events.map(\.rawValue)
      undoings = entry.undoings.isEmpty ? nil : entry.undoings.map(\.rawValue)
    }

    /// The entry, where this build knows what it says.
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
