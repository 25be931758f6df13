import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Events that a newer build stored in a file that this one can open.
@Suite struct NewerEventTests {
  private let folder: TemporaryFolder
  private let now = SampleWorld.middle

  init() throws { folder = try TemporaryFolder() }

  private func event(recordedAt: Timestamp) -> SubscriptionEvent {
    var facts = StoreFacts()
    facts.status = .paused
    facts.product = "gold"
    return SubscriptionEvent(
      id: "e", kind: .snapshot, subscription: "gp_1", effectiveAt: now, statedAt: now,
      recordedAt: recordedAt, source: .googlePlaySubscription, verification: .unsigned,
      facts: facts)
  }

  private func entry(recordedAt: Timestamp) -> LedgerEntry {
    LedgerEntry(
      identity: "i", format: "sample", raw: [1], receivedAt: recordedAt, verification: .unsigned,
      events: [event(recordedAt: recordedAt)])
  }

  /// A ledger with one event whose bytes are changed to what a newer build might have written.
  private func ledger(_ change: (inout [UInt8]) -> Void) throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append([entry(recordedAt: now)], now: now)
    var bytes = EventCodec.encode(event(recordedAt: now))
    change(&bytes)
    try ledger.write { database in
      try database.execute(sql: "DROP TRIGGER eventsUPDATE")
      try database.execute(sql: "UPDATE events SET body = ?", arguments: [Data(bytes)])
      try database.execute(sql: Schema.eventsGuard.statement)
    }
    return ledger
  }

  private func replace(_ text: String, by other: String, in bytes: inout [UInt8]) throws {
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array(text.utf8)) })
    bytes.replaceSubrange(place..<place + text.utf8.count, with: Array(other.utf8))
  }

  @Test(arguments: [("snapshot", "reviewed"), ("paused", "frozen"), ("unsigned", "attested")])
  func `are kept, listed and told as anomalies`(_ known: String, _ newer: String) throws {
    let ledger = try ledger { bytes in
      #expect(throws: Never.self) { try replace(known, by: newer, in: &bytes) }
    }
    #expect(try ledger.verify() == [])
    _ = try ledger.rebuild(check: false)
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try ledger.events(of: "gp_1").count == 1)
    #expect(try ledger.entry(at: 1)?.events.count == 1)
    #expect(try ledger.subscribers(SubscriberQuery(sort: .id)).rows.count == 1)
    let subscriber = try #require(try ledger.subscriber("gp_1"))
    #expect(
      subscriber.anomalies(at: now, policy: .standard).contains {
        $0.kind == .unknownValue && $0.text.description.contains(newer)
      })
  }

  @Test(arguments: [false, true])
  func `keep what this build cannot read when they are heard again, earlier`(
    _ isCompressed: Bool
  ) throws {
    // A field of a number that this build has no use for.
    let ledger = try ledger { $0 += [126, 5] }
    if isCompressed { #expect(try ledger.compact { _ in }?.events == 1) }
    let before = try stored(ledger)
    #expect(try ledger.append([entry(recordedAt: now - .days(1))], now: now) == [.duplicate(1)])
    #expect(try stored(ledger) == before)
    #expect(before.suffix(2) == [126, 5])
  }

  @Test func `of this build take the earlier time when they are heard again`() throws {
    let ledger = try ledger { _ in }
    try ledger.append([entry(recordedAt: now - .days(1))], now: now)
    #expect(try stored(ledger) == EventCodec.encode(event(recordedAt: now - .days(1))))
  }

  private func stored(_ ledger: SQLiteLedger) throws -> [UInt8] {
    let data = try ledger.read { try Data.fetchOne($0, sql: "SELECT body FROM events") }
    return try (data ?? Data()).withUnsafeBytes { try StoredEvent.expanded($0) }
  }
}
