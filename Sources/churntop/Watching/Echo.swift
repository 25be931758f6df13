import Dispatch
import Synchronization

/// A timer that repeats a call with growing pauses until it is started again.
final class Echo: Sendable {
  private let pauses: [DispatchTimeInterval]
  private let tell: @Sendable () -> Void
  private let queue = DispatchQueue(label: "churntop.echo", qos: .utility)
  private let round = Mutex(0)

  /// The pauses after which a ledger is checked again; a slower disk is defective.
  static let afterWrites: [DispatchTimeInterval] = [
    .milliseconds(50), .milliseconds(200), .milliseconds(600), .seconds(2), .seconds(6),
  ]

  /// Creates a timer.
  ///
  /// - Parameters:
  ///   - pauses: The times of the repetitions, each counted from the start.
  ///   - tell: The call, made on a queue of the timer's own.
  init(_ pauses: [DispatchTimeInterval], _ tell: @escaping @Sendable () -> Void) {
    (self.pauses, self.tell) = (pauses, tell)
  }

  /// Starts the repetitions from the first pause on.
  func begin() {
    let begun = next()
    for pause in pauses {
      queue.asyncAfter(deadline: .now() + pause) { [weak self] in
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
