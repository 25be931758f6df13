import Dashboard
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// The stored actions that can be undone, for each ledger, in `undo.toml` of the state folder.
///
/// The file is written with every action, so that it survives a crash, and contains identifiers
/// only. An entry applies only to the ledger file with its path, and an event that this ledger does
/// not have is not reverted. Actions of another actor who shares the machine's account are not
/// reverted either.
struct UndoStore: Sendable {
  private let path: String
  private let ledger: String
  private let actor: String
  private let span: Duration

  /// Creates the store of actions that can be undone for a span of time.
  init(stateFolder: String, ledger: LedgerAddress, actor: String, span: Duration) {
    path = stateFolder + "/undo.toml"
    self.ledger = ledger.stateKey
    (self.actor, self.span) = (actor, span)
  }

  private var file: StateFile<UndoStoreFile> {
    StateFile(
      path: path, empty: UndoStoreFile(version: StateFile<UndoStoreFile>.version, ledgers: [:]),
      remark: "What can be taken back; churntop writes it with every action.",
      otherwise: "what was recorded before is taken back with 'churntop prompt undo' only")
  }

  /// Reads the actions that can still be undone, and the problem of the file, or `nil`.
  func read(now: Timestamp) -> (journal: UndoJournal, problem: String?) {
    switch file.read() {
    case .success(let contents): (journal(of: contents, now: now), nil)
    case .failure(let fault): (UndoJournal(), file.sentence(fault))
    }
  }

  /// Stores the events of an action, and removes entries that are too old or of ledgers that no
  /// longer exist.
  func keep(
    _ action: OperatorAction, _ events: [EventID], now: Timestamp
  ) throws(PrivateFile.NotWritten) {
    try file.change { contents in
      var journal = journal(of: contents, now: now)
      journal.note(action, events, at: now)
      let others = contents.ledgers[ledger]?.filter { entry in
        entry.by != actor && entry.entry.map { $0.at >= now - span } ?? false
      }
      contents.ledgers[ledger] =
        (others ?? []) + journal.entries.map { UndoStoreFile.Entry($0, by: actor) }
      contents.ledgers = contents.ledgers.filter {
        LedgerAddress($0.key).mayExist && !$0.value.isEmpty
      }
    }
  }

  /// Returns the recent entries of this ledger and actor; an entry dated after the present, after a
  /// clock was set back, is dated to the present.
  private func journal(of contents: UndoStoreFile, now: Timestamp) -> UndoJournal {
    let entries = contents.ledgers[ledger]?.filter { $0.by == actor }.compactMap(\.entry) ?? []
    var journal = UndoJournal(
      entries.map { entry in
        var entry = entry
        entry.at = min(entry.at, now)
        return entry
      })
    journal.forget(before: now - span)
    return journal
  }
}

extension Session {
  /// Returns the store of undoable actions; `nil` for a simulated world, which ends with its
  /// dashboard.
  func undoStore(_ settings: DashboardSettings) -> UndoStore? {
    guard !settings.isDemo else { return nil }
    return UndoStore(
      stateFolder: dependencies.stateFolder, ledger: address, actor: settings.actor,
      span: settings.undoFor)
  }
}

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
