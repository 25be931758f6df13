import EventLedger
import Foundation
import LedgerSQLite
import StoreClients
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct DeliveryRunTests {
  @Test func `a new receiver begins with the present, and is told what comes`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try world.fail("old")
    try await world.send(&health)
    #expect(world.web.posts.isEmpty)
    try world.fail("new")
    try await world.send(&health)
    #expect(
      world.web.taken.map(\.kind) == ["subscription.enteredGrace", "subscription.promptDue"])
    #expect(Set(world.web.taken.map(\.subscription)) == ["as_new"])
    try await world.send(&health)
    #expect(world.web.posts.count == 2)
  }

  @Test func `a receiver that was down for a day misses nothing, and soon has it`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become(0)
    for step in 0..<288 {
      if step % 6 == 0 { try world.fail("s\(step)") }
      if step % 6 == 3 { try world.recover("s\(step - 3)") }
      try await world.send(&health)
      world.clock.pass(.minutes(5))
    }
    let attempts = world.web.posts.count
    #expect(attempts > 100 && attempts < 2_000, "\(attempts)")
    world.web.become(204)
    world.clock.pass(.minutes(1))
    for _ in 0..<5 {
      try await world.send(&health)
      world.clock.pass(.seconds(1))
    }
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
    #expect(try world.ids.count == 48 * 3)
    #expect(try world.ledger.deliveries(DeliveryQuery()).isEmpty)
    checkOrder(world)
  }

  @Test func `what follows a change that arrives at its second attempt is sent as well`()
    async throws
  {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become(0)
    try world.fail("other")
    for _ in 0..<2 {
      try await world.send(&health)
      world.clock.pass(.seconds(6))
    }
    try world.fail("a")
    try await world.send(&health)
    #expect(try world.ledger.deliveries(DeliveryQuery()).map(\.number) == [1, 2, 3])
    world.clock.pass(.seconds(6))
    world.web.become(204)
    try await world.send(&health)
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
    #expect(try world.ledger.deliveries(DeliveryQuery()).isEmpty)
  }

  @Test func `every post is counted by what became of it`() async throws {
    let world = ChangeWorld()
    let metrics = MetricsRegistry()
    var run = world.run
    run.report = { metrics.count(.changePosts, "crm", $0.name.rawValue) }
    var health = DeliveryRun.Health()
    while try await run.once(&health) == .more {}
    try world.fail("a")
    world.web.become(400)
    while try await run.once(&health) == .more {}
    #expect(metrics.value(.changePosts, "crm", "failed") == 1)
    world.clock.pass(.minutes(1))
    world.web.become(204)
    while try await run.once(&health) == .more {}
    #expect(metrics.value(.changePosts, "crm", "arrived") == 2)
  }

  @Test func `a long answer counts by its status as a short one does`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    let long = [UInt8](repeating: 0x2e, count: ScriptedReceiver.bytesMax + 1)
    try await world.send(&health)
    try world.fail("a")
    world.web.become { _ in ClientResponse(status: 500, body: long) }
    try await world.send(&health)
    #expect(world.web.posts.count == 1)
    #expect(try world.ledger.deliveries(DeliveryQuery()).first?.problem == "it answers 500")
    world.web.become { _ in ClientResponse(status: 200, body: long) }
    world.clock.pass(.minutes(1))
    try await world.send(&health)
    #expect(world.web.taken.map(\.id) == (try world.ids))
    #expect(try world.ledger.deliveries(DeliveryQuery()).isEmpty)
  }

  /// Whether each subscription's changes came in the order of the outbox.
  private func checkOrder(_ world: ChangeWorld) {
    for (_, posts) in Dictionary(grouping: world.web.taken, by: \.subscription) {
      var seen: Set<String> = []
      let first = posts.map(\.kind).filter { seen.insert($0).inserted }
      #expect(
        first.map { $0.dropFirst("subscription.".count) }
          == ["enteredGrace", "promptDue", "recovered"])
    }
  }

  @Test func `what fails holds back its own subscription alone`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    let bad = Mutex(2)
    world.web.become { post in
      guard post.subscription == "as_a", post.kind.hasSuffix("enteredGrace") else {
        return ClientResponse(status: 200)
      }
      return ClientResponse(
        status: bad.withLock { left in
          left -= 1
          return left >= 0 ? 500 : 200
        })
    }
    for name in ["a", "b", "c"] { try world.fail(name) }
    try await world.send(&health)
    #expect(world.web.taken.count == 4 && !world.web.taken.contains { $0.subscription == "as_a" })
    #expect(
      try world.ledger.deliveries(DeliveryQuery()).map(\.status) == [.waiting, .held])
    world.clock.pass(.seconds(4))
    try world.recover("a")
    try await world.send(&health)
    #expect(world.web.taken.count == 4, "nothing of a goes ahead of what it waits for")
    world.clock.pass(.seconds(1))
    try await world.send(&health)
    #expect(world.web.posts.count { $0.status == 500 } == 2)
    world.clock.pass(.minutes(5))
    try await world.send(&health)
    let mine = world.web.taken.filter { $0.subscription == "as_a" }
    #expect(
      mine.map(\.kind) == [
        "subscription.enteredGrace", "subscription.promptDue", "subscription.recovered",
      ])
    #expect(try world.ledger.deliveries(DeliveryQuery()).isEmpty)
  }

  @Test func `what is refused for days is dead, shown, and sent again when asked for`()
    async throws
  {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become { post in
      ClientResponse(status: post.kind.hasSuffix("enteredGrace") ? 400 : 200)
    }
    try world.fail("a")
    var hours = 0
    while try world.ledger.deliveries(DeliveryQuery(statuses: [.dead])).isEmpty, hours < 200 {
      try await world.send(&health)
      world.clock.pass(.hours(1))
      hours += 1
    }
    #expect(hours > 72 && hours < 120, "\(hours)")
    #expect(world.web.posts.count { $0.status == 400 } == DeliverySchedule.pauses.count + 1)
    #expect(try world.ledger.figures(at: world.clock.now).undelivered == 1)
    try await world.send(&health)
    #expect(world.web.taken.map(\.kind) == ["subscription.promptDue"], "it holds nothing back")
    world.web.become(200)
    #expect(try world.ledger.retryDeliveries(of: "crm", number: nil, at: world.clock.now) == 1)
    try await world.send(&health)
    #expect(world.web.taken.map(\.kind).contains("subscription.enteredGrace"))
    #expect(try world.ledger.figures(at: world.clock.now).undelivered == 0)
  }

  @Test func `Retry-After is honoured`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become { _ in ClientResponse(status: 429, fields: ["Retry-After": "3600"]) }
    try world.fail("a")
    try world.fail("b")
    try await world.send(&health)
    let tried = world.web.posts.count
    world.clock.pass(.minutes(59))
    try await world.send(&health)
    #expect(world.web.posts.count == tried)
    world.web.become(200)
    world.clock.pass(.minutes(2))
    try await world.send(&health)
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
  }

  @Test(arguments: [false, true])
  func `a retry or a replay ends the pause that a receiver has stated`(isReplay: Bool) async throws
  {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become { _ in ClientResponse(status: 503, fields: ["Retry-After": "999999"]) }
    for index in 0..<20 { try world.fail("s\(index)") }
    try await world.send(&health)
    let tried = world.web.posts.count
    #expect(health.problem == "it answers 503")
    world.web.become(200)
    world.clock.pass(.minutes(1))
    try await world.send(&health)
    #expect(world.web.posts.count == tried)
    if isReplay {
      try world.ledger.replay("crm", from: 0, at: world.clock.now)
    } else {
      let count = try world.ledger.retryDeliveries(of: "crm", number: nil, at: world.clock.now)
      #expect(count > 0)
    }
    try await world.send(&health)
    world.clock.pass(.seconds(1))
    try await world.send(&health)
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
  }

  @Test func `a clock that was ahead delays no delivery, and no schedule is as long`()
    async throws
  {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become { _ in ClientResponse(status: 503, fields: ["Retry-After": "999999"]) }
    world.clock.pass(.days(400))
    try world.fail("a")
    try await world.send(&health)
    world.web.become(200)
    world.clock.pass(.zero - .days(400))
    for _ in 0..<3 { try await world.send(&health) }
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
    let longest = try #require(DeliverySchedule.pauses.max())
    #expect(longest + longest / 10 <= ChangeDelivery.longestPause)
  }

  @Test func `a receiver that answers 410 is sent nothing more until somebody says so`()
    async throws
  {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    world.web.become(410)
    for name in ["a", "b", "c"] { try world.fail(name) }
    let progress = try await world.run.once(&health)
    #expect(progress != .more)
    let tried = world.web.posts.count
    world.web.become(200)
    world.clock.pass(.days(2))
    try await world.send(&health)
    #expect(world.web.posts.count == tried)
    #expect(try world.ledger.receivers().first?.disabled != nil)
    _ = try world.ledger.retryDeliveries(of: "crm", number: nil, at: world.clock.now)
    try await world.send(&health)
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
  }

  @Test func `a kill between a post and its record repeats it with its id, and loses nothing`()
    async throws
  {
    let folder = try DaemonFolder()
    let path = folder.file("ledger.sqlite")
    let doomed = try SQLiteLedger(path: path, policy: .standard)
    var world = ChangeWorld(ledger: doomed)
    var health = DeliveryRun.Health()
    try await world.send(&health)
    for index in 0..<20 { try world.fail("s\(index)") }
    let expected = try world.ids
    let count = Mutex(0)
    world.web.become { _ in
      // The file is gone from under it in the middle of a page, as in a kill.
      if count.withLock({
        $0 += 1; return $0 == 9
      }) {
        try? doomed.close()
      }
      return ClientResponse(status: 200)
    }
    await #expect(throws: LedgerError.self) { try await world.run.once(&health) }
    #expect(world.web.taken.count >= 9)
    world.ledger = try SQLiteLedger(path: path, policy: .standard)
    health = DeliveryRun.Health()
    try await world.send(&health)
    #expect(Set(world.web.taken.map(\.id)) == Set(expected) && expected.count == 40)
  }

  @Test func `a replay sends the same ids again from an instant on`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    try world.fail("a")
    try await world.send(&health)
    world.clock.pass(.hours(1))
    let since = world.clock.now
    try world.fail("b")
    try await world.send(&health)
    let before = world.web.taken
    try world.ledger.replay(
      "crm", from: try world.ledger.outboxNumber(before: since), at: world.clock.now)
    try await world.send(&health)
    #expect(world.web.taken.dropFirst(before.count).map(\.id) == before.suffix(2).map(\.id))
    #expect(world.web.taken.suffix(2).allSatisfy { $0.subscription == "as_b" })
  }

  @Test func `a replay from a later instant skips nothing that a receiver lacks`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    try world.fail("a")
    let last = try world.ledger.outboxBounds().last
    try world.ledger.replay("crm", from: last, at: world.clock.now)
    try await world.send(&health)
    #expect(world.web.taken.count == Int(last))
    #expect(world.web.taken.allSatisfy { $0.subscription == "as_a" })
  }

  @Test func `filters, kinds and age choose, and nobody is told who it is unasked`() async throws {
    var world = ChangeWorld()
    world.receiver.kinds = [.enteredGrace, .recovered]
    world.receiver.filter = try Filter.parse("app:com.example.app -account:secret")
    try world.ledger.putProfiles([
      AccountProfile(account: "a", name: "Mei Lin", email: "mei@example.com")
    ])
    var health = DeliveryRun.Health()
    try await world.send(&health)
    try world.fail("a")
    try world.fail("b", account: "secret")
    try world.fail("c", ago: .days(8))
    try await world.send(&health)
    #expect(world.web.taken.map(\.subscription) == ["as_a"])
    let body = try #require(world.web.taken.first?.body)
    #expect(body.contains(#""account":"a""#) && body.contains(#""backfill":false"#))
    #expect(!body.contains("Mei") && !body.contains("mei@"))
    world.receiver.withProfile = true
    world.receiver.withBackfill = true
    try world.ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
    try await world.send(&health)
    let again = world.web.taken.dropFirst()
    #expect(again.map(\.subscription).sorted() == ["as_a", "as_c"])
    #expect(again.contains { $0.body.contains("mei@example.com") })
    #expect(again.contains { $0.body.contains(#""backfill":true"#) })
  }

  @Test func `without a secret nothing is sent, and it is said`() async throws {
    var world = ChangeWorld()
    world.receiver.secret = .variable("NONE")
    var health = DeliveryRun.Health()
    try await world.send(&health)
    try world.fail("a")
    guard case .stuck(let why) = try await world.run.once(&health) else {
      Issue.record("it is not stuck")
      return
    }
    #expect(why.contains("NONE") && world.web.posts.isEmpty)
    world.receiver.secret = .variable("SECRET")
    world.clock.pass(.minutes(2))
    try await world.send(&health)
    #expect(world.web.taken.count == 2)
  }
}
