import EventLedger
import LedgerContract
import SubscriptionCore
import Synchronization
import Testing

@testable import Dashboard

/// Background tasks away from the screen.
@Suite struct BackgroundTaskRunnerTests {
  private func runner(
    _ world: TestWorld, outside: DashboardDependencies = DashboardDependencies()
  ) -> BackgroundTaskRunner {
    BackgroundTaskRunner(ledger: world.ledger, policy: .standard, outside: outside)
  }

  @Test func `the past answers until one comes back`() throws {
    let world = try TestWorld.usual()
    let runner = runner(world)
    let then = TestWorld.time("2025-11-12T00:00:00Z")
    #expect(runner.perform(.travel(to: then)) { _ in } == .arrived(at: then))
    let past = runner.view.ledger
    #expect(try past.lastPosition() < world.ledger.lastPosition())
    #expect(try past.advancedTo() == then)
    #expect(runner.perform(.comeBack) { _ in } == .arrived(at: nil))
    #expect(try runner.view.ledger.lastPosition() == world.ledger.lastPosition())
  }

  @Test func `the bytes of a payload are read where they lie`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let now = TestWorld.now
    _ = try ledger.append(
      [
        LedgerEntry(
          identity: "a", format: "test", raw: [1, 2, 3], receivedAt: now - .days(9),
          verification: .unsigned, events: []),
        LedgerEntry(
          identity: "b", format: "test", raw: [4], receivedAt: now, verification: .unsigned,
          events: []),
      ], now: now)
    let past = try ledger.asOf(now - .days(1))
    #expect(try past.entry(at: 1) == ledger.entry(at: 1))
    #expect(try past.entry(at: 2) == nil)
  }

  @Test func `a reading that nobody waits for any more ends, and changes nothing`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let now = TestWorld.now
    let entries = (0..<2500).map { index in
      LedgerEntry(
        identity: "\(index)", format: "test", raw: [], receivedAt: now - .days(2),
        verification: .unsigned, events: [])
    }
    _ = try ledger.append(entries, now: now)
    var asked: [LedgerPosition] = []
    let past = try ledger.asOf(now) { position in
      asked.append(position)
      return asked.count < 2
    }
    #expect(past == nil)
    #expect(asked == [1000, 2000])
    let runner = BackgroundTaskRunner(
      ledger: ledger, policy: .standard, outside: DashboardDependencies())
    let news = runner.perform(.travel(to: now)) { _ in
      _ = runner.perform(.stop) { _ in }
    }
    #expect(news == .stopped)
    #expect(try runner.view.ledger.advancedTo() == ledger.advancedTo())
  }

  @Test func `an export is told when to stop`() {
    let outside = DashboardDependencies(export: { request, _, goesOn in
      var rows = 0
      while goesOn(rows) { rows += 500 }
      return rows == 1000 ? .stopped : .exported(request, rows: rows)
    })
    let runner = runner(TestWorld(), outside: outside)
    let request = ExportRequest(
      .csv, .rows([], marked: [], list: "due"), now: TestWorld.now, masksPersonalData: false)
    let news = runner.perform(.export(request)) { news in
      if news == .writing(rows: 1000) { _ = runner.perform(.stop) { _ in } }
    }
    #expect(news == .stopped)
  }

  @Test func `what cannot be copied is said`() {
    struct Gone: Error, CustomStringConvertible { let description = "it is gone" }
    let runner = runner(
      TestWorld(), outside: DashboardDependencies(words: { _, _ in throw Gone() }))
    let request = CopyRequest(form: .json, subscriptions: ["as_1"], now: TestWorld.now)
    #expect(
      runner.perform(.copy(request)) { _ in } == .failed("Nothing was copied: it is gone"))
  }
}
