import Dispatch
import Glibc
import Synchronization

/// The actor of the one thread that may touch the screen.
///
/// ncurses has no locks, so every caller is isolated to this actor, whose jobs all run on a thread
/// of its own. A program's loop is one long job there: other tasks send messages to its mailbox
/// instead of waiting for the actor.
@globalActor
public actor TerminalActor {
  /// The actor.
  public static let shared = TerminalActor()

  private nonisolated let executor = TerminalExecutor()

  /// The thread as an executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}

/// An executor that runs jobs one after another on a thread started with the first of them.
final class TerminalExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasThread = false
  }

  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread { startThread() }
    waiting.signal()
  }

  private func startThread() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<TerminalExecutor>.fromOpaque(context).takeRetainedValue().run()
      }, context)
    precondition(result == 0, "no thread could be started for the terminal")
    pthread_detach(thread)
  }

  private func run() -> Never {
    while true {
      waiting.wait()
      let job = state.withLock { $0.jobs.removeFirst() }
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
