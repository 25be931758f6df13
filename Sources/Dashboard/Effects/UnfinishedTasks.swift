import Synchronization

/// The tasks that the program waits for before it ends.
final class UnfinishedTasks: Sendable {
  private struct State {
    var last = 0
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of unfinished tasks.
  var count: Int { state.withLock(\.tasks.count) }

  /// Starts a task off the caller's thread.
  func begin(_ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.last += 1
      let number = state.last
      // It ends no sooner than the lock is let go, so that it is there to be forgotten.
      state.tasks[number] = Task.detached(priority: .userInitiated) { [self] in
        work()
        self.state.withLock { $0.tasks[number] = nil }
      }
    }
  }

  /// Waits for the tasks started before.
  func end() async {
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
  }
}
