import StoreSimulator
import SubscriptionCore
import Testing

@Suite struct SimulatedWorldTests {
  /// When and from whom messages come, and the bytes of those that carry no signature.
  private func outline(_ deliveries: [StoreDelivery]) -> [String] {
    deliveries.map { delivery in
      let body =
        delivery.channel == .appStore ? "" : String(decoding: delivery.bytes, as: UTF8.self)
      return "\(delivery.arrivesAt.rfc3339) \(delivery.channel.rawValue) \(body)"
    }
  }

  @Test func `the same seed gives the same messages`() throws {
    var (left, right) = (
      try SimulatedWorld(seed: 7, subscribers: 120), try SimulatedWorld(seed: 7, subscribers: 120)
    )
    let later = left.start + .days(20)
    #expect(try outline(left.advance(to: later)) == outline(right.advance(to: later)))
    #expect(left.accounts == right.accounts)
  }

  @Test func `another seed gives another world`() throws {
    var (left, right) = (
      try SimulatedWorld(seed: 7, subscribers: 120), try SimulatedWorld(seed: 8, subscribers: 120)
    )
    #expect(try outline(left.advance(to: left.start)) != outline(right.advance(to: right.start)))
    #expect(left.accounts != right.accounts)
  }

  @Test(arguments: [Duration.hours(5), .days(1), .days(9)])
  func `small steps give the messages of one large step`(_ step: Duration) throws {
    var (large, small) = (
      try SimulatedWorld(seed: 7, subscribers: 90), try SimulatedWorld(seed: 7, subscribers: 90)
    )
    let end = large.start + .days(10)
    var stepped: [StoreDelivery] = []
    while small.now < end { stepped += try small.advance(to: min(end, small.now + step)) }
    #expect(try outline(large.advance(to: end)) == outline(stepped))
  }

  @Test func `messages arrive in order and after the beginning of the history`() throws {
    var world = try SimulatedWorld(seed: 7, subscribers: 150)
    let beginning = world.now
    let arrivals = try world.advance(to: world.start).map(\.arrivesAt)
    #expect(arrivals == arrivals.sorted())
    #expect(arrivals.allSatisfy { $0 > beginning && $0 <= world.start })
    #expect(try world.advance(to: world.start).isEmpty)
  }

  @Test func `every sender speaks, some messages come twice and some come late`() throws {
    var world = try SimulatedWorld(subscribers: 400)
    let deliveries = try world.advance(to: world.start)
    #expect(Set(deliveries.map(\.channel)) == Set(StoreDelivery.Channel.allCases))
    let signed = deliveries.filter { $0.channel == .appStore }.map(\.bytes)
    #expect(Set(signed).count < signed.count)
  }

  @Test func `users join after the start`() throws {
    var world = try SimulatedWorld(subscribers: 200)
    let before = world.accounts.count
    _ = try world.advance(to: world.start + .days(30))
    #expect(world.accounts.count > before + 20)
  }

  @Test func `names are written in four scripts`() throws {
    let names = try SimulatedWorld(subscribers: 500).accounts.map(\.name)
    let scripts: [ClosedRange<Unicode.Scalar>] = [
      "A"..."z", "\u{4E00}"..."\u{9FFF}", "\u{AC00}"..."\u{D7A3}", "\u{0400}"..."\u{04FF}",
    ]
    for script in scripts {
      #expect(names.contains { name in name.unicodeScalars.contains { script.contains($0) } })
    }
  }
}
