import Dispatch
import Synchronization
import Testing

@testable import Dashboard

@Suite struct UnfinishedTasksTests {
  @Test func `are forgotten when they are done, and waited for until then`() async {
    let tasks = UnfinishedTasks()
    let done = Mutex(0)
    for _ in 0..<200 { tasks.begin { done.withLock { $0 += 1 } } }
    await tasks.end()
    #expect(done.withLock(\.self) == 200)
    #expect(tasks.count == 0)
  }
}
