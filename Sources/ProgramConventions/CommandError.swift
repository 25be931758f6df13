import EventLedger

/// The reason that a command fails, with one or more cases for each exit status.
public enum CommandError: Error, Hashable {
  /// The ledger, a file or the system failed, and nothing is half written: exit 1.
  case failed(String)
  /// A filter, a time, a configuration or a combination of options is invalid: exit 2.
  ///
  /// Details follow on lines of their own, such as a caret under the position.
  case notUnderstood(String, details: [String] = [])
  /// The command succeeded and has reported something that needs a look: exit 3.
  case needsALook
  /// A part failed and was reported, and the rest succeeded: exit 1.
  case partlyFailed
  /// The subscription, entry or name does not exist: exit 4.
  case notFound(String)
  /// Several subscriptions match: exit 4.
  case ambiguous(String, candidates: [String])
  /// The reader of the output has closed it; the program ends silently, as if killed by SIGPIPE.
  case outputClosed

  /// Creates the failure of a ledger with its description.
  public init(_ error: LedgerError) { self = .failed(error.description) }

  /// The exit status.
  public var status: ExitStatus {
    switch self {
    case .failed, .partlyFailed: .failed
    case .notUnderstood: .notUnderstood
    case .needsALook: .needsALook
    case .notFound, .ambiguous: .notFound
    case .outputClosed: .outputClosed
    }
  }

  /// The lines for standard error; empty if everything was reported already.
  public var lines: [String] {
    switch self {
    case .failed(let text), .notFound(let text): [text]
    case .notUnderstood(let text, let details): [text] + details
    case .ambiguous(let text, let candidates): [text] + candidates.map { "  " + $0 }
    case .needsALook, .partlyFailed, .outputClosed: []
    }
  }
}

extension CommandError: CustomStringConvertible {
  /// The message in one line, for a screen.
  public var description: String { lines.joined(separator: " ") }
}
