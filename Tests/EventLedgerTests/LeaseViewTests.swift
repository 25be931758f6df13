import EventLedger
import SubscriptionCore
import Testing

@Suite struct LeaseViewTests {
  /// Several processes on one ledger, each with clocks of its own.
  private final class World {
    var kept: LedgerLease?
    var views: [LeaseView]
    var dead: Set<String> = []
    /// By how much each process's clock differs from the first one's.
    var clocks: [Duration]

    init(_ count: Int) {
      views = (0..<count).map { LeaseView(LeaseViewTests.owner("\($0)")) }
      clocks = Array(repeating: .zero, count: count)
    }

    /// Lets a process look at an instant of its uptime; whether it has the lease then.
    func look(_ place: Int, at uptime: Int) -> Bool {
      let (uptime, dead) = (Duration.seconds(uptime), dead)
      let now = Timestamp.epoch + clocks[place] + uptime
      kept = views[place].decide(kept, uptime: uptime, now: now) { dead.contains($0.run) }
      views[place].note(kept, askedAt: uptime)
      return views[place].isHeld(at: uptime)
    }

    func holders(at uptime: Int) -> [Int] {
      views.indices.filter { views[$0].isHeld(at: .seconds(uptime)) }
    }
  }

  private static func owner(_ run: String) -> LeaseOwner {
    LeaseOwner(run: run, host: "a", process: 1, numbering: "n", began: run)
  }

  @Test func `whoever comes first has it, renews it, and others wait`() {
    let world = World(2)
    #expect(world.look(0, at: 0))
    for second in stride(from: 1, through: 600, by: 2) {
      #expect(!world.look(1, at: second))
      #expect(world.look(0, at: second + 1))
    }
    #expect(world.kept?.renewals ?? 0 >= 59)
    #expect(world.kept?.since == .epoch)
  }

  @Test func `it runs out for its owner before anybody takes it over`() {
    let world = World(2)
    #expect(world.look(0, at: 0) && !world.look(1, at: 2))
    // The owner stands still.
    #expect(world.holders(at: 24) == [0])
    #expect(world.holders(at: 25) == [])
    #expect(!world.look(1, at: 31))
    #expect(world.look(1, at: 32))
    // It goes on, and finds that it has lost it.
    #expect(!world.look(0, at: 33))
    #expect(world.holders(at: 33) == [1])
  }

  @Test func `an owner that is known to be dead has lost it at once`() {
    let world = World(2)
    #expect(world.look(0, at: 0) && !world.look(1, at: 1))
    world.dead = ["0"]
    #expect(world.look(1, at: 2))
    #expect(world.kept?.owner.run == "1")
  }

  @Test(arguments: [Duration.hours(24 * 400), .hours(-24 * 400)])
  func `clocks that jump decide nothing`(_ jump: Duration) {
    let world = World(2)
    #expect(world.look(0, at: 0) && !world.look(1, at: 1))
    world.clocks[1] = jump
    for second in 2...28 { #expect(!world.look(1, at: second)) }
    #expect(world.look(0, at: 28))
    world.clocks[0] = jump
    for second in 29...56 { #expect(!world.look(1, at: second)) }
    #expect(world.look(0, at: 56))
  }

  @Test func `a renewal that took long counts from before it`() {
    let world = World(1)
    #expect(world.look(0, at: 0))
    var view = world.views[0]
    let next = view.decide(
      world.kept, uptime: .seconds(60), now: .epoch + .seconds(60), isDead: { _ in false })
    view.note(next, askedAt: .seconds(20))
    #expect(view.isHeld(at: .seconds(44)) && !view.isHeld(at: .seconds(45)))
  }

  @Test func `never have two of them it at a time, whatever happens`() {
    var state: UInt64 = 60
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    var taken: Set<String> = []
    for _ in 0..<200 {
      let world = World(3)
      var asleepUntil = [0, 0, 0]
      for second in 0..<400 {
        let place = random(3)
        if random(40) == 0 { asleepUntil[place] = second + random(90) }
        if random(30) == 0 { world.clocks[place] = .hours(random(20_000) - 10_000) }
        if asleepUntil[place] <= second, random(2) == 0 { _ = world.look(place, at: second) }
        #expect(world.holders(at: second).count <= 1)
        if let run = world.kept?.owner.run { taken.insert(run) }
      }
    }
    #expect(taken.count == 3, "it went round")
  }
}
