import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `The form of a ledger file` {
  /// What brings a file back to the form of version 1.
  private static let versionOne = """
    DROP TABLE accesses; DROP TABLE prunings;
    DROP TABLE orderLookups; DROP TABLE backfill; DROP TABLE products; DROP TABLE pieces;
    DROP INDEX eventsOnce; DROP INDEX eventsAgain;
    DROP TRIGGER entriesUPDATE; DROP TRIGGER entriesDELETE;
    DROP TRIGGER eventsUPDATE; DROP TRIGGER eventsDELETE;
    CREATE UNIQUE INDEX eventsOnce ON events(id) WHERE isRepeat = 0;
    CREATE INDEX eventsBySubscription ON events(subscription, number);
    CREATE TRIGGER entriesUPDATE BEFORE UPDATE ON entries
    WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE isRunning = 1)
    BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
    CREATE TRIGGER entriesDELETE BEFORE DELETE ON entries
    WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE isRunning = 1)
    BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
    CREATE TRIGGER eventsUPDATE BEFORE UPDATE ON events
    WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE isRunning = 1)
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    CREATE TRIGGER eventsDELETE BEFORE DELETE ON events
    WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE isRunning = 1)
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    DROP TABLE headers;
    DROP TABLE changes;
    DROP TABLE receivers;
    DROP TABLE deliveries;
    CREATE TABLE names (
      name TEXT NOT NULL, subscription INTEGER NOT NULL, PRIMARY KEY (name, subscription)
    ) STRICT, WITHOUT ROWID;
    UPDATE meta SET value = '1 ' || value WHERE name = 'derivedWith';
    PRAGMA user_version = 1
    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func form(of path: String) throws -> Set<String> {
    let raw = try DatabaseQueue(path: path)
    defer { try? raw.close() }
    return try raw.read { database in
      try String.fetchSet(
        database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    }
  }

  @Test func `comes out of an earlier version as of a new file, with everything in it`() throws {
    let path = folder.file()
    let world = SampleWorld(seed: 81, subscriptions: 40)
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(world.entries, now: SampleWorld.middle)
    let rows = try ledger.subscribers(SubscriberQuery(sort: .id)).rows
    let pieces = rows.map { String($0.id.rawValue.prefix(6)) }
    let found = try pieces.map { try ledger.resolve($0, limit: 99) }
    let named = try ledger.resolve("2000000", limit: 99)
    #expect(!named.isEmpty)
    try ledger.writeOutsideTransaction { try $0.execute(sql: Self.versionOne) }
    try ledger.close()
    let form = try form(of: path)
    #expect(form.contains { $0.contains("TABLE names") })

    #expect(throws: LedgerError.outdated(location: path)) {
      try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    }
    var told: [RebuildProgress] = []
    let upgraded = try SQLiteLedger(path: path, policy: .standard) { told.append($0) }
    #expect(Set(told.map(\.cause)) == [.form])
    #expect(told.first?.share == 0)
    #expect(told.last?.share == 100)
    #expect(upgraded.rebuildState == .rebuilt(changed: rows.count))
    #expect(try upgraded.subscribers(SubscriberQuery(sort: .id)).rows == rows)
    #expect(try pieces.map { try upgraded.resolve($0, limit: 99) } == found)
    #expect(try upgraded.resolve("2000000", limit: 99) == named)
    #expect(try upgraded.verify() == [])
    #expect(try upgraded.rebuild(check: true) == [])
    try upgraded.close()
    let fresh = folder.file()
    try SQLiteLedger(path: fresh, policy: .standard).close()
    #expect(try self.form(of: path) == self.form(of: fresh))
  }

  @Test(arguments: [
    "UPDATE entries SET raw = x'00'", "UPDATE entries SET receivedAt = receivedAt + 1",
    "UPDATE entries SET receivedAt = receivedAt - 1, identity = 'other'",
    "UPDATE events SET kind = 'noted'", "UPDATE events SET body = x'01'",
    "UPDATE events SET subscription = subscription + 1", "DELETE FROM entries",
    "DELETE FROM events",
  ])
  func `refuses to change the truth`(_ change: String) throws {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    let entries = SampleWorld(seed: 82, subscriptions: 2).entries
    try ledger.append(entries, now: SampleWorld.middle)
    #expect {
      try ledger.write { try $0.execute(sql: change) }
    } throws: { error in
      "\(error)".contains("append-only")
    }
  }
}
