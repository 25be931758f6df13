import EventLedger
import Foundation
import GRDB
import LedgerContract
import LedgerRows
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Files that the builds of their day wrote, as text: the last build of each version, and for the
/// present one the build of the release that has it.
@Suite(.ownThread) struct `A ledger of a released version` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes the file of a version, with more beside what it holds.
  private func file(ofVersion version: Int, and more: String = "") throws -> String {
    let form = try #require(
      Bundle.module.url(
        forResource: "version-\(version)", withExtension: "sql", subdirectory: "Forms"))
    let path = folder.file()
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      for function in SchemaUpgrade.functions { database.add(function: function) }
      try database.execute(sql: try String(contentsOf: form, encoding: .utf8) + more)
    }
    try raw.close()
    return path
  }

  private func open(_ path: String) throws -> SQLiteLedger {
    try SQLiteLedger(path: path, policy: .standard)
  }

  @Test(arguments: 1...Schema.version)
  func `opens with everything in it, and holds what its entries mean`(_ version: Int) throws {
    try KeptLedger.check(try open(try file(ofVersion: version)), hasAudit: version >= 10)
  }

  @Test(arguments: 1...Schema.version)
  func `comes to the form of a new file`(_ version: Int) throws {
    let path = try file(ofVersion: version)
    try open(path).close()
    let fresh = folder.file()
    try open(fresh).close()
    #expect(try form(of: path) == form(of: fresh))
  }

  private func form(of path: String) throws -> Set<String> {
    let raw = try DatabaseQueue(path: path)
    defer { try? raw.close() }
    return try raw.read { database in
      try String.fetchSet(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    }
  }

  @Test(arguments: 1...3)
  func `may hold identities with one mark, and one that has the next`(_ version: Int) throws {
    let (first, second) = WriteSessionTests.namesakes
    let path = try file(
      ofVersion: version,
      and: ["first", second, first].enumerated().map { place, identity in
        """
        INSERT INTO entries
        VALUES (\(100 + place), '\(identity)', 'sample', x'01', 1, 'unsigned', 0);
        """
      }.joined() + "UPDATE meta SET value = 102 WHERE name = 'lastPosition';")
    let ledger = try open(path)
    #expect(try ledger.verify() == [])
    let entries = ["first", second, first].map { identity in
      LedgerEntry(
        identity: identity, format: "sample", raw: [1], receivedAt: Timestamp(seconds: 1),
        verification: .unsigned, events: [])
    }
    #expect(
      try ledger.append(entries, now: SampleWorld.middle)
        == [.duplicate(100), .duplicate(101), .duplicate(102)])
  }

  @Test func `counts the copy of an event that was recorded first`() throws {
    let path = try file(ofVersion: 1)
    let raw = try DatabaseQueue(path: path)
    let number = try raw.write { database in
      try database.execute(sql: "DROP TRIGGER eventsUPDATE")
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT * FROM events ORDER BY number LIMIT 1"))
      let body: Data = row["body"]
      var event = try body.withUnsafeBytes { try EventCodec.decode($0) }
      event.recordedAt = event.recordedAt - .days(1)
      try database.execute(
        sql: "INSERT INTO events VALUES (?, ?, ?, ?, 1, ?)",
        arguments: [
          2 << EventNumber.bits | 7, row["id"] as String, row["subscription"] as Int64,
          row["kind"] as String, Data(EventCodec.encode(event)),
        ])
      return row["number"] as Int64
    }
    try raw.close()
    let ledger = try open(path)
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
    let isRepeat = try ledger.read { database in
      try Bool.fetchOne(
        database, sql: "SELECT isRepeat FROM events WHERE number = ?", arguments: [number])
    }
    #expect(isRepeat == true)
  }

  /// No step may change once it is released, since files of its version are there.
  @Test func `is brought to the present by steps that never change`() {
    let hashes = SchemaUpgrade.steps.map { String(Hash64.of($0.sql), radix: 16) }
    #expect(
      hashes == [
        "1ec7c4d923c09fd6", "-340d631b7bdddcdb", "685b52d25765eac0", "-9fb79db1f81b73d",
        "-13ab46cdd347faee", "cca452fc089234c", "-664f981ce0ed928d",
        "-340d631b7bdddcdb", "2ae22cc77a5f9810", "-340d631b7bdddcdb",
        "3292a7fd533aef12", "382d0402df91d0ef", "-340d631b7bdddcdb",
        "-54c6423f96ab1583", "-340d631b7bdddcdb", "-340d631b7bdddcdb",
      ])
    #expect(Schema.version == hashes.count + 1)
  }
}
