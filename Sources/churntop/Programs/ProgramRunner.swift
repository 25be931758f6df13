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

/// A program that runs, from its start until its end is known.
private struct Run {
  let group: ProcessGroup
  let patience: Duration
  private(set) var end = CommandOutcome.End.canceled
  private let watch = Stopwatch()

  init(group: ProcessGroup, patience: Duration) {
    (self.group, self.patience) = (group, patience)
  }

  /// Reads what the program prints until it is over.
  ///
  /// What it left running may hold its output open; that is not waited for.
  mutating func collect(_ output: OutputPipe, _ complaints: OutputPipe) {
    var isTimedOut = false
    var status: Int32 = 0
    while waitpid(group.leader, &status, WNOHANG) == 0 {
      OutputPipe.read(output, complaints, milliseconds: 50)
      guard watch.read() > patience else { continue }
      // The second time it is not asked any more.
      group.signal(isTimedOut && watch.read() > patience + .seconds(2) ? SIGKILL : SIGTERM)
      isTimedOut = true
    }
    OutputPipe.read(output, complaints, milliseconds: 0)
    let signal = status & 0x7F
    end =
      isTimedOut ? .timedOut : signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
