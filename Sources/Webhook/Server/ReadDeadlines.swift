import NIOCore
import Synchronization

/// Closes the connections whose requests take too long to arrive.
///
/// The time-out of an idle connection does not help against a client that sends one byte now and
/// then; this one counts from a request's first byte.
final class ReadDeadlines: Sendable {
  private let limit: Duration
  private let uptime: @Sendable () -> Duration
  private let state = Mutex(State())

  private struct State {
    var next = 0
    var readings: [Int: (channel: any Channel, until: Duration)] = [:]
  }

  /// How often connections are looked at.
  static let pace = Duration.milliseconds(500)

  init(limit: Duration, uptime: @escaping @Sendable () -> Duration) {
    (self.limit, self.uptime) = (limit, uptime)
  }

  /// Begins to watch a connection.
  ///
  /// - Returns: What ends it.
  func begin(_ channel: any Channel, limit: Duration? = nil) -> Int {
    let until = uptime() + (limit ?? self.limit)
    return state.withLock { state in
      state.next += 1
      state.readings[state.next] = (channel, until)
      return state.next
    }
  }

  /// Ends to watch a connection.
  func end(_ ticket: Int) {
    _ = state.withLock { $0.readings.removeValue(forKey: ticket) }
  }

  /// Closes what is late.
  func sweep() {
    let now = uptime()
    let late = state.withLock { state in
      let late = state.readings.filter { $0.value.until <= now }
      for ticket in late.keys { state.readings[ticket] = nil }
      return late.values.map(\.channel)
    }
    for channel in late { channel.close(mode: .all, promise: nil) }
  }

  /// Sweeps until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.pace)
      sweep()
    }
  }
}
