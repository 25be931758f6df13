import StoreSimulator
import SubscriptionCore
import Testing

@Suite struct SimulatedWorldTests {
  @Test func signing() throws {
    let a = try SigningAuthority(seed: 1)
    let clock = ContinuousClock()
    let text = String(repeating: "{\"a\":\"b\"}", count: 80)
    let long = String(repeating: "{\"a\":\"b\"}", count: 800)
    print(clock.measure { for _ in 0..<300 { _ = try! a.sign(text) } } / 300)
    print(clock.measure { for _ in 0..<300 { _ = try! a.sign(long) } } / 300)
  }

  @Test func probe() throws {
    let clock = ContinuousClock()
    var world = try SimulatedWorld()
    var count: [StoreDelivery.Channel: Int] = [:]
    var bytes = 0
    let took = try clock.measure {
      for d in try world.advance(to: world.start) { count[d.channel, default: 0] += 1; bytes += d.bytes.count }
    }
    print(took, count, bytes)
    let t2 = try clock.measure { print(try world.advance(to: world.start + .days(30)).count) }
    print(t2)
    print(world.tally)
  }
}
