import EventLedger

/// Why an import could not go on; what was stored before stays stored, whole.
///
/// A message that is refused is not an error: it is counted, listed and kept in quarantine.
public enum ImportError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case missing(path: String)
  /// It is a directory.
  case directory(path: String)
  /// Reading it is not permitted.
  case notPermitted(path: String)
  /// It cannot be opened or read, in the words of the system.
  case unreadable(path: String, detail: String)
  /// The ledger could not take it.
  case ledger(LedgerError)
}

extension ImportError: CustomStringConvertible {
  /// The words for the operator: what is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no file \(path). Check the name, or pass - to read standard input."
    case .directory(let path):
      "\(path) is a directory. Name the files inside it, for example \(path)/*.json."
    case .notPermitted(let path):
      "Reading \(path) is not permitted. Run as a user who may read it."
    case .unreadable(let path, let detail):
      "\(path) cannot be read (\(detail)). What was read before is stored; run the import again."
    case .ledger(let error):
      "The ledger could not take it: \(error.intakeWords)"
    }
  }
}

extension LedgerError {
  /// What is wrong with the ledger, and what to do about it.
  fileprivate var intakeWords: String {
    switch self {
    case .unavailable(let location, let detail):
      "\(location) cannot be opened (\(detail)). Check the path and its permissions."
    case .busy(let location):
      "\(location) is held by another process. Run the import again when that is done."
    case .full(let location):
      "there is no room left for \(location). Free some space and run the import again; nothing "
        + "is half written."
    case .readOnly(let location):
      "\(location) was opened for reading only. Leave out --readonly."
    case .unreadable(let location, let detail):
      "\(location) is not a ledger of this version (\(detail)). Name another with --ledger."
    case .failed(let location, let detail):
      "\(location) failed half way (\(detail)); nothing was changed. Run churntop verify."
    }
  }
}
