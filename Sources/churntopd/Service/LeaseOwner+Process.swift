import EventLedger
import Foundation

/// The processes of this machine as owners of a lease.
extension LeaseOwner {
  /// This process.
  static let current = LeaseOwner(
    run: UUID().uuidString, host: hostName, process: getpid(), numbering: ownNumbering,
    began: RunningProcess(getpid())?.began ?? "")

  /// A Boolean value that indicates whether the process is known to have ended.
  ///
  /// It belonged to this machine and to this process's namespace, and its number is unused or
  /// another process's. A process whose state cannot be known counts as alive.
  var isKnownDead: Bool {
    guard host == Self.hostName, !numbering.isEmpty, numbering == Self.ownNumbering else {
      return false
    }
    if kill(process, 0) != 0 { return errno == ESRCH }
    guard let running = RunningProcess(process) else { return false }
    return running.hasEnded || running.began != began
  }

  private static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// The PID namespace of this process (pid_namespaces(7)).
  private static let ownNumbering =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""
}

/// The kernel's record of a process (proc_pid_stat(5)).
private struct RunningProcess {
  /// The start time, in clock ticks since boot.
  let began: String
  /// A Boolean value that indicates whether the process is a zombie.
  let hasEnded: Bool

  /// Reads the record of a process; `nil` if there is none.
  init?(_ process: pid_t) {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat"),
      // The program's name is in parentheses and may contain anything.
      let end = data.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = data[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19 else { return nil }
    hasEnded = fields[0].first == UInt8(ascii: "Z") || fields[0].first == UInt8(ascii: "X")
    began = String(decoding: fields[19], as: UTF8.self)
  }
}
