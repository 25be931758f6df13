import Dispatch
import OwnThreads
import Synchronization
import Testing

@testable import churntop

@Suite(.ownThread) struct RecheckTimerTests {
  private final class Calls: Sendable {
    let count = Mutex(0)
    let last = DispatchSemaphore(value: 0)

    func call(of most: Int) {
      if count.withLock({ count in
        count += 1
        return count == most
      }) {
        last.signal()
      }
    }
  }

  @Test func `a call is repeated after every pause, and again when it is begun anew`() {
    let calls = Calls()
    let timer = RecheckTimer([.milliseconds(1), .milliseconds(2), .milliseconds(3)]) {
      calls.call(of: 3)
    }
    timer.begin()
    calls.last.wait()
    #expect(calls.count.withLock { $0 } == 3)
    calls.count.withLock { $0 = 0 }
    timer.begin()
    calls.last.wait()
    #expect(calls.count.withLock { $0 } == 3)
  }

  /// A scheduler whose time passes when a test says so.
  private final class Schedule: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    func add(_: DispatchTimeInterval, _ call: @escaping @Sendable () -> Void) {
      waiting.withLock { $0.append(call) }
    }

    /// Lets every pause pass.
    ///
    /// - Returns: The number of pauses.
    func pass() -> Int {
      let calls = waiting.withLock { calls in
        defer { calls = [] }
        return calls
      }
      for call in calls { call() }
      return calls.count
    }
  }

  @Test func `what is begun anew or ended repeats nothing of the time before`() {
    let schedule = Schedule()
    let count = Mutex(0)
    let timer = RecheckTimer([.milliseconds(60), .milliseconds(90)], by: schedule.add) {
      count.withLock { $0 += 1 }
    }
    for _ in 0..<50 { timer.begin() }
    #expect(schedule.pass() == 100)
    #expect(count.withLock { $0 } == 2)
    timer.begin()
    timer.end()
    #expect(schedule.pass() == 2)
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `nothing is repeated once nobody holds it`() {
    let schedule = Schedule()
    let count = Mutex(0)
    RecheckTimer([.milliseconds(1)], by: schedule.add) { count.withLock { $0 += 1 } }.begin()
    #expect(schedule.pass() == 1)
    #expect(count.withLock { $0 } == 0)
  }
}
