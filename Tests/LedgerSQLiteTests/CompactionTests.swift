import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct CompactionTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private static let entries = (0..<2_500).map { number in
    LedgerEntry(
      identity: "\(number)", format: "sample", raw: CompressorTests.payload(number),
      receivedAt: Timestamp(seconds: 1), verification: .unsigned, events: [])
  }

  /// A ledger whose payloads stand there as an earlier version stored them.
  private func ledger() throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    _ = try ledger.append(Self.entries, now: Timestamp(seconds: 1))
    try change(ledger) { database in
      for (place, entry) in Self.entries.enumerated() {
        try database.execute(
          sql: "UPDATE entries SET raw = ? WHERE position = ?",
          arguments: [Data(entry.raw), place + 1])
      }
    }
    return ledger
  }

  private func change(_ ledger: SQLiteLedger, _ body: (Database) throws -> Void) throws {
    try ledger.write { database in
      try database.execute(sql: "DROP TRIGGER entriesUPDATE")
      try body(database)
      try database.execute(sql: Schema.entriesGuard.statement)
    }
  }

  private func told(by ledger: SQLiteLedger) throws -> [[UInt8]] {
    var raws: [[UInt8]] = []
    try ledger.forEachEntry(after: 0) { raws.append($1.raw) }
    return raws
  }

  private func uncompressed(in ledger: SQLiteLedger) throws -> Int? {
    try ledger.read { database in
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM entries WHERE substr(raw, 1, 4) <> x'28B52FFD'")
    }
  }

  @Test func `makes the file smaller, and nothing that is read changes`() throws {
    let ledger = try ledger()
    #expect(try uncompressed(in: ledger) == Self.entries.count)
    var steps: [LedgerCompaction.Step] = []
    let outcome = try #require(try ledger.compact { steps.append($0) })
    #expect(outcome.payloads == Self.entries.count)
    #expect(outcome.bytesAfter * 2 < outcome.bytesBefore)
    let shares = [0, 40, 50, 100].map { LedgerCompaction.Step.compressing(share: $0) }
    #expect(steps == shares + [.givingBack])
    #expect(try uncompressed(in: ledger) == 0)
    #expect(try told(by: ledger) == Self.entries.map(\.raw))
    #expect(try ledger.verify() == [])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.size] as? Int64 == outcome.bytesAfter)
    #expect(try ledger.compact { _ in }?.payloads == 0)
  }

  @Test func `goes on where it was interrupted`() throws {
    let ledger = try ledger()
    var place: LedgerPosition? = 0
    let first = try ledger.write { database in
      try StoredPayloads.compressNext(database, after: &place)
    }
    #expect(first > 0 && first < Self.entries.count)
    #expect(try uncompressed(in: ledger) == Self.entries.count - first)
    #expect(try told(by: ledger) == Self.entries.map(\.raw))
    #expect(try ledger.compact { _ in }?.payloads == Self.entries.count - first)
  }

  @Test func `leaves entries as well guarded as they were`() throws {
    let ledger = try ledger()
    _ = try ledger.compact { _ in }
    #expect(throws: LedgerError.self) {
      try ledger.write { try $0.execute(sql: "UPDATE entries SET raw = x'01' WHERE position = 1") }
    }
  }

  @Test func `a damaged payload is told by whoever reads it, and by a check`() throws {
    let ledger = try ledger()
    _ = try ledger.compact { _ in }
    try change(ledger) { database in
      let stored = try #require(
        try Data.fetchOne(database, sql: "SELECT raw FROM entries WHERE position = 7"))
      var bytes = [UInt8](stored)
      bytes[bytes.count - 9] ^= 4
      try database.execute(
        sql: "UPDATE entries SET raw = ? WHERE position = 7", arguments: [Data(bytes)])
    }
    #expect(try ledger.verify() == ["1 payloads are damaged."])
    let error = LedgerError.unreadable(
      location: path, detail: "the payload at position 7 is damaged")
    #expect(throws: error) { _ = try told(by: ledger) }
    // What is damaged is no reason to lose the rest, nor is it made worse.
    #expect(try ledger.compact { _ in }?.payloads == 0)
    #expect(try ledger.verify() == ["1 payloads are damaged."])
  }

  @Test func `asks for a file that may be written`() throws {
    try ledger().close()
    let ledger = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    #expect(throws: LedgerError.readOnly(location: path)) { try ledger.compact { _ in } }
  }
}
