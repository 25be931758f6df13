import EventLedger
import Foundation

/// Processes of this machine as owners of a lease.
extension LeaseOwner {
  /// This process in this run.
  static let current = LeaseOwner(
    run: UUID().uuidString, host: hostName, process: getpid(), numbering: ownNumbering,
    began: RunningProcess(getpid())?.began ?? "")

  /// Whether the process is known to have ended.
  ///
  /// It is of this machine and of this process's numbering, and its number is nobody's or
  /// another's. What cannot be known counts as alive.
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

  /// The namespace of process numbers (pid_namespaces(7)).
  private static let ownNumbering =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""
}

/// What the kernel says about a process (proc_pid_stat(5)).
private struct RunningProcess {
  /// When it began, in ticks since the machine did.
  let began: String
  /// Whether it has ended, and nobody has asked how.
  let hasEnded: Bool

  /// Looks at a process; `nil` where nothing is said about it.
  init?(_ process: pid_t) {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat"),
      // The program's name stands in parentheses and may hold anything.
      let end = data.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = data[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19 else { return nil }
    hasEnded = fields[0].first == UInt8(ascii: "Z") || fields[0].first == UInt8(ascii: "X")
    began = String(decoding: fields[19], as: UTF8.self)
  }
}
