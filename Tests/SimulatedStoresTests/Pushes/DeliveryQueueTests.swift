import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct DeliveryQueueTests {
  private func push(_ name: String, at seconds: Int64, store: Store = .appStore) -> StorePush {
    StorePush(
      store: store, environment: .production, name: name, body: Array(name.utf8),
      firstDueAt: Timestamp(seconds: seconds), dueAt: Timestamp(seconds: seconds))
  }

  @Test func `posts are handed over in the order of their times, each once`() {
    var queue = DeliveryQueue(faults: .faithful)
    for (name, at) in [("c", 30), ("a", 10), ("b", 20), ("a2", 10)] as [(String, Int64)] {
      queue.add(push(name, at: at))
    }
    #expect(queue.takeDue(through: Timestamp(seconds: 20)).map(\.name) == ["a", "a2", "b"])
    #expect(queue.takeDue(through: Timestamp(seconds: 20)).isEmpty)
    #expect(queue.nextDueAt == Timestamp(seconds: 30))
    let last = queue.takeDue(through: Timestamp(seconds: 99))
    #expect(last.map(\.attempt) == [1])
  }

  @Test func `the App Store's sandbox posts only where it has an address`() {
    var sandbox = push("s", at: 0)
    sandbox.environment = .sandbox
    var target = WebhookTarget(appStore: "http://h/apple", googlePlay: "http://h/google")
    #expect(target.takes(sandbox))
    target.takesSandbox = false
    #expect(!target.takes(sandbox))
    #expect(target.takes(push("p", at: 0)))
    #expect(target.takes(push("g", at: 0, store: .googlePlay)))
  }

  @Test func `Pub/Sub backs off to ten minutes and gives up after a week`() {
    var push = push("n", at: 0, store: .googlePlay)
    var (at, pauses) = (Timestamp.epoch, [Int64]())
    push.attempt = 1
    while let next = push.nextDueAt(after: at) {
      pauses.append((next - at).components.seconds)
      at = next
      push.attempt += 1
    }
    #expect(pauses.prefix(8) == [10, 20, 40, 80, 160, 320, 600, 600])
    #expect(at - .epoch >= .days(7))
    #expect(at - .epoch < .days(7) + .minutes(11))
  }

  @Test func `the same try meets the same fate, and fates come as often as they are set`() {
    let faults = DeliveryFaults(lostPerMille: 300, answerLostPerMille: 200, seed: 1)
    let pushes = (0..<2_000).map { push("\($0)", at: 0) }
    let fates = pushes.map { faults.fate(of: $0) }
    #expect(fates == pushes.map { faults.fate(of: $0) })
    #expect((500...700).contains(fates.filter { $0 == .isLost }.count))
    #expect((320...480).contains(fates.filter { $0 == .losesAnswer }.count))
    #expect(pushes.allSatisfy { DeliveryFaults.faithful.fate(of: $0) == .arrives })
  }

  @Test func `answers and what the app says are not posted`() {
    var queue = DeliveryQueue(faults: .faithful)
    for (text, channel) in [
      ("eyJh.eyJh.sig", StoreDelivery.Channel.appStore), ("{\"action\":{}}", .app),
      ("{\"action\":{}}", .desk),
      ("{\"store\":\"google-play\",\"subscription\":{}}", .googlePlay),
    ] {
      queue.take(StoreDelivery(bytes: Array(text.utf8), arrivesAt: .epoch, channel: channel))
    }
    #expect(queue.nextDueAt == nil)
  }
}
