import Synchronization

/// Tasks off the drawing thread, by number until they end.
final class UnfinishedTasks: Sendable {
  private struct State {
    var last = 0
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of unfinished tasks.
  var count: Int { state.withLock(\.tasks.count) }

  /// Starts a task off the caller's thread, with a number that no running one has; without one,
  /// with the next.
  func begin(as number: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let number = number ?? state.last + 1
      state.last = max(state.last, number)
      // It ends no sooner than the lock is let go, so that it is there to be forgotten.
      state.tasks[number] = Task.detached(priority: .userInitiated) { [self] in
        work()
        self.state.withLock { $0.tasks[number] = nil }
      }
    }
  }

  /// Cancels a task, if it has not ended.
  func cancel(_ number: Int) { state.withLock { $0.tasks[number]?.cancel() } }

  /// Waits for the tasks started before.
  func end() async {
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
  }
}
