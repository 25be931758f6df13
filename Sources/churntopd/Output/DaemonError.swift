import ConfigurationFiles
import EventLedger

/// Why a command of the daemon ends without having done its work.
enum DaemonError: Error, Hashable {
  /// The configuration makes no sense, problem by problem.
  case configuration([ConfigurationProblem])
  /// What was asked for makes no sense.
  case notUnderstood(String)
  /// The ledger, a file, the network or the system failed.
  case failed(String)
  /// There is nothing of that name.
  case notFound(String)
  /// Done, and something needs a look.
  case needsALook([String])

  /// The ledger could not do it.
  static func ledger(_ error: LedgerError) -> DaemonError { .failed(error.description) }

  /// What to say, line by line.
  var lines: [String] {
    switch self {
    case .configuration(let problems): problems.map(\.sentence)
    case .notUnderstood(let text), .failed(let text), .notFound(let text): [text]
    case .needsALook(let lines): lines
    }
  }

  /// How the program ends.
  var status: ExitStatus {
    switch self {
    case .configuration, .notUnderstood: .notUnderstood
    case .failed: .failed
    case .notFound: .notFound
    case .needsALook: .needsALook
    }
  }
}

/// How the program ends, for scripts.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done.
  case done = 0
  /// The ledger, a store, a file or the system failed.
  case failed = 1
  /// The configuration or a name makes no sense.
  case notUnderstood = 2
  /// Done, with something to look at.
  case needsALook = 3
  /// No such name.
  case notFound = 4
}
