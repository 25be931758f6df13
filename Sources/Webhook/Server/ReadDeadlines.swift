import NIOCore
import Synchronization

/// The deadlines for reading requests: a connection whose request takes too long hears no more of
/// it, and is closed after its answer.
///
/// An idle time-out does not help against a client that sends one byte now and then; these
/// deadlines count from a request's first byte.
final class ReadDeadlines: Sendable {
  private let uptime: @Sendable () -> Duration
  private let state = Mutex(State())

  private struct State {
    var next = 0
    var readings: [Int: (channel: any Channel, until: Duration, mode: CloseMode)] = [:]
  }

  /// The interval at which deadlines are checked.
  static let pace = Duration.milliseconds(500)

  init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

  /// Sets a deadline for a connection, and returns the ticket that removes it; only its input is
  /// closed where an answer is still to be written.
  func begin(_ channel: any Channel, limit: Duration, closing mode: CloseMode = .all) -> Int {
    let until = uptime() + limit
    return state.withLock { state in
      state.next += 1
      state.readings[state.next] = (channel, until, mode)
      return state.next
    }
  }

  /// Removes a deadline.
  func end(_ ticket: Int) { _ = state.withLock { $0.readings.removeValue(forKey: ticket) } }

  /// Closes the connections whose deadline has passed.
  func sweep() {
    let now = uptime()
    let late = state.withLock { state in
      let late = state.readings.filter { $0.value.until <= now }
      for ticket in late.keys { state.readings[ticket] = nil }
      return Array(late.values)
    }
    for (channel, _, mode) in late { channel.close(mode: mode, promise: nil) }
  }

  /// Checks deadlines until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.pace)
      sweep()
    }
  }
}
