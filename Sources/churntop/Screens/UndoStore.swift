import Dashboard
import Foundation
import ProgramConventions
import SubscriptionCore

/// What was recorded lately and can be taken back, a part for each ledger, in `undo.toml` of the
/// state folder.
///
/// It is written with every action, so that it outlives a crash as well, and holds identities only.
/// It never leads into another ledger: an entry is found again by the path of its ledger's file,
/// and an event that this ledger does not have is not taken back. Nor does one take back what a
/// colleague recorded who shares the account of the machine and acts under another name.
struct UndoStore: Sendable {
  private let path: String
  private let ledger: String
  private let actor: String
  private let span: Duration

  /// Finds the place.
  ///
  /// - Parameters:
  ///   - stateFolder: Where the file lies.
  ///   - ledger: The ledger's file.
  ///   - actor: Who acts.
  ///   - span: How long something can be taken back.
  init(stateFolder: String, ledger: String, actor: String, span: Duration) {
    path = stateFolder + "/undo.toml"
    self.ledger = URL(fileURLWithPath: ledger).resolvingSymlinksInPath().path
    (self.actor, self.span) = (actor, span)
  }

  private var file: StateFile<UndoStoreFile> {
    StateFile(
      path: path, empty: UndoStoreFile(version: StateFile<UndoStoreFile>.version, ledgers: [:]),
      remark: "What can be taken back; churntop writes it with every action.",
      otherwise: "what was recorded before is taken back with 'churntop prompt undo' only")
  }

  /// What can still be taken back, and what is wrong with the file; `nil` for nothing.
  func read(now: Timestamp) -> (journal: UndoJournal, problem: String?) {
    switch file.read() {
    case .success(let contents): (journal(of: contents, now: now), nil)
    case .failure(let fault): (UndoJournal(), file.sentence(fault))
    }
  }

  /// Keeps that an action was recorded as some events, and forgets what is too old and ledgers
  /// that are gone.
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
        FileManager.default.fileExists(atPath: $0.key) && !$0.value.isEmpty
      }
    }
  }

  /// What of the file was recorded in this ledger by the same person and is not too old; what a
  /// clock that was set back since dates later than the present is of the present.
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
  /// Where dashboards keep what can be taken back; nowhere for a simulated world, which is gone
  /// with its dashboard.
  func undoStore(_ settings: DashboardSettings) -> UndoStore? {
    guard !settings.isDemo else { return nil }
    return UndoStore(
      stateFolder: dependencies.stateFolder, ledger: path, actor: actor, span: settings.undoFor)
  }
}
