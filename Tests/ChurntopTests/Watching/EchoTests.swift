import Dispatch
import OwnThreads
import Synchronization
import Testing

@testable import churntop

@Suite(.ownThread) struct EchoTests {
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
    let echo = Echo([.milliseconds(1), .milliseconds(2), .milliseconds(3)]) { calls.call(of: 3) }
    echo.begin()
    calls.last.wait()
    #expect(calls.count.withLock { $0 } == 3)
    calls.count.withLock { $0 = 0 }
    echo.begin()
    calls.last.wait()
    #expect(calls.count.withLock { $0 } == 3)
  }

  @Test func `what is begun anew or ended repeats nothing of the time before`() {
    let (old, new) = (Calls(), Calls())
    let ended = Echo([.milliseconds(20)]) { old.call(of: 1) }
    ended.begin()
    ended.end()
    let echo = Echo([.milliseconds(60), .milliseconds(90)]) { new.call(of: 2) }
    for _ in 0..<50 { echo.begin() }
    new.last.wait()
    #expect(new.count.withLock { $0 } == 2)
    #expect(old.count.withLock { $0 } == 0)
  }
}
