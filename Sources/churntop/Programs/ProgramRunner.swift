import Dashboard
import Foundation
import ProgramConventions
import Synchronization

/// Runs the user's own programs and collects what they print, without a shell and without the
/// terminal: their input is empty, and nothing that they print reaches the screen by itself.
final class ProgramRunner: CommandRunning {
  /// The most bytes that are kept of what a program prints; the rest is read and dropped.
  static let outputBytesMax = 1 << 20

  private struct State {
    var group: pid_t?
    var isCanceled = false
  }

  private let state = Mutex(State())

  func cancel() {
    state.withLock { state in
      guard let group = state.group else { return }
      state.isCanceled = true
      kill(-group, SIGTERM)
    }
  }

  func run(_ prepared: PreparedCommand) -> CommandOutcome {
    let pipes: (output: OutputPipe, complaints: OutputPipe)
    let child: pid_t
    do throws(SpawnError) {
      pipes = (try OutputPipe(), try OutputPipe())
      child = try spawn(prepared.arguments, pipes.output, pipes.complaints)
    } catch {
      return CommandOutcome(prepared, .notStarted(error.reason))
    }
    pipes.output.closeWriting()
    pipes.complaints.closeWriting()
    defer { state.withLock { $0 = State() } }
    var run = Run(child: child, patience: .milliseconds(prepared.command.patience))
    run.collect(pipes.output, pipes.complaints)
    let isCanceled = state.withLock(\.isCanceled)
    return CommandOutcome(
      prepared, isCanceled ? .canceled : run.end, output: pipes.output.text,
      complaints: pipes.complaints.text)
  }

  /// Starts a program in a process group of its own, so that whatever it starts ends with it.
  private func spawn(
    _ arguments: [String], _ output: OutputPipe, _ complaints: OutputPipe
  ) throws(SpawnError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, complaints.writing, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var child = pid_t()
    let result = posix_spawnp(
      &child, arguments.first ?? "", &actions, &attributes, pointers, environ)
    guard result == 0 else { throw SpawnError(number: result) }
    state.withLock { $0 = State(group: child) }
    return child
  }
}

/// Why a program cannot be started.
struct SpawnError: Error, Hashable {
  /// The system's error number.
  var number: Int32

  /// The words.
  var reason: String {
    number == ENOENT ? "there is no such program on the PATH" : SystemText.reason(number)
  }
}

/// A program that runs, from its start until its end is known.
private struct Run {
  let child: pid_t
  let patience: Duration
  private(set) var end = CommandOutcome.End.canceled
  private let watch = Stopwatch()

  init(child: pid_t, patience: Duration) { (self.child, self.patience) = (child, patience) }

  /// Reads what the program prints until it is over.
  ///
  /// What it left running may hold its output open; that is not waited for.
  mutating func collect(_ output: OutputPipe, _ complaints: OutputPipe) {
    var isTimedOut = false
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      OutputPipe.read(output, complaints, milliseconds: 50)
      guard watch.read() > patience else { continue }
      // The second time it is not asked any more.
      kill(-child, isTimedOut && watch.read() > patience + .seconds(2) ? SIGKILL : SIGTERM)
      isTimedOut = true
    }
    OutputPipe.read(output, complaints, milliseconds: 0)
    let signal = status & 0x7F
    end =
      isTimedOut ? .timedOut : signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
