import Foundation
import Synchronization

/// Bodies posted over several connections at once.
struct Load: Sendable {
  /// The bodies, each posted once.
  let bodies: [[UInt8]]
  /// How many connections share them.
  var connections = 32
  /// Requests a second; as fast as answers come where it is `nil`.
  var rate: Double?
  /// For whom they are posted, as a proxy says it.
  var client: String?

  /// What came of it.
  struct Outcome: Sendable {
    var statuses: [Int: Int] = [:]
    /// Seconds from when each was to be sent until its answer, ascending.
    var seconds: [Double] = []
    var wallSeconds = 0.0
    var cpuSeconds = 0.0

    /// The time below which that share of answers came, in milliseconds.
    func milliseconds(_ share: Double) -> Double {
      guard !seconds.isEmpty else { return 0 }
      return seconds[min(seconds.count - 1, Int(Double(seconds.count) * share))] * 1_000
    }
  }

  /// What the connections share.
  private final class Course: Sendable {
    let next = Mutex(0)
    let outcome = Mutex(Outcome())
  }

  /// Posts everything.
  func run(against server: ServerProcess) -> Outcome {
    let (course, group) = (Course(), DispatchGroup())
    let (cpu, start, port) = (server.cpuSeconds, Self.now, server.port)
    for _ in 0..<connections {
      group.enter()
      Thread {
        post(to: port, course, since: start)
        group.leave()
      }.start()
    }
    group.wait()
    var outcome = course.outcome.withLock { $0 }
    outcome.wallSeconds = Self.now - start
    outcome.cpuSeconds = server.cpuSeconds - cpu
    outcome.seconds.sort()
    return outcome
  }

  private func post(to port: UInt16, _ course: Course, since start: Double) {
    var connection = try? LoadClient(port: port, client: client)
    while true {
      let index = course.next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard index < bodies.count else { return }
      var begin = Self.now
      if let rate {
        let due = start + Double(index) / rate
        if due > begin { usleep(UInt32((due - begin) * 1e6)) }
        begin = due
      }
      let status = connection?.post(bodies[index]) ?? 0
      if connection?.isOver ?? true {
        connection = try? LoadClient(port: port, client: client)
      }
      let end = Self.now
      course.outcome.withLock { outcome in
        outcome.statuses[status, default: 0] += 1
        outcome.seconds.append(end - begin)
      }
    }
  }

  private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
