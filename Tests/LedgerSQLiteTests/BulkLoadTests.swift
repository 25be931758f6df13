import EventLedger
import Foundation
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Synchronization
import Testing

@testable import LedgerSQLite

/// A load of a file that is empty, which makes its indexes last.
@Suite(.ownThread) struct `A load of an empty file` {
  private static var world: SampleWorld { SampleWorld(seed: 31, subscriptions: 300) }

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func open(readOnly: Bool = false) throws -> SQLiteLedger {
    try SQLiteLedger(path: path, policy: .standard, readOnly: readOnly)
  }

  private static func missing(_ ledger: SQLiteLedger) throws -> [String] {
    try ledger.read { database in try DeferredIndexes.missing(database).map(\.name) }
  }

  /// Appends the world's entries as an import does, some of them again, after its profiles.
  @discardableResult
  private static func load(_ ledger: SQLiteLedger) throws(LedgerError) -> [[AppendOutcome]] {
    let world = world
    try ledger.putProfiles(world.profiles)
    var batches = stride(from: 0, to: world.entries.count, by: 150).map { start in
      Array(world.entries[start...].prefix(200))
    }
    return try ledger.append(now: SampleWorld.middle) {
      batches.isEmpty ? nil : batches.removeFirst()
    }
  }

  /// The names and the news, which the indexes that are put off lead to.
  private static func found(in ledger: SQLiteLedger) throws -> [String] {
    var found: [String] = []
    for descending in [false, true] {
      let query = SubscriberQuery(sort: .name, descending: descending, limit: 100)
      found += try ledger.subscribers(query).rows.map(\.id.rawValue)
    }
    var news: [String] = []
    try ledger.readNews(recordedFrom: SampleWorld.middle - .days(60), filter: .all) { event in
      news.append(event.id.rawValue)
      return true
    }
    return found + news.sorted()
  }

  private static func form(of path: String) throws -> Set<String> {
    let raw = try DatabaseQueue(path: path)
    defer { try? raw.close() }
    return try raw.read { database in
      try String.fetchSet(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    }
  }

  @Test(arguments: LedgerRule.all)
  func `keeps the rule as it goes on`(_ rule: LedgerRule) throws {
    try rule.check { [folder] in
      let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
      try #require(try ledger.beginLoad())
      return ledger
    }
  }

  @Test func `leaves what an ordinary append leaves, and every index`() throws {
    let ledger = try open()
    var outcomes: [[AppendOutcome]] = []
    var made: [Int] = []
    try ledger.bulkLoad(making: { made.append($0) }) { () throws(LedgerError) in
      outcomes = try Self.load(ledger)
      #expect((try? Self.missing(ledger)) == DeferredIndexes.all.map(\.name))
    }
    #expect(made == [0, 33, 66, 100])
    #expect(try Self.missing(ledger) == [])
    let one = try SQLiteLedger(path: folder.file(), policy: .standard)
    #expect(try Self.load(one) == outcomes)
    #expect(try allRows(of: ledger) == allRows(of: one))
    #expect(try Self.found(in: ledger) == Self.found(in: one))
    let changes = try [ledger, one].map { ledger in
      try ledger.outbox(after: 0, limit: 10_000).map(\.change.id)
    }
    #expect(changes[0] == changes[1])
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try Self.form(of: ledger.path) == Self.form(of: one.path))
  }

  @Test func `is read as it will be, and waits for nobody who opens the file`() throws {
    let ledger = try open()
    var found: [[String]] = []
    try ledger.bulkLoad { () throws(LedgerError) in
      try Self.load(ledger)
      do {
        found.append(try Self.found(in: open(readOnly: true)))
        // While the load writes, who opens the file leaves the indexes to it.
        let missing = try ledger.write { _ in try Self.missing(open()) }
        #expect(missing == DeferredIndexes.all.map(\.name))
      } catch {
        Issue.record(error)
      }
    }
    found.append(try Self.found(in: ledger))
    #expect(found[0].count > 200)
    #expect(found[0] == found[1])
  }

  @Test(arguments: [false, true])
  func `brings rows up to date whose time comes meanwhile`(_ othersWrite: Bool) throws {
    let entries = Self.world.entries
    func fill(_ ledger: SQLiteLedger, _ other: SQLiteLedger) throws(LedgerError) {
      for (place, start) in stride(from: 0, to: entries.count, by: 50).enumerated() {
        try (othersWrite && place % 3 == 1 ? other : ledger).append(
          Array(entries[start...].prefix(50)), now: SampleWorld.middle + .days(3 * place))
      }
    }
    let (ledger, other) = (try open(), try open())
    try ledger.bulkLoad { () throws(LedgerError) in
      try fill(ledger, other)
      let missing = try? Self.missing(ledger).contains(DeferredIndexes.byNextChange.name)
      #expect(missing == !othersWrite, "who else writes makes the index that it needs")
    }
    let one = try SQLiteLedger(path: folder.file(), policy: .standard)
    try fill(one, one)
    #expect(try allRows(of: ledger) == allRows(of: one))
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try ledger.verify() == [])
  }

  @Test func `looks at the rows again where anything else has written`() throws {
    let ledger = try open()
    try #require(try ledger.beginLoad())
    try Self.load(ledger)
    let load = ledger.load.withLock(\.self)
    let noted = try #require(load)
    #expect(noted.nextChange > SampleWorld.middle)
    let change = "UPDATE subscribers SET nextChangeAt = 5 WHERE key = 1"
    try ledger.write { try $0.execute(sql: change) }
    var rows = noted
    try ledger.write { try rows.update($0) }
    #expect(rows.nextChange == Timestamp(milliseconds: 5))
    let again = rows
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: change.replacing("5", with: "4")) }
    try ledger.write { try rows.update($0) }
    #expect(again.nextChange != rows.nextChange)
    #expect(rows.nextChange == Timestamp(milliseconds: 4))
  }

  @Test func `looks at the rows by the index of another process that writes`() throws {
    let plan = try open().read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(LoadedRows.selectNextChange)")
        .map { $0["detail"] as String? ?? "" }
    }
    #expect(plan.count == 1)
    #expect(plan.first?.contains("COVERING INDEX subscribersByNextChange") == true, "\(plan)")
  }

  @Test(arguments: [0, 33])
  func `that was killed before its indexes were made is mended when it is opened`(
    _ share: Int
  ) async throws {
    let path = Self.path(of: ProcessInfo.processInfo.processIdentifier, share)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    switch share {
    case 0:
      await #expect(processExitsWith: .signal(SIGKILL)) {
        try Self.loadUntilKilled(Self.path(of: getppid(), 0), at: 0)
      }
    default:
      await #expect(processExitsWith: .signal(SIGKILL)) {
        try Self.loadUntilKilled(Self.path(of: getppid(), 33), at: 33)
      }
    }
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    let missing = DeferredIndexes.all.map(\.name).dropFirst(share / 33)
    #expect(try Self.missing(reader) == Array(missing))
    let problems = try reader.verify()
    #expect(problems.count == 1)
    #expect(problems[0].contains("Indexes are missing"))
    let found = try Self.found(in: reader)
    var told: [RebuildProgress] = []
    let ledger = try SQLiteLedger(path: path, policy: .standard) { told.append($0) }
    #expect(told.first == RebuildProgress(cause: .indexes, share: 0))
    #expect(told.last == RebuildProgress(cause: .indexes, share: 100))
    #expect(try Self.missing(ledger) == [])
    #expect(try Self.found(in: ledger) == found)
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
    let again = try Self.load(ledger).joined()
    #expect(again.allSatisfy { if case .duplicate = $0 { true } else { false } })
    let fresh = try open()
    #expect(try Self.form(of: path) == Self.form(of: fresh.path))
  }

  private static func path(of process: Int32, _ share: Int) -> String {
    NSTemporaryDirectory() + "churntop-load-\(process)-\(share).sqlite"
  }

  /// Loads a file until so much of its indexes is made, where the process is killed.
  private static func loadUntilKilled(_ path: String, at share: Int) throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.bulkLoad(making: { if $0 == share { kill(getpid(), SIGKILL) } }) {
      () throws(LedgerError) in
      try load(ledger)
    }
  }

  @Test func `makes the indexes where it ends with an error, which it throws`() throws {
    let ledger = try open()
    let error = LedgerError.full(location: "elsewhere")
    #expect(throws: error) {
      try ledger.bulkLoad { () throws(LedgerError) in
        try Self.load(ledger)
        throw error
      }
    }
    #expect(try Self.missing(ledger) == [])
    #expect(try ledger.verify() == [])
  }

  @Test func `keeps the indexes where entries are`() throws {
    let ledger = try open()
    try ledger.append(Array(Self.world.entries.prefix(1)), now: SampleWorld.middle)
    try ledger.bulkLoad { () throws(LedgerError) in
      try Self.load(ledger)
      #expect((try? Self.missing(ledger)) == [])
    }
    #expect(try ledger.rebuild(check: true) == [])
  }
}
