import Foundation
import ProgramConventions
import SubscriptionCore

/// The runner of alert programs: arguments are passed unchanged, without a shell.
///
/// The program leads a process group of its own. When it exits, or its time is up, the whole group
/// is killed, so that no child process outlives it or delays the next alert.
enum AlertProgram {
  /// The time between SIGTERM and SIGKILL.
  static let patience = Duration.seconds(2)
  /// The environment of the program, without any secret of the daemon.
  private static let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
  /// The interval between checks whether the program has ended.
  private static let pause = Duration.milliseconds(20)

  /// Runs a program and waits for it for a time, but not for its child processes; returns the
  /// failure, to follow the program's name, or `nil` for success.
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
      // In a task of its own, which a reload does not cancel: the program has time to clean up.
      _ = await Task { await ends(group.leader, within: patience) }.value
    }
    // Its leader has not been reaped yet, so that no other process can have the number.
    group.signal(SIGKILL)
    var status: Int32 = 0
    while waitpid(group.leader, &status, 0) < 0, errno == EINTR {}
    if Task.isCancelled, !isInTime { return "was ended, since churntopd stops or is reloaded" }
    if !isInTime { return "took longer than \(DurationText.text(limit)) and was ended" }
    let signal = status & 0x7F
    if signal != 0 { return "was ended by the signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "ended with the status \(code)"
  }

  /// Returns whether the program ends by itself in time; a cancelled task stops waiting.
  private static func ends(_ process: pid_t, within limit: Duration) async -> Bool {
    let end = ContinuousClock.now + limit
    while true {
      var found = siginfo_t()
      // It remains a zombie, which retains its process number and its group's.
      let answer = waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT)
      if answer == 0 ? found.si_signo == SIGCHLD : errno != EINTR { return true }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil else {
        return false
      }
    }
  }

  /// Writes the input to an unlinked temporary file: a program that does not read it blocks nothing
  /// and breaks no pipe.
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
