import Dashboard
import Foundation
import ProgramConventions
import Synchronization

/// A runner of the user's own programs that collects their output, without a shell and without the
/// terminal: their input is empty, and their output never reaches the screen directly.
final class ProgramRunner: CommandRunning {
  /// The maximum number of bytes retained of a program's output; the rest is discarded.
  static let outputBytesMax = 1 << 20

  private struct State {
    var group: ProcessGroup?
    var isCanceled = false
  }

  private let state = Mutex(State())

  func cancel() {
    state.withLock { state in
      guard let group = state.group else { return }
      state.isCanceled = true
      group.signal(SIGTERM)
    }
  }

  func run(_ prepared: PreparedCommand) -> CommandOutcome {
    let pipes: (output: OutputPipe, complaints: OutputPipe)
    let group: ProcessGroup
    do throws(SpawnError) {
      pipes = (try OutputPipe(), try OutputPipe())
      group = try ProcessGroup(
        prepared.arguments,
        descriptors: ProcessGroup.Descriptors(
          output: pipes.output.writing, complaints: pipes.complaints.writing))
    } catch {
      return CommandOutcome(prepared, .notStarted(error.reason))
    }
    state.withLock { $0 = State(group: group) }
    pipes.output.closeWriting()
    pipes.complaints.closeWriting()
    defer { state.withLock { $0 = State() } }
    var run = Run(group: group, patience: .milliseconds(prepared.command.patience))
    run.collect(pipes.output, pipes.complaints)
    let isCanceled = state.withLock(\.isCanceled)
    return CommandOutcome(
      prepared, isCanceled ? .canceled : run.end, output: pipes.output.text,
      complaints: pipes.complaints.text)
  }
}

/// A running program, until it has ended.
private struct Run {
  let group: ProcessGroup
  let patience: Duration
  private(set) var end = CommandOutcome.End.canceled
  private let watch = Stopwatch()

  init(group: ProcessGroup, patience: Duration) {
    (self.group, self.patience) = (group, patience)
  }

  /// Reads the program's output until it ends.
  ///
  /// Child processes that hold its output open are not waited for.
  mutating func collect(_ output: OutputPipe, _ complaints: OutputPipe) {
    var isTimedOut = false
    var status: Int32 = 0
    while waitpid(group.leader, &status, WNOHANG) == 0 {
      OutputPipe.read(output, complaints, milliseconds: 50)
      guard watch.read() > patience else { continue }
      // A program that ignores SIGTERM for two seconds is killed.
      group.signal(isTimedOut && watch.read() > patience + .seconds(2) ? SIGKILL : SIGTERM)
      isTimedOut = true
    }
    OutputPipe.read(output, complaints, milliseconds: 0)
    let signal = status & 0x7F
    end =
      isTimedOut ? .timedOut : signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
