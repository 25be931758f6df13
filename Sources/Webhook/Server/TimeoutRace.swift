import Synchronization

/// Answers a question once: by whoever comes first, the work or the end of patience.
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

  /// Does work and gives its answer, or another when it takes too long; the work goes on then.
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
