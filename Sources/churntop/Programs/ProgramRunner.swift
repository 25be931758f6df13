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

  init(group: ProcessGroup, patience: Duration) { (self.group, self.patience) = (group, patience) }

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

/// A pipe for the output of a program that is read without blocking.
final class OutputPipe {
  /// The write end, for the program.
  private(set) var writing: Int32
  private let reading: Int32
  private var bytes: [UInt8] = []
  private var isOpen = true

  /// Creates a pipe that other programs do not inherit.
  init() throws(SpawnError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SpawnError(number: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The program itself blocks if the pipe is full.
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeWriting()
    close(reading)
  }

  /// Closes the write end of this process.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The text read so far; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads the available data of two pipes, waiting a little for some to arrive.
  static func read(_ first: OutputPipe, _ second: OutputPipe, milliseconds: Int32) {
    let pipes = [first, second].filter(\.isOpen)
    guard !pipes.isEmpty else {
      usleep(useconds_t(milliseconds) * 1000)
      return
    }
    var requests = pipes.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    poll(&requests, nfds_t(requests.count), milliseconds)
    for pipe in pipes { pipe.drain() }
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while isOpen {
      let count = Foundation.read(reading, &buffer, buffer.count)
      if count > 0 {
        let room = max(0, ProgramRunner.outputBytesMax - bytes.count)
        bytes += buffer.prefix(min(count, room))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        isOpen = false
      } else if errno == EAGAIN {
        return
      }
    }
  }
}
