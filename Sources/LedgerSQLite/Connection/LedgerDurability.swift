/// The failure that a transaction survives once a call has returned.
public enum LedgerDurability: Hashable, Sendable {
  /// A crash of the process; a loss of power as of the last checkpoint (`synchronous=NORMAL`).
  case crash
  /// A loss of power as well (`synchronous=FULL`): for whoever tells others that it is stored.
  case powerLoss
  /// A loss of power also where a sync of an earlier process failed: the log is written once more
  /// when the ledger is opened, for whoever writes to it from then on.
  case failedSync

  /// The value of SQLite's setting (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
  var synchronous: String {
    switch self {
    case .crash: "NORMAL"
    case .powerLoss, .failedSync: "FULL"
    }
  }
}
