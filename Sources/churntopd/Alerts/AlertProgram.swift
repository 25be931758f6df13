import Foundation
import ProgramConventions

/// Runs a program for an alert: its arguments as they are, never a shell.
///
/// The program leads a process group of its own. When it ends, or its time is up, the whole group
/// is ended, so that nothing it started outlives it or holds up the next alert.
enum AlertProgram {
  /// How long a group that was asked to end is waited for before it is killed.
  static let patience = Duration.seconds(2)
  /// What a program of the operator's is given: no secret of the daemon.
  private static let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
  /// How often is looked whether the program has ended.
  private static let pause = Duration.milliseconds(20)

  /// Runs a program and waits for it alone, not for what it started.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments.
  ///   - input: What it reads on standard input.
  ///   - limit: How long it may take before it is ended.
  /// - Returns: What went wrong, to follow the program's name; `nil` for nothing.
  static func run(
    _ path: String, _ arguments: [String], input: [UInt8], limit: Duration
  ) async -> String? {
    guard let file = file(input) else { return "cannot be given its input" }
    let group: ProcessGroup
    do throws(SpawnError) {
      group = try ProcessGroup(
        [path] + arguments, environment: environment,
        descriptors: ProcessGroup.Descriptors(input: file.fileDescriptor))
    } catch {
      return "cannot be run"
    }
    let isInTime = await ends(group.leader, within: limit)
    if !isInTime {
      group.signal(SIGTERM)
      _ = await ends(group.leader, within: patience)
    }
    // Its leader is not waited for yet, so that the number is nobody else's.
    group.signal(SIGKILL)
    var status: Int32 = 0
    while waitpid(group.leader, &status, 0) < 0, errno == EINTR {}
    if Task.isCancelled, !isInTime { return "was ended, since churntopd stops" }
    if !isInTime { return "took longer than \(limit) and was ended" }
    let signal = status & 0x7F
    if signal != 0 { return "was ended by the signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "ended with the status \(code)"
  }

  /// Whether the program ends by itself in time; a cancelled task waits no longer.
  private static func ends(_ process: pid_t, within limit: Duration) async -> Bool {
    let end = ContinuousClock.now + limit
    while true {
      var found = siginfo_t()
      // It stays a zombie, which keeps its number and its group's.
      let answer = waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT)
      if answer == 0 ? found.si_signo == SIGCHLD : errno != EINTR { return true }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil else {
        return false
      }
    }
  }

  /// The input as a file without a name: a program that does not read it holds nobody up, and
  /// breaks nobody's pipe.
  private static func file(_ input: [UInt8]) -> FileHandle? {
    let pattern = "/churntopd-" + String(repeating: "X", count: 6)
    var path = Array((NSTemporaryDirectory() + pattern).utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(input))
      try file.seek(toOffset: 0)
      return file
    } catch {
      return nil
    }
  }
}
