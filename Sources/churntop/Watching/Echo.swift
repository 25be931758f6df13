import Dispatch
import Synchronization

/// Repeats what was told, with growing pauses, until it is told anew.
final class Echo: Sendable {
  private let pauses: [DispatchTimeInterval]
  private let tell: @Sendable () -> Void
  private let queue = DispatchQueue(label: "churntop.echo", qos: .utility)
  private let round = Mutex(0)

  /// The pauses after which a ledger is looked at again; a disk that takes longer is out of order.
  static let afterWrites: [DispatchTimeInterval] = [
    .milliseconds(50), .milliseconds(200), .milliseconds(600), .seconds(2), .seconds(6),
  ]

  /// Prepares to repeat a call.
  ///
  /// - Parameters:
  ///   - pauses: How long after it was told it is repeated, each time counted from there.
  ///   - tell: The call, made on a queue of the echo's own.
  init(_ pauses: [DispatchTimeInterval], _ tell: @escaping @Sendable () -> Void) {
    (self.pauses, self.tell) = (pauses, tell)
  }

  /// Begins to repeat, from the first pause on.
  func begin() {
    let begun = next()
    for pause in pauses {
      queue.asyncAfter(deadline: .now() + pause) { [weak self] in
        guard let self, round.withLock({ $0 }) == begun else { return }
        tell()
      }
    }
  }

  /// Repeats nothing any more.
  func end() { _ = next() }

  private func next() -> Int {
    round.withLock { round in
      round += 1
      return round
    }
  }
}
