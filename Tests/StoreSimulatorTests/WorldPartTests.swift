import SubscriptionCore
import Testing

@testable import StoreSimulator

@Suite struct WorldPartTests {
  /// When and from whom messages come, and the bytes of those that carry no signature, in any
  /// order.
  private func outline(_ deliveries: [StoreDelivery]) -> [String] {
    deliveries.map { delivery in
      let body =
        delivery.channel == .appStore ? "" : String(decoding: delivery.bytes, as: UTF8.self)
      return "\(delivery.arrivesAt.rfc3339) \(delivery.channel.rawValue) \(body)"
    }.sorted()
  }

  /// A world whose past is told in parts of a length, and the messages.
  private func told(
    _ population: Int, partLength: Int
  ) throws -> (world: SimulatedWorld, deliveries: [StoreDelivery]) {
    var world = try SimulatedWorld(seed: 7, subscribers: population)
    let end = world.start - .days(2)
    var deliveries: [StoreDelivery] = []
    for first in stride(from: 0, to: population, by: partLength) {
      let part = try world.part(first..<min(first + partLength, population), to: end)
      world.join(part.lives)
      deliveries += part.deliveries
    }
    #expect(world.now == end)
    return (world, deliveries)
  }

  @Test(arguments: [50, 128, 300, 1_000])
  func `the parts of a population have the messages of the whole`(_ partLength: Int) throws {
    var whole = try SimulatedWorld(seed: 7, subscribers: 300)
    var (world, deliveries) = try told(300, partLength: partLength)
    for instant in [world.start, world.start + .days(30)] {
      deliveries += try world.advance(to: instant)
    }
    #expect(try outline(whole.advance(to: world.start + .days(30))) == outline(deliveries))
    #expect(world.accounts == whole.accounts)
    #expect(world.failing == whole.failing)
  }

  @Test func `lives begin with the first step, and what was told is forgotten`() throws {
    let new = try SimulatedWorld(seed: 7, subscribers: 100_000)
    #expect(new.lives.isEmpty && new.accountCount == 100_001)
    #expect(new.profiles(of: 99_998..<100_001).count == 3)
    let (world, deliveries) = try told(400, partLength: 128)
    #expect(deliveries.count > 2_000)
    #expect(world.letters.count < 80)
    #expect(world.lives.allSatisfy { $0.said.isEmpty && $0.actions.count < 8 })
  }
}
