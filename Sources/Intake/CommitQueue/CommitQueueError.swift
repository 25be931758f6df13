import EventLedger

/// An error that keeps a delivery from being stored; its sender may send it again.
public enum CommitQueueError: Error, Hashable, Sendable {
  /// Too many deliveries wait to be stored.
  case full
  /// The process is stopping.
  case closing
  /// The ledger could not take it.
  case ledger(LedgerError)
}

extension CommitQueueError: CustomStringConvertible {
  /// The message: what happened and what to do, in one line.
  public var description: String {
    switch self {
    case .full: "Too many deliveries wait to be stored. Send it again in half a minute."
    case .closing: "The server is stopping. Send it again in half a minute."
    case .ledger(let error): error.description
    }
  }
}
