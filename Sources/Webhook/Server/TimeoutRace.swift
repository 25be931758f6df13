import Synchronization

/// A race of work against a time-out.
///
/// Unlike a task group it does not wait for work that cannot be cancelled, such as a call that
/// waits for another process to release a lock.
final class TimeoutRace<Answer: Sendable>: Sendable {
  private let waiting: Mutex<CheckedContinuation<Answer, Never>?>

  private init(_ waiting: CheckedContinuation<Answer, Never>) { self.waiting = Mutex(waiting) }

  private func give(_ answer: Answer) {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: answer)
  }

  /// Returns the result of work, or another value when it takes too long; the work then continues.
  static func of(
    _ work: @escaping @Sendable () async -> Answer, within patience: Duration,
    otherwise: Answer
  ) async -> Answer {
    await withCheckedContinuation { waiting in
      let first = TimeoutRace(waiting)
      let timer = Task {
        try? await Task.sleep(for: patience)
        first.give(otherwise)
      }
      Task {
        first.give(await work())
        timer.cancel()
      }
    }
  }
}
