import Foundation
import Webhook

/// The files that a daemon has open at once, the connections of its clients among them.
///
/// A process that can open none any more is ended by the system's libraries.
enum OpenFiles {
  /// The most files beside the clients' connections: the ledger's, and the connections to the
  /// stores and to receivers.
  private static let others = 96

  /// The most files that this process may have open (getrlimit(2)); `nil` where it is not known.
  static var limit: Int? {
    #if os(Linux)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
      return Int(clamping: limit.rlim_cur)
    #else
      return nil
    #endif
  }

  /// Returns the note about a limit that is too low for a number of connections; `nil` for none.
  static func note(connections: Int, limit: Int?) -> String? {
    let further = WebLimits()
    let needed =
      connections + further.connectionsLeavingMax + further.connectionsReserve + others
    guard let limit, limit < needed else { return nil }
    return "\(limit) files may be open at once here, and \(connections) connections need "
      + "\(needed): clients can end the daemon. Raise LimitNOFILE of the unit, or 'ulimit -n', or "
      + "lower 'connections' in [server]"
  }
}
