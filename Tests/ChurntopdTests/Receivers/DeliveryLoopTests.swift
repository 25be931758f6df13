import EventLedger
import Foundation
import Logging
import StoreClients
import SubscriptionCore
import Synchronization
import Testing
import Webhook

@testable import churntopd

@Suite struct DeliveryLoopTests {
  @Test func `what an earlier version left held is sent once the loop begins`() async throws {
    let world = ChangeWorld()
    try world.fail("a")
    let changes = try world.ledger.outbox(after: 0, limit: 9)
    try world.ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
    var update = DeliveryUpdate(receiver: "crm", at: world.clock.now, from: 0)
    update.to = changes.last?.number ?? 0
    update.undelivered = changes.map { change in
      ChangeDelivery(
        receiver: "crm", number: change.number, subscription: "as_a", status: .held,
        nextAt: world.clock.now)
    }
    try world.ledger.settle(update)
    var health = DeliveryRun.Health()
    try await world.send(&health)
    #expect(world.web.posts.isEmpty)
    let loop = DeliveryLoop(
      runs: [world.run], sleep: { _ in throw CancellationError() },
      errors: ErrorLog(Logger(label: "test"), uptime: { .zero }))
    await loop.run()
    #expect(world.web.taken.map(\.id) == changes.map(\.change.id))
    #expect(try world.ledger.deliveries(DeliveryQuery()).isEmpty)
  }

  @Test func `a receiver that takes changes again is reported once`() async throws {
    let world = ChangeWorld()
    let lines = Mutex<[String]>([])
    var health = DeliveryRun.Health()
    try await world.send(&health)
    let logger = Logger(label: "test") { _ in
      LineLogHandler(level: .info, isJournal: true, clock: { .epoch }) { line in
        lines.withLock { $0.append(line) }
      }
    }
    let loop = DeliveryLoop(
      runs: [world.run], sleep: { _ in throw CancellationError() },
      errors: ErrorLog(logger, uptime: { .zero }))
    try world.fail("a")
    for status in [500, 204, 204] {
      world.web.become(status)
      world.clock.pass(.minutes(10))
      await loop.run()
    }
    #expect(
      lines.withLock { $0 } == [
        "<4>'crm' does not take changes: it answers 500\n", "<5>'crm' takes changes again\n",
      ])
  }

  @Test func `a pause outlives the loop, and a new process tries with one change`() async throws {
    let world = ChangeWorld()
    var health = DeliveryRun.Health()
    try await world.send(&health)
    for index in 0..<20 { try world.fail("s\(index)") }
    world.web.become { _ in ClientResponse(status: 503, fields: ["Retry-After": "900"]) }
    func loop(_ healths: DeliveryHealths) -> DeliveryLoop {
      DeliveryLoop(
        runs: [world.run], sleep: { _ in throw CancellationError() },
        errors: ErrorLog(Logger(label: "test"), uptime: { .zero }), healths: healths)
    }
    let healths = DeliveryHealths()
    for _ in 0..<3 { await loop(healths).run() }
    #expect(world.web.posts.count == 1)
    await loop(DeliveryHealths()).run()
    #expect(world.web.posts.count == 2)
    world.clock.pass(.minutes(16))
    world.web.become(204)
    await loop(healths).run()
    #expect(Set(world.web.taken.map(\.id)) == Set(try world.ids))
  }
}
