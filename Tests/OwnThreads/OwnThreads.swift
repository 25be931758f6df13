import Dispatch
import Foundation
import Synchronization
import Testing

/// Threads for tests that block: as many as there are jobs, each used again when its job is done.
public final class OwnThreads: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The threads that wait for a job.
    var idle = 0
  }

  static let shared = OwnThreads()

  /// A Boolean value that indicates whether the test that runs has threads of its own.
  @TaskLocal static var areUsed = false

  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  /// Runs a job on an idle thread, or on a new one.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      return state.idle < state.jobs.count
    }
    if needsThread { Thread.detachNewThread { self.work() } }
    waiting.signal()
  }

  private func work() {
    while true {
      state.withLock { $0.idle += 1 }
      waiting.wait()
      let job = state.withLock { state in
        state.idle -= 1
        return state.jobs.removeFirst()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Records an issue unless the test that calls it has threads of its own.
  ///
  /// Helpers that wait call this, so that no suite forgets the trait.
  public static func expect() {
    guard !areUsed, Test.current != nil else { return }
    Issue.record("A suite whose tests wait needs the trait .ownThread.")
  }
}

/// Calls a closure with each number in a thread of its own, and waits for all of them.
public func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}
