import Foundation
import Synchronization
import Testing

@testable import StoreClients

@Suite struct BoundedQueueTests {
  @Test func `what comes faster than it is handled waits at its sender`() {
    let queue = BoundedQueue()
    let waiting = Mutex(0)
    var most = 0
    for _ in 0..<100 {
      queue.addOperation {
        Thread.sleep(forTimeInterval: 0.000_5)
        waiting.withLock { $0 -= 1 }
      }
      let now = waiting.withLock { waiting in
        waiting += 1
        return waiting
      }
      most = max(most, now)
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(waiting.withLock(\.self) == 0)
    #expect(most <= BoundedQueue.waitingMax)
  }
}
