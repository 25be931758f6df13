import EventLedger
import Foundation
import GRDB
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `A stored event` {
  private let folder: TemporaryFolder
  private let path: String
  private let world = SampleWorld(seed: 15, subscriptions: 40)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  /// A renewal with as much in it as a store tells.
  private static let renewal: SubscriptionEvent = {
    var facts = StoreFacts()
    facts.environment = .production
    facts.app = "com.example.news"
    facts.account = "user-500"
    facts.product = "news.monthly"
    facts.price = Money(micros: 980_000_000, currency: "JPY")
    facts.country = "JP"
    facts.orderID = "GPA.3360-0885-3477-93156..5"
    facts.paidOrderID = facts.orderID
    facts.purchaseToken = "ucrtfaegamilzamgjepzdwwe.AO-J1OkbcdefghijklmkbcdefghijklmQ"
    facts.status = .active
    facts.expiresAt = SampleWorld.middle + .days(30)
    return SubscriptionEvent(
      id: "gp_2d77a8471ff117b1:1795089600000:150a9f7be7d8781e", kind: .snapshot,
      subscription: "gp_2d77a8471ff117b1", effectiveAt: SampleWorld.middle,
      statedAt: SampleWorld.middle, recordedAt: SampleWorld.middle,
      source: .googlePlaySubscription, verification: .unsigned, facts: facts)
  }()

  /// A ledger whose events stand there as an earlier version stored them.
  private func ledger() throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(world.entries, now: SampleWorld.middle)
    try change(ledger, "UPDATE events SET body = event_bytes(body)")
    return ledger
  }

  private func change(_ ledger: SQLiteLedger, _ sql: String) throws {
    try ledger.write { database in
      try database.execute(
        sql: "DROP TRIGGER eventsUPDATE; \(sql); \(Schema.eventsGuard.statement)")
    }
  }

  private func count(_ ledger: SQLiteLedger, where condition: String) throws -> Int {
    try ledger.read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM events WHERE \(condition)") ?? -1
    }
  }

  private let isCompressed = "substr(body, 1, 4) = x'28B52FFD'"

  private func events(_ ledger: SQLiteLedger) throws -> [LedgerEvent] {
    try ledger.recentEvents(EventQuery(limit: 10_000))
  }

  @Test func `takes three fifths of its room at most, and comes back as it was`() throws {
    let compressor = Compressor()
    let plain = EventCodec.encode(Self.renewal)
    let stored = StoredEvent.encode(Self.renewal, compressor)
    #expect(stored.count * 5 < plain.count * 3, "\(stored.count) of \(plain.count)")
    for event in world.entries.flatMap(\.events) + [Self.renewal] {
      let (plain, stored) = (EventCodec.encode(event), StoredEvent.encode(event, compressor))
      #expect(try stored.withUnsafeBytes { try StoredEvent.decode($0) } == event)
      #expect(try stored.withUnsafeBytes { try StoredEvent.expanded($0) } == plain)
    }
  }

  @Test func `of an earlier version is compressed by a compaction, and reads as before`() throws {
    let ledger = try ledger()
    #expect(try count(ledger, where: isCompressed) == 0)
    let (told, all) = (try events(ledger), try count(ledger, where: "1"))
    var steps: [LedgerCompaction.Step] = []
    let outcome = try #require(try ledger.compact { steps.append($0) })
    #expect(outcome.payloads == 0)
    #expect(outcome.events > all / 2)
    #expect(try count(ledger, where: isCompressed) == outcome.events)
    #expect(steps.contains(.compressing(share: 100)))
    #expect(try events(ledger) == told)
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try ledger.compact { _ in }?.events == 0)
    #expect(throws: LedgerError.self) {
      try ledger.write { try $0.execute(sql: "UPDATE events SET body = x'01'") }
    }
  }

  @Test func `is compressed by the next compaction where one was interrupted`() throws {
    let ledger = try ledger()
    let middle = EventNumber.first(at: try ledger.lastPosition() / 2)
    var place: Int64? = middle
    let first = try ledger.write { database in
      try StoredEvent.compressNext(database, after: &place)
    }
    #expect(place ?? 0 > middle)
    #expect(first > 0)
    let rest = try #require(try ledger.compact { _ in }).events
    #expect(rest > 0)
    #expect(try count(ledger, where: isCompressed) == first + rest)
    #expect(try ledger.verify() == [])
  }

  @Test func `that is damaged is told by a check and by whoever reads it`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let entry = LedgerEntry(
      identity: "i", format: "sample", raw: [1], receivedAt: SampleWorld.middle,
      verification: .unsigned, events: [Self.renewal])
    try ledger.append([entry], now: SampleWorld.middle)
    #expect(try count(ledger, where: isCompressed) == 1)
    try change(ledger, "UPDATE events SET body = substr(body, 1, length(body) - 1)")
    #expect(try ledger.verify() == ["1 events cannot be read."])
    #expect(throws: LedgerError.self) { _ = try events(ledger) }
    #expect(throws: LedgerError.self) { _ = try ledger.subscriber(Self.renewal.subscription) }
  }
}
