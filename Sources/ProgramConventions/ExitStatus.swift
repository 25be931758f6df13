/// The exit statuses of both programs.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done.
  case done = 0
  /// The ledger, a store, a file or the system failed.
  case failed = 1
  /// A filter, a time or a configuration makes no sense.
  case notUnderstood = 2
  /// Done, with something that needs a look.
  case needsALook = 3
  /// The subscription, entry or name does not exist or is ambiguous.
  case notFound = 4
  /// Invalid arguments; `EX_USAGE` of sysexits.h.
  case wrongUsage = 64
  /// The reader of the output has closed it: 128 and the number of SIGPIPE.
  case outputClosed = 141

  /// The meaning, in words without a full stop.
  public var summary: String {
    switch self {
    case .done: "done"
    case .failed: "failed: the ledger, a file or the system; nothing is half written"
    case .notUnderstood: "not understood: a filter, a time, a setting or a mixture of options"
    case .needsALook: "done, but something needs a look"
    case .notFound: "not found or ambiguous: a subscription, an entry or a name"
    case .wrongUsage: "wrong usage"
    case .outputClosed: "the reader of the output left, as in 'churntop list | head'"
    }
  }
}
