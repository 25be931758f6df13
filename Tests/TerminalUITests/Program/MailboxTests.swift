import Synchronization
import TerminalUI
import Testing

@Suite struct MailboxTests {
  @Test func `a full mailbox says so, and each message wakes`() {
    let wakes = Atomic<Int>(0)
    withExtendedLifetime(Counter()) { counter in
      let mailbox = Mailbox<Int>(capacity: 2, wake: { counter.add() })
      #expect(mailbox.post(1) && mailbox.post(2))
      #expect(!mailbox.post(3))
      #expect(mailbox.drain() == [1, 2])
      #expect(mailbox.drain() == [])
      #expect(mailbox.post(4))
      wakes.store(counter.count, ordering: .relaxed)
    }
    #expect(wakes.load(ordering: .relaxed) == 3)
  }

  @Test func `many senders wait for room and lose nothing`() async {
    let mailbox = Mailbox<Int>(capacity: 3)
    let received = await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 { group.addTask { await mailbox.send(number) } }
      var received: [Int] = []
      while received.count < 200 {
        received += mailbox.drain()
        await Task.yield()
      }
      return received
    }
    #expect(received.sorted() == Array(0..<200))
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
