import SubscriptionCore
import Testing

@testable import StoreSimulator

@Suite struct TimeQueueTests {
  @Test func `entries come by time, then by key`() {
    var rng = SeededRNG(seed: 1)
    var queue = TimeQueue<Int>()
    var expected: [(Timestamp, UInt64, Int)] = []
    for number in 0..<500 {
      let (at, key) = (Timestamp(seconds: Int64(rng.below(40))), UInt64(number))
      queue.add(number, at: at, key: key)
      expected.append((at, key, number))
    }
    expected.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    var taken: [Int] = []
    while let number = queue.take(through: .distantFuture) { taken.append(number) }
    #expect(taken == expected.map(\.2))
    #expect(queue.count == 0)
  }

  @Test func `nothing comes before its time`() {
    var queue = TimeQueue<String>()
    queue.add("late", at: Timestamp(seconds: 9), key: 0)
    #expect(queue.take(through: Timestamp(seconds: 8)) == nil)
    #expect(queue.nextAt == Timestamp(seconds: 9))
    #expect(queue.take(through: Timestamp(seconds: 9)) == "late")
    #expect(queue.nextAt == nil)
  }
}
