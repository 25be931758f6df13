import EventLedger

/// An error that ends an import; every transaction before it stays stored, and is counted.
///
/// A refused message is not an error: it is counted, listed and kept in quarantine.
public enum ImportError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case missing(path: String)
  /// The path is a directory.
  case directory(path: String)
  /// Reading it is not permitted.
  case notPermitted(path: String)
  /// The file cannot be opened or read, for the system's reason.
  case unreadable(path: String, detail: String)
  /// The file is not text but in a form that its first bytes give away; nothing of it is read.
  case encoded(path: String, encoding: InputEncoding)
  /// The ledger could not take it.
  case ledger(LedgerError)
}

extension ImportError: CustomStringConvertible {
  /// The message for the operator: what is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no file \(path). Check the name, or pass - to read standard input."
    case .directory(let path):
      "\(path) is a directory. Name the files inside it, for example \(path)/*.json."
    case .notPermitted(let path): "Reading \(path) is not permitted. Run as a user who may read it."
    case .unreadable(let path, let detail):
      "\(path) cannot be read (\(detail)). What was read before is stored; run the import again."
    case .encoded(let path, let encoding):
      "\(path) is \(encoding.title), not JSON text; nothing of it was imported. "
        + encoding.remedy(path)
    case .ledger(let error): error.description
    }
  }
}
