import Foundation
import ProgramConventions
import Webhook

/// The files that a daemon has open at once, the connections of its clients among them.
///
/// A process that can open none any more is ended by the system's libraries: Dispatch reads the
/// state of its threads from files, and traps where it cannot.
enum OpenFiles {
  /// The most files beside the clients' connections: the ledger's, and the connections to the
  /// stores and to receivers.
  private static let others = 96
  /// The fewest connections, those for health routes among them, with which a daemon serves.
  private static let connectionsMin = 32

  /// The most files that this process may have open, to which it may raise its limit
  /// (getrlimit(2)); `nil` where it is not known.
  static var limit: Int? { present.map { Int(clamping: $0.rlim_max) } }

  /// Returns the note about a limit that is too low for a number of connections; `nil` for none.
  static func note(connections: Int, limit: Int?) -> String? {
    var limits = WebLimits()
    limits.connectionsMax = connections
    let needed = limits.connectionsInAll + others
    guard let limit, limit < needed else { return nil }
    let facts =
      "\(limit) files may be open at once here, and \(connections) connections need \(needed): "
    let advice = "Raise LimitNOFILE of the unit, or 'ulimit -n'"
    guard let fitting = fitting(limits, into: limit) else {
      return facts + "'churntopd serve' needs \(others + connectionsMin) to start. " + advice
    }
    return facts + "\(fitting.connectionsMax) are accepted at once. " + advice
      + ", or lower 'connections' in [server]"
  }

  /// Keeps clients from using up the files of this process: raises its limit as far as their
  /// connections need, and lowers their connections where it may not.
  ///
  /// - Throws: `CommandError` where there is no room for the fewest connections.
  static func secure(_ limits: inout WebLimits) throws(CommandError) {
    guard let limit = raiseLimit(to: limits.connectionsInAll + others) else { return }
    guard let fitting = fitting(limits, into: limit) else {
      throw .failed((note(connections: limits.connectionsMax, limit: limit) ?? "") + ".")
    }
    limits = fitting
  }

  /// Returns limits with as many connections as a number of files has room for; `nil` where those
  /// are too few to serve.
  static func fitting(_ limits: WebLimits, into files: Int) -> WebLimits? {
    let room = files - others
    guard room < limits.connectionsInAll else { return limits }
    guard room >= connectionsMin else { return nil }
    var limits = limits
    limits.connectionsReserve = min(limits.connectionsReserve, room / 8)
    limits.connectionsLeavingMax = min(limits.connectionsLeavingMax, room / 3)
    limits.connectionsMax = min(
      limits.connectionsMax, room - limits.connectionsReserve - limits.connectionsLeavingMax)
    return limits
  }

  // MARK: The limit of this process

  /// Returns a limit whose soft one is raised to a number of files, as far as the hard one allows.
  static func raised(_ limit: rlimit, to files: Int) -> rlimit {
    var raised = limit
    raised.rlim_cur = max(limit.rlim_cur, min(rlim_t(files), limit.rlim_max))
    return raised
  }

  /// The limits of this process; `nil` where they are not known.
  private static var present: rlimit? {
    #if os(Linux)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
      return limit
    #else
      return nil
    #endif
  }

  /// Raises the limit of this process, and returns what it is then.
  private static func raiseLimit(to files: Int) -> Int? {
    guard let limit = present else { return nil }
    #if os(Linux)
      var raised = raised(limit, to: files)
      if raised.rlim_cur > limit.rlim_cur {
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised)
      }
    #endif
    return present.map { Int(clamping: $0.rlim_cur) }
  }
}
