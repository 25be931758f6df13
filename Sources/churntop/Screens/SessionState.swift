import Dashboard
import Foundation
import ProgramConventions

/// How the dashboard's lists were left, a part for each ledger, in `places.toml` of the state
/// folder.
struct SessionState {
  /// What was kept of a ledger's lists.
  let memory: DashboardMemory
  /// What is wrong with the file; `nil` for nothing.
  let problem: String?

  private let file: StateFile<SessionStateFile>
  private let ledger: String

  /// Reads what was kept.
  ///
  /// - Parameters:
  ///   - stateFolder: Where it lies.
  ///   - ledger: The ledger's file.
  ///   - views: The saved views, of which only those are found again that say the same.
  init(stateFolder: String, ledger: String, views: [SavedView]) {
    file = StateFile(
      path: stateFolder + "/places.toml",
      empty: SessionStateFile(version: StateFile<SessionStateFile>.version, ledgers: [:]),
      remark: "How lists were left; churntop writes it when a dashboard ends.",
      otherwise: "lists begin as usual")
    self.ledger = URL(fileURLWithPath: ledger).resolvingSymlinksInPath().path
    switch file.read() {
    case .success(let contents):
      (memory, problem) = (contents.ledgers[self.ledger]?.memory(views) ?? DashboardMemory(), nil)
    case .failure(let fault): (memory, problem) = (DashboardMemory(), file.sentence(fault))
    }
  }

  /// Keeps how the lists are left, and forgets ledgers that are gone.
  func keep(_ memory: DashboardMemory) throws(PrivateFile.NotWritten) {
    guard memory != self.memory else { return }
    try file.change { contents in
      contents.ledgers = contents.ledgers.filter { FileManager.default.fileExists(atPath: $0.key) }
      contents.ledgers[ledger] = SessionStateFile.Ledger(memory)
    }
  }
}
