import EventLedger
import Foundation
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `The blocks of episodes` {
  private let folder: TemporaryFolder
  private static let now = SampleWorld.middle + .days(20) + .minutes(77)

  init() throws { folder = try TemporaryFolder() }

  private func ledger(_ entries: [LedgerEntry], now: Timestamp = now) throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(entries, now: now)
    return ledger
  }

  private func areMade(_ ledger: SQLiteLedger) throws -> Bool {
    try ledger.read { database in try EpisodeBlocks(database).exists() }
  }

  private func outdatedCount(_ ledger: SQLiteLedger) throws -> Int {
    try ledger.read { database in try EpisodeBlocks(database).outdatedCount(limit: 10_000) }
  }

  /// Requires that reports out of blocks equal those of the episodes one by one.
  private func check(_ ledger: any Ledger, at now: Timestamp = now) throws {
    let groupings: [MetricsGrouping?] = [nil, .store, .product, .plan, .country, .app]
    for (place, grouping) in groupings.enumerated() {
      for instant in [now, now - .days(place * 20)] {
        let windows = MetricsWindows(days: [30, 90, 7][place % 3], now: instant)
        var one = MetricsReport.Builder(windows, by: grouping, prompts: .standard)
        try ledger.readEpisodes(EpisodeQuery()) { record in
          if one.failures.contains(record.episode.failedAt) { one.add(record) }
          return true
        }
        var counts = try #require(BlockCounts(windows, by: grouping, withPrompts: true))
        #expect(try ledger.countEpisodes(&counts, atOnce: false))
        var packed = MetricsReport.Builder(windows, by: grouping, prompts: .standard)
        packed.add(counts)
        #expect(packed.report() == one.report())
      }
    }
  }

  @Test(arguments: LedgerRule.all.filter { (65...72).contains($0.number) })
  func `keep the rules of metrics from the first episode on`(_ rule: LedgerRule) throws {
    try rule.check {
      let ledger = try ledger([])
      try ledger.write { database in try EpisodeBlocks(database).make() }
      return ledger
    }
  }

  @Test(arguments: [UInt64(301), 302, 303])
  func `give the same reports packed, outdated and not at all`(_ seed: UInt64) throws {
    let world = SampleWorld(seed: seed, subscriptions: 250)
    let entries = world.entries
    let ledger = try ledger(Array(entries.prefix(entries.count / 2)))
    try ledger.putProfiles(world.profiles)
    #expect(try !areMade(ledger))
    try check(ledger)
    try ledger.packEpisodes(from: 1)
    #expect(try areMade(ledger))
    #expect(try outdatedCount(ledger) == 0)
    try check(ledger)
    #expect(try ledger.verify() == [])

    let reader = try SQLiteLedger(path: ledger.path, policy: .standard, readOnly: true)
    try ledger.append(Array(entries.dropFirst(entries.count / 2)), now: Self.now)
    let outdated = try outdatedCount(ledger)
    #expect(outdated > 10)
    try check(reader)
    #expect(try outdatedCount(ledger) == outdated)
    #expect(try ledger.verify() == [])
    try check(ledger)
    #expect(try outdatedCount(ledger) == 0)
    try check(reader)
    #expect(try ledger.verify() == [])

    let later = Self.now + .days(31)
    try ledger.advance(to: later)
    try check(ledger, at: later)
    try check(try #require(try ledger.asOf(Self.now - .days(15)) { _ in true }))
    try check(ledger, at: later)
    _ = try ledger.rebuild(check: false)
    #expect(try !areMade(ledger))
    try ledger.packEpisodes(from: 1)
    try check(ledger, at: later)
    #expect(try ledger.verify() == [])
  }

  @Test func `forget an account that is erased`() throws {
    let ledger = try ledger(SampleWorld(seed: 304, subscriptions: 60).entries)
    try ledger.packEpisodes(from: 1)
    var account: AccountID?
    try ledger.readEpisodes(EpisodeQuery()) { record in
      account = record.account
      return account == nil
    }
    _ = try ledger.erase(try #require(account), actor: "Mei", now: Self.now)
    #expect(try outdatedCount(ledger) > 0)
    #expect(try ledger.verify() == [])
    try check(ledger)
  }

  @Test func `are made once there are many episodes`() throws {
    let ledger = try ledger(SampleWorld(seed: 305, subscriptions: 60).entries)
    try ledger.packEpisodes()
    #expect(try !areMade(ledger))
    let report = try ledger.metricsAtOnce(MetricsWindows(days: 30, now: Self.now))
    #expect(try report == ledger.metrics(MetricsWindows(days: 30, now: Self.now)))
  }

  @Test func `do not answer at once while many are outdated`() throws {
    let ledger = try ledger(SampleWorld(seed: 306, subscriptions: 400).entries)
    try ledger.packEpisodes(from: 1)
    let windows = MetricsWindows(days: 30, now: Self.now)
    #expect(try ledger.metricsAtOnce(windows) != nil)
    try ledger.write { database in
      try database.execute(sql: "INSERT INTO outdatedEpisodeBlocks SELECT start FROM episodeBlocks")
    }
    #expect(try outdatedCount(ledger) > EpisodeBlocks.outdatedMax)
    #expect(try ledger.metricsAtOnce(windows) == nil)
    let whole = try ledger.metrics(windows)
    #expect(try ledger.metricsAtOnce(windows) == whole)
  }

  @Test func `that triggers emptied are made anew`() throws {
    let entries = SampleWorld(seed: 308, subscriptions: 60).entries
    let ledger = try ledger(Array(entries.prefix(entries.count / 2)))
    try ledger.write { database in
      try database.execute(
        sql: """
          CREATE TABLE episodeBlocks (start INTEGER PRIMARY KEY, episodes BLOB) STRICT;
          CREATE TRIGGER episodeAdded AFTER INSERT ON episodes
          BEGIN INSERT INTO episodeBlocks (start) VALUES (NEW.failedAt); END
          """)
    }
    try ledger.packEpisodes(from: 1)
    try ledger.append(Array(entries.dropFirst(entries.count / 2)), now: Self.now)
    try check(ledger)
    #expect(try ledger.verify() == [])
  }

  @Test func `that are damaged are found`() throws {
    let ledger = try ledger(SampleWorld(seed: 307, subscriptions: 60).entries)
    try ledger.packEpisodes(from: 1)
    try ledger.write { database in
      try database.execute(
        sql: """
          UPDATE episodeBlocks SET episodes = zeroblob(9)
          WHERE start = (SELECT min(start) FROM episodeBlocks);
          DELETE FROM episodeBlocks WHERE start = (SELECT max(start) FROM episodeBlocks)
          """)
    }
    #expect(try ledger.verify() == ["2 blocks of episodes differ from the episodes."])
  }
}
