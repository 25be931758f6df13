import EventLedger
import Foundation
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `The pruning of payloads` {
  private let folder: TemporaryFolder
  private let path: String
  private static let now = SampleWorld.middle + .days(20)
  /// An instant before and after which much was received.
  private static let date = SampleWorld.middle - .days(60)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func ledger(
    _ seed: UInt64, subscriptions: Int = 120
  ) throws -> (ledger: SQLiteLedger, world: SampleWorld) {
    let world = SampleWorld(seed: seed, subscriptions: subscriptions)
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(world.entries, now: Self.now)
    try ledger.putProfiles(world.profiles)
    return (ledger, world)
  }

  private func prune(
    _ ledger: SQLiteLedger, before instant: Timestamp = date, by actor: String = "mira"
  ) throws -> PayloadPruning? {
    try ledger.prunePayloads(before: instant, actor: actor, now: Self.now) { _ in }
  }

  private func entries(_ ledger: any Ledger) throws -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try ledger.forEachEntry(after: 0) { entries.append($1) }
    return entries
  }

  /// Everything that a ledger answers about a world, but for payloads.
  private struct Answers: Equatable {
    var rows: SubscriberPage
    var events: [[LedgerEvent]]
    var found: [[SubscriptionID]]
    var figures: OverviewFigures
    var reports: [MetricsReport]
    var days: [DailyFigures]
    var episodes: [EpisodeRecord]
    var past: SubscriberPage

    init(_ ledger: SQLiteLedger, _ world: SampleWorld) throws {
      let (now, all) = (`The pruning of payloads`.now, SubscriberQuery(sort: .id, limit: 1_000))
      let ids = world.ids.sorted { $0.rawValue < $1.rawValue }
      rows = try ledger.subscribers(all)
      events = try ids.map { try ledger.events(of: $0) }
      found = try ids.map { try ledger.resolve($0.rawValue, limit: 9) }
      figures = try ledger.figures(at: now)
      reports = try [7, 30, 90].map { days in
        try ledger.metrics(MetricsWindows(days: days, now: now))
      }
      days = try ledger.dailyFigures(
        from: CivilDate(now - .days(250)), through: CivilDate(now), of: nil)
      var episodes: [EpisodeRecord] = []
      try ledger.readEpisodes(EpisodeQuery()) { record in
        episodes.append(record)
        return true
      }
      self.episodes = episodes
      past = try ledger.asOf(`The pruning of payloads`.date).subscribers(all)
    }
  }

  @Test(arguments: [UInt64(401), 402, 403])
  func `changes nothing but payloads, also in a rebuild`(_ seed: UInt64) throws {
    let (ledger, world) = try ledger(seed)
    let (answers, before) = (try Answers(ledger, world), try entries(ledger))
    #expect(answers.episodes.count > 20)
    let pruning = try #require(try prune(ledger))
    #expect(try Answers(ledger, world) == answers)
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try ledger.rebuild(check: false) == [])
    #expect(try Answers(ledger, world) == answers)

    let after = try entries(ledger)
    #expect(after.count == before.count)
    var removed = 0
    for (old, new) in zip(before, after) {
      var expected = old
      if old.receivedAt < Self.date, !old.hasUnknown {
        (expected.raw, expected.pruning) = ([], pruning)
        removed += 1
      }
      #expect(new == expected)
    }
    #expect(removed > 100 && removed < before.count - 100)
    #expect(pruning.removed.payloads == removed)
  }

  @Test func `knows a payload that arrives again`() throws {
    let (ledger, world) = try ledger(404)
    let answers = try Answers(ledger, world)
    _ = try prune(ledger)
    let before = try entries(ledger)
    let outcomes = try ledger.append(world.entries, now: Self.now)
    #expect(outcomes.allSatisfy { if case .duplicate = $0 { true } else { false } })
    #expect(try Answers(ledger, world) == answers)
    #expect(try entries(ledger) == before)
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test func `is recorded, and what is gone is not pruned again`() throws {
    let (ledger, _) = try ledger(405)
    #expect(try ledger.prunings() == [])
    let found = try #require(try ledger.prunablePayloads(before: Self.date))
    let first = try #require(try prune(ledger))
    #expect(
      first
        == PayloadPruning(
          number: 1, at: Self.now, actor: "mira", receivedBefore: Self.date, removed: found,
          isFinished: true))
    #expect(try ledger.prunablePayloads(before: Self.date)?.payloads == 0)
    #expect(try prune(ledger) == nil)
    let second = try #require(try prune(ledger, before: Self.now, by: "Mei"))
    #expect(second.number == 2 && second.actor == "Mei" && second.removed.payloads > 0)
    #expect(try ledger.prunings() == [first, second])
    let left = try entries(ledger).filter { $0.pruning == nil && $0.receivedAt < Self.now }
    #expect(!left.isEmpty && left.allSatisfy(\.hasUnknown))
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    #expect(try reader.prunings() == [first, second])
    let told = try entries(try ledger.asOf(Self.date)).filter { $0.pruning != nil }
    #expect(told.count == first.removed.payloads && told.allSatisfy { $0.pruning == first })
  }

  @Test func `takes its turns with those who read and write meanwhile`() throws {
    let ledger = try manyEntries()
    let other = try SQLiteLedger(path: path, policy: .standard)
    var appended = 0
    let pruning = try ledger.prunePayloads(
      before: Self.date, actor: "mira", now: Self.now
    ) { _ in
      appended += 1
      let entry = Self.entry("late \(appended)", receivedAt: Self.date)
      #expect(throws: Never.self) {
        try other.append([entry], now: Self.now)
        #expect(try other.entry(at: 2_500)?.raw.isEmpty == false)
      }
    }
    #expect(appended >= 3)
    #expect(pruning?.removed.payloads == 2_499)
    #expect(try entries(ledger).count == 2_500 + appended)
    #expect(try entries(other).count { $0.pruning == nil } == 1 + appended)
  }

  /// The entry of a position: one payload in a ledger of many.
  private static func entry(_ identity: String, receivedAt: Timestamp) -> LedgerEntry {
    LedgerEntry(
      identity: identity, format: "sample", raw: CompressorTests.payload(identity.count),
      receivedAt: receivedAt, verification: .unsigned, events: [])
  }

  /// A ledger of so many entries that a pruning takes several transactions; the last is too young.
  private func manyEntries() throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let entries = (1...2_500).map { number in
      Self.entry(
        "\(number)", receivedAt: Self.date - .milliseconds(number == 2_500 ? 0 : 1))
    }
    try ledger.append(entries, now: Self.now)
    return ledger
  }

  @Test func `that is killed is recorded as far as it came, and the next goes on`() async throws {
    let path = Self.pathOfKilled(by: ProcessInfo.processInfo.processIdentifier)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let made = (1...2_500).map { Self.entry("\($0)", receivedAt: Self.date - .days(1)) }
    try ledger.append(made, now: Self.now)
    try ledger.close()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let path = `The pruning of payloads`.pathOfKilled(by: getppid())
      let ledger = try SQLiteLedger(path: path, policy: .standard)
      _ = try ledger.prunePayloads(
        before: `The pruning of payloads`.date, actor: "killed", now: `The pruning of payloads`.now
      ) { share in if share > 50 { kill(getpid(), SIGKILL) } }
    }
    let again = try SQLiteLedger(path: path, policy: .standard)
    #expect(try again.verify() == [])
    let cut = try #require(try again.prunings().first)
    #expect(!cut.isFinished && cut.removed.payloads == 2_000)
    #expect(try entries(again).count { $0.pruning == nil } == 500)
    #expect(try prune(again)?.removed.payloads == 500)
    #expect(try again.prunings().map(\.isFinished) == [false, true])
    #expect(try entries(again).map(\.identity) == made.map(\.identity))
    try again.close()
  }

  private static func pathOfKilled(by process: Int32) -> String {
    NSTemporaryDirectory() + "churntop-pruned-\(process).sqlite"
  }

  @Test func `takes room that a compaction gives back`() throws {
    let ledger = try manyEntries()
    let pruning = try #require(try prune(ledger))
    let outcome = try #require(try ledger.compact { _ in })
    #expect(outcome.payloads == 0)
    #expect(outcome.bytesBefore - outcome.bytesAfter > pruning.removed.bytes / 2)
    #expect(try ledger.prunings() == [pruning])
    #expect(try ledger.verify() == [])
  }

  @Test func `asks for a file that may be written, and a date that has come`() throws {
    let (ledger, _) = try ledger(406)
    let before = try entries(ledger)
    #expect(throws: LedgerError.self) { try prune(ledger, before: Self.now + .milliseconds(1)) }
    try ledger.close()
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    #expect(throws: LedgerError.readOnly(location: path)) { try prune(reader) }
    #expect(try entries(reader) == before)
    #expect(try reader.prunings() == [])
  }

  @Test func `of an empty ledger removes and records nothing`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    #expect(try ledger.prunablePayloads(before: Self.now) == PayloadAmount(payloads: 0, bytes: 0))
    #expect(try prune(ledger) == nil)
    #expect(try ledger.prunings() == [])
  }

  @Test func `leaves entries as well guarded as they were`() throws {
    let (ledger, _) = try ledger(407)
    _ = try prune(ledger)
    for change in ["UPDATE entries SET raw = x'01'", "DELETE FROM entries"] {
      #expect(throws: LedgerError.self) { try ledger.write { try $0.execute(sql: change) } }
    }
  }

  @Test func `by nobody who is recorded is found by a check`() throws {
    let ledger = try manyEntries()
    _ = try prune(ledger)
    try ledger.write { database in try database.execute(sql: "DELETE FROM prunings") }
    #expect(
      try ledger.verify() == ["2499 payloads were pruned without a record of who did it."])
    #expect(throws: LedgerError.self) { try entries(ledger) }
  }

  @Test func `is not mistaken for a payload of the same bytes`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    var entry = Self.entry("odd", receivedAt: Self.now)
    entry.raw = PrunedPayload.stored(1)
    try ledger.append([entry], now: Self.now)
    _ = try ledger.append([Self.entry("old", receivedAt: Self.date)], now: Self.now)
    #expect(try prune(ledger, before: Self.now)?.removed.payloads == 1)
    #expect(try ledger.entry(at: 1)?.raw == entry.raw)
    #expect(try ledger.entry(at: 1)?.pruning == nil)
  }
}
