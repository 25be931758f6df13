import Dispatch
import Synchronization

/// A timer that repeats a call with growing pauses until it is started again.
final class RecheckTimer: Sendable {
  /// Makes a call after a pause.
  typealias Scheduler = @Sendable (DispatchTimeInterval, @escaping @Sendable () -> Void) -> Void

  private let pauses: [DispatchTimeInterval]
  private let schedule: Scheduler
  private let tell: @Sendable () -> Void
  private let round = Mutex(0)

  /// The pauses after which a ledger is checked again; a slower disk is defective.
  static let afterWrites: [DispatchTimeInterval] = [
    .milliseconds(50), .milliseconds(200), .milliseconds(600), .seconds(2), .seconds(6),
  ]

  /// Creates a timer that repeats a call after pauses, each counted from the start, by default on a
  /// queue of its own.
  init(
    _ pauses: [DispatchTimeInterval],
    by schedule: @escaping Scheduler = RecheckTimer.queueOfItsOwn(),
    _ tell: @escaping @Sendable () -> Void
  ) {
    (self.pauses, self.schedule, self.tell) = (pauses, schedule, tell)
  }

  /// Returns a scheduler with a new queue.
  static func queueOfItsOwn() -> Scheduler {
    let queue = DispatchQueue(label: "churntop.recheck", qos: .utility)
    return { pause, call in queue.asyncAfter(deadline: .now() + pause, execute: call) }
  }

  /// Starts the repetitions from the first pause on.
  func begin() {
    let begun = next()
    for pause in pauses {
      schedule(pause) { [weak self] in
        guard let self, round.withLock({ $0 }) == begun else { return }
        tell()
      }
    }
  }

  /// Stops the repetitions.
  func end() { _ = next() }

  private func next() -> Int {
    round.withLock { round in
      round += 1
      return round
    }
  }
}
