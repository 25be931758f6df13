import Dashboard
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// The stored state of the dashboard's lists, for each ledger, in `places.toml` of the state
/// folder.
struct SessionState {
  /// The state of a ledger's lists.
  let memory: DashboardMemory
  /// The instant at which the dashboard on the ledger was left; `nil` if it never was.
  let lastVisit: Timestamp?
  /// The problem of the file; `nil` for none.
  let problem: String?

  private let file: StateFile<SessionStateFile>
  private let ledger: String

  /// Reads the state of a ledger; that of a view applies only if its definition is unchanged.
  init(stateFolder: String, ledger: LedgerAddress, views: [SavedView]) {
    file = StateFile(
      path: stateFolder + "/places.toml",
      empty: SessionStateFile(version: StateFile<SessionStateFile>.version, ledgers: [:]),
      remark: "How and when lists were left; churntop writes it when a dashboard ends.",
      otherwise: "lists begin as usual")
    self.ledger = ledger.stateKey
    switch file.read() {
    case .success(let contents):
      let stored = contents.ledgers[self.ledger]
      (memory, problem) = (stored?.memory(views) ?? DashboardMemory(), nil)
      lastVisit = stored?.left.flatMap { Timestamp(rfc3339: $0) }
    case .failure(let fault):
      (memory, problem) = (DashboardMemory(), file.sentence(fault))
      lastVisit = nil
    }
  }

  /// Stores the state of the lists and the end of the visit, and removes what is stored of ledgers
  /// that no longer exist.
  func keep(_ memory: DashboardMemory, leftAt: Timestamp) throws(PrivateFile.NotWritten) {
    try file.change { contents in
      contents.ledgers = contents.ledgers.filter { LedgerAddress($0.key).mayExist }
      contents.ledgers[ledger] = SessionStateFile.Ledger(memory, leftAt: leftAt)
    }
  }
}
