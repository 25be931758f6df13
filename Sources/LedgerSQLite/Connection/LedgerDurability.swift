/// The failure that a transaction survives once a call has returned.
public enum LedgerDurability: Hashable, Sendable {
  /// A crash of the process; a loss of power as of the last checkpoint (`synchronous=NORMAL`).
  case crash
  /// A loss of power as well (`synchronous=FULL`): for whoever tells others that it is stored.
  case powerLoss

  /// The value of SQLite's setting (<https://www.sqlite.org/pragma.html#pragma_synchronous>).
  var synchronous: String {
    switch self {
    case .crash: "NORMAL"
    case .powerLoss: "FULL"
    }
  }
}
