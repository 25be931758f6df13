import Foundation
import Glibc
import Synchronization

/// Clients that do the same over and over, each in a thread of its own.
final class Crowd: Sendable {
  private let state = Mutex(State())
  private let group = DispatchGroup()

  private struct State {
    var isOver = false
    var clients: [Int: LoadClient] = [:]
  }

  /// Begins with so many clients.
  ///
  /// - Parameters:
  ///   - port: Where they connect to.
  ///   - count: How many there are.
  ///   - path: What they post to.
  ///   - pause: How long each rests after a step, in seconds.
  ///   - step: What a client does in its steps on a connection, counted from 0; `false` where the
  ///     connection ended.
  init(
    port: UInt16, count: Int, path: String = LoadClient.notifications, pause: Double = 0,
    step: @escaping @Sendable (LoadClient, Int) -> Bool
  ) {
    for number in 0..<count {
      group.enter()
      let thread = Thread { [self] in
        while connect(number, port, path, pause, step) { usleep(20_000) }
        group.leave()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
  }

  /// Lets one client do its steps on one connection; `false` once all is over.
  private func connect(
    _ number: Int, _ port: UInt16, _ path: String, _ pause: Double,
    _ step: (LoadClient, Int) -> Bool
  ) -> Bool {
    guard !state.withLock(\.isOver) else { return false }
    guard let client = try? LoadClient(port: port, path: path) else { return true }
    state.withLock { $0.clients[number] = client }
    var count = 0
    while !state.withLock(\.isOver), step(client, count) {
      count += 1
      if pause > 0 { usleep(UInt32(pause * 1e6)) }
    }
    return true
  }

  /// Ends all of them.
  func end() {
    state.withLock { state in
      state.isOver = true
      for client in state.clients.values { client.cut() }
    }
    group.wait()
  }
}

/// The number of answers with each status.
final class StatusCounts: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  /// The statuses; 0 for no answer.
  var statuses: [Int: Int] { counts.withLock { $0 } }

  /// Counts an answer.
  func note(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }
}
