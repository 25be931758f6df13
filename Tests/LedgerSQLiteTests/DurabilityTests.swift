import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `A ledger file under stress` {
  private let folder: TemporaryFolder
  private let path: String
  private let now = SampleWorld.middle

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  @Test(arguments: [
    "UPDATE entries SET raw = x'00'", "DELETE FROM entries", "UPDATE events SET kind = 'x'",
    "DELETE FROM events WHERE number > 0",
  ])
  func `nothing is updated or deleted`(_ sql: String) throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 60, subscriptions: 5).entries, now: now)
    #expect {
      try ledger.write { database in try database.execute(sql: sql) }
    } throws: { error in
      "\(error)".contains("append-only")
    }
    #expect(try ledger.verify() == [])
  }

  @Test func `two processes share a file`() throws {
    let first = try SQLiteLedger(path: path, policy: .standard)
    let second = try SQLiteLedger(path: path, policy: .standard)
    let world = SampleWorld(seed: 61, subscriptions: 60)
    let (entries, now) = (world.entries, now)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      let ledger = index % 2 == 0 ? first : second
      // Everything is offered twice, by different processes.
      let part = entries.enumerated().filter { $0.offset % 4 == index / 2 }.map(\.element)
      for start in stride(from: 0, to: part.count, by: 5) {
        let batch = Array(part[start..<min(start + 5, part.count)])
        #expect(throws: Never.self) { try ledger.append(batch, now: now) }
      }
    }
    #expect(try first.lastPosition() == LedgerPosition(world.entries.count))
    let told = try second.recentEvents(EventQuery(limit: 10_000)).map(\.event.subscription)
    #expect(Set(told) == world.ids)
    let one = MemoryLedger(policy: .standard)
    try one.append(world.entries, now: now)
    let query = SubscriberQuery(sort: .id, limit: 1_000)
    #expect(try second.subscribers(query) == one.subscribers(query))
    #expect(try first.figures(at: now).states == one.figures(at: now).states)
    #expect(try first.rebuild(check: true) == [])
    #expect(try second.verify() == [])
  }

  @Test func `a reader never misses what others wrote`() throws {
    let writer = try SQLiteLedger(path: path, policy: .standard)
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    var position: LedgerPosition = 0
    var told: Set<SubscriptionID> = []
    let world = SampleWorld(seed: 62, subscriptions: 15)
    for entry in world.entries {
      try writer.append([entry], now: now)
      try reader.forEachEntry(after: position) { place, entry throws(LedgerError) in
        #expect(place == position + 1)
        position = place
        told.formUnion(entry.events.map(\.subscription))
      }
    }
    #expect(told == world.ids)
  }

  @Test func `a full disk stores nothing of a batch`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let world = SampleWorld(seed: 63, subscriptions: 40)
    try ledger.append(Array(world.entries.prefix(20)), now: now)
    let rows = try ledger.subscribers(SubscriberQuery(sort: .id))
    try ledger.writeOutsideTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    #expect(throws: LedgerError.full(location: path)) {
      try ledger.append(Array(world.entries.dropFirst(20)), now: now)
    }
    #expect(try ledger.lastPosition() == 20)
    #expect(try ledger.subscribers(SubscriberQuery(sort: .id)) == rows)
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test func `a copy is whole while others write`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 64, subscriptions: 30).entries, now: now)
    let copy = folder.file()
    try ledger.backUp(to: copy)
    #expect(throws: LedgerError.self) { try ledger.backUp(to: copy) }
    let copied = try SQLiteLedger(path: copy, policy: .standard)
    let query = SubscriberQuery(sort: .id, limit: 1_000)
    #expect(try copied.subscribers(query) == ledger.subscribers(query))
    #expect(try copied.lastPosition() == ledger.lastPosition())
    #expect(try copied.verify() == [])
  }

  @Test func `a copy removes what killed copies of its name left`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let copy = folder.file()
    // No process has a number as high as the first.
    let abandoned = ["999999999", "999999999-journal"].map { "\(copy).part-\($0)" }
    let others = ["\(copy).part-\(getppid())", "\(copy).part-1-wal", "\(copy)-2.part-999999999"]
    for file in abandoned + others { try Data().write(to: URL(fileURLWithPath: file)) }
    try ledger.backUp(to: copy)
    #expect(!abandoned.contains { FileManager.default.fileExists(atPath: $0) })
    #expect(others.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }

  @Test func `an erasure overwrites the place and is recorded`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    var facts = StoreFacts()
    facts.account = "account-to-forget"
    facts.purchaseToken = "token-to-forget"
    let event = SubscriptionEvent(
      id: "e", kind: .snapshot, subscription: "gp_forget", effectiveAt: now, statedAt: now,
      recordedAt: now, source: .googlePlaySubscription, verification: .unsigned, facts: facts)
    try ledger.append(
      [
        LedgerEntry(
          identity: "i", format: "f", raw: Array("raw of account-to-forget".utf8),
          receivedAt: now, verification: .unsigned, events: [event])
      ], now: now)
    try ledger.append(SampleWorld(seed: 65, subscriptions: 10).entries, now: now)
    #expect(try ledger.erase("account-to-forget", actor: "Mei", now: now).entries == 1)
    #expect(
      try ledger.erasures() == [LedgerErasure(at: now, actor: "Mei", entryCount: 1)])
    try ledger.close()
    for suffix in ["", "-wal"] {
      let bytes = FileManager.default.contents(atPath: path + suffix) ?? Data()
      for text in ["to-forget", "gp_forget"] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(suffix)")
      }
    }
  }

  @Test func `an erasure that was cut off is finished, and once`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    #expect(try !ledger.finishErasures())
    try ledger.write { try Meta.set($0, .erasing, 1) }
    #expect(try ledger.verify() == [LedgerErasure.unfinished])
    #expect(try ledger.finishErasures())
    #expect(try ledger.verify() == [])
    #expect(try !ledger.finishErasures())
  }

  @Test func `counters that were tampered with are found and rebuilt`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 66, subscriptions: 30).entries, now: now)
    let figures = try ledger.figures(at: now)
    try ledger.write { try $0.execute(sql: "UPDATE counters SET count = count + 1") }
    #expect(throws: LedgerError.self) { try ledger.rebuild(check: true) }
    #expect(try ledger.rebuild(check: false) == [])
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try ledger.figures(at: now) == figures)
  }

  @Test(arguments: [
    "UPDATE episodes SET price = 1, currency = 'NOK'", "UPDATE episodes SET prompts = x'00'",
    "INSERT INTO episodes SELECT failedAt, subscription, 99, class, graceEnds, holdStartedAt, "
      + "retryEnds, endedAt, keptDate, isFirstPayment, plan, price, currency, prompts, id, "
      + "account, properties FROM episodes", "DELETE FROM episodes",
    "UPDATE counters SET count = count + 1 WHERE facet <> ''",
    "DELETE FROM counters WHERE kind = 14 AND bucket = (SELECT min(bucket) FROM counters "
      + "WHERE kind = 14)",
  ])
  func `episodes and days that were tampered with are found and rebuilt`(_ change: String) throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 69, subscriptions: 40).entries, now: now)
    let months = CivilDate(now - .days(200))...CivilDate(now)
    func days() throws -> [DailyFigures] {
      try ledger.dailyFigures(from: months.lowerBound, through: months.upperBound, of: nil)
    }
    func episodes() throws -> [EpisodeRecord] {
      var records: [EpisodeRecord] = []
      try ledger.readEpisodes(EpisodeQuery()) { record in
        records.append(record)
        return true
      }
      return records
    }
    let (known, all) = try (days(), episodes())
    #expect(all.count > 5)
    let changed = try ledger.write { database in
      try database.execute(sql: change)
      return database.changesCount
    }
    #expect(changed > 0)
    let told = try? ledger.rebuild(check: true)
    #expect(told != [])
    _ = try ledger.rebuild(check: false)
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try days() == known)
    #expect(try episodes() == all)
  }

  @Test func `rows that were tampered with are named and rebuilt`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 67, subscriptions: 30).entries, now: now)
    let rows = try ledger.subscribers(SubscriberQuery(sort: .id)).rows
    try ledger.write { database in
      try database.execute(
        sql: "UPDATE subscribers SET row = (SELECT row FROM subscribers WHERE id = ?) WHERE id = ?",
        arguments: [rows[1].id.rawValue, rows[0].id.rawValue])
    }
    #expect(try ledger.rebuild(check: true) == [rows[0].id])
    #expect(try ledger.rebuild(check: false) == [rows[0].id])
    #expect(try ledger.subscribers(SubscriberQuery(sort: .id)).rows == rows)
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test(arguments: [
    "state = (state + 1) % 3", "losesAt = ifnull(losesAt, 0) + 1", "name = 'nobody'",
    "flags = flags + 1", "nextChangeAt = NULL", "accessKnown = 1 - accessKnown",
    "otherProducts = x'00'",
  ])
  func `columns that no longer repeat their row are named and rebuilt`(change: String) throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 68, subscriptions: 30).entries, now: now)
    let id = try #require(
      try ledger.read { database in
        try String.fetchOne(
          database, sql: "SELECT id FROM subscribers WHERE nextChangeAt IS NOT NULL ORDER BY key")
      })
    try ledger.write { database in
      try database.execute(sql: "UPDATE subscribers SET \(change) WHERE id = ?", arguments: [id])
    }
    #expect(try ledger.rebuild(check: true) == [SubscriptionID(id)])
    #expect(try ledger.rebuild(check: false) == [SubscriptionID(id)])
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test func `rows of another policy are derived anew by whoever may write`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(SampleWorld(seed: 69, subscriptions: 30).entries, now: now)
    #expect(ledger.rebuildState == .current)
    try ledger.close()
    var other = ChurnPolicy.standard
    other.recovery.appStoreGrace = .twentyEightDays
    let looking = try SQLiteLedger(path: path, policy: other, readOnly: true)
    #expect(looking.rebuildState == .outdated)
    let differing = try looking.rebuild(check: true)
    try looking.close()
    var told: [RebuildProgress] = []
    let renewed = try SQLiteLedger(path: path, policy: other) { told.append($0) }
    #expect(renewed.rebuildState == .rebuilt(changed: differing.count))
    #expect(told.first == RebuildProgress(cause: .policy, share: 0))
    #expect(told.last == RebuildProgress(cause: .policy, share: 100))
    #expect(told.map(\.share) == told.map(\.share).sorted())
    #expect(try renewed.rebuild(check: true) == [])
    try renewed.close()
    told = []
    #expect(
      try SQLiteLedger(path: path, policy: other) { told.append($0) }.rebuildState == .current)
    #expect(told == [])
  }

  @Test func `rows that two programs wrote by different rules are derived anew`() throws {
    let entries = SampleWorld(seed: 6, subscriptions: 40).entries
    var other = ChurnPolicy.standard
    other.recovery.appStoreGrace = .twentyEightDays
    let running = try SQLiteLedger(path: path, policy: .standard)
    try running.append(Array(entries.prefix(60)), now: now)
    try SQLiteLedger(path: path, policy: other).close()
    try running.append(Array(entries.dropFirst(60)), now: now)
    let ledger = try SQLiteLedger(path: path, policy: other)
    guard case .rebuilt = ledger.rebuildState else {
      Issue.record("the rows that were written last are by other rules")
      return
    }
    #expect(try ledger.rebuild(check: true) == [])
    try ledger.close()
    #expect(try SQLiteLedger(path: path, policy: other).rebuildState == .current)
  }

  @Test(arguments: [
    (ResultCode.SQLITE_BUSY, LedgerError.busy(location: "p")),
    (.SQLITE_FULL, .full(location: "p")), (.SQLITE_READONLY, .readOnly(location: "p")),
    (.SQLITE_CANTOPEN, .unavailable(location: "p", detail: "m")),
    (.SQLITE_CORRUPT, .unreadable(location: "p", detail: "m")),
    (.SQLITE_NOTADB, .unreadable(location: "p", detail: "m")),
    (.SQLITE_IOERR, .failed(location: "p", detail: "m")),
  ])
  func `an error of the database means`(_ code: ResultCode, _ error: LedgerError) {
    #expect(LedgerError(DatabaseError(resultCode: code, message: "m"), at: "p") == error)
  }
}
