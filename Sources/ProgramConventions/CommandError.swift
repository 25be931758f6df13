import EventLedger

/// Why a command ends without what was asked; the cases are the exit statuses of the contract.
public enum CommandError: Error, Hashable {
  /// The ledger, a file or the system failed, and nothing is half written: exit 1.
  case failed(String)
  /// A filter, a time, a configuration or a combination of options makes no sense: exit 2.
  ///
  /// Details follow on lines of their own, such as a caret under the place.
  case notUnderstood(String, details: [String] = [])
  /// It was done, but something needs a look; everything worth saying was said: exit 3.
  case needsALook
  /// A part failed, everything worth saying was said, and the rest was done: exit 1.
  case partlyFailed
  /// No such subscription, entry or name: exit 4.
  case notFound(String)
  /// Several subscriptions go by that name: exit 4.
  case ambiguous(String, candidates: [String])
  /// Nobody reads the output any more; the program ends as quietly as one killed by SIGPIPE.
  case outputClosed

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

  /// The lines for standard error; empty where everything was said already.
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
  /// What happened, for a screen that shows one sentence.
  public var description: String { lines.joined(separator: " ") }
}

extension CommandError {
  /// A ledger's failure, in its own words.
  public init(_ error: LedgerError) { self = .failed(error.description) }

  /// What a ledger answers, with its failure in the command line's words.
  ///
  /// - Throws: ``failed(_:)`` with those words.
  public static func answer<Value>(
    _ ask: () throws(LedgerError) -> Value
  ) throws(CommandError) -> Value {
    do throws(LedgerError) { return try ask() } catch { throw CommandError(error) }
  }
}
