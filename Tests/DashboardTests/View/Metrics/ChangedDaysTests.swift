import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Past days that a backfill changes while the screen is open, or between two visits.
struct ChangedDaysTests {
  /// Lets the ledger take news of past days: a failure of 3 November, recovered on the 9th, and one
  /// of 4 November.
  static func backfill(_ world: inout TestWorld, _ driver: inout Driver) throws {
    let known = world.entries.count
    world.late = .days(12)
    world.grace("as_2000000900000091", "acc-91", failed: "2025-11-03", ends: "2025-11-19")
    world.tell(
      "as_2000000900000091", .recovered, TestWorld.time("2025-11-09T08:00:00Z"), "acc-91"
    ) { $0.expiresAt = TestWorld.time("2025-12-03") }
    world.grace("as_2000000900000092", "acc-92", failed: "2025-11-04", ends: "2025-11-20")
    let entries = Array(world.entries.dropFirst(known))
    _ = try world.ledger.append(entries, now: TestWorld.now + .minutes(1))
    driver.wait(.minutes(22))
    driver.send(.polled(try world.ledger.lastPosition()))
    driver.wait(MetricsState.refreshMin)
  }

  private static func changed(
    _ width: Int = 120, _ height: Int = 36, glyphs: GlyphSet = .unicode
  ) throws -> Driver {
    var world = try TestWorld.churning()
    var driver = GoldenMetricsTests.driver(width, height, glyphs, world)
    #expect(!driver.text.contains("past day"))
    try backfill(&world, &driver)
    return driver
  }

  private static let days = [(4, 10), (5, 10), (3, 11), (4, 11), (9, 11)].map {
    CivilDate(year: 2025, month: $0.1, day: $0.0)
  }

  @Test(arguments: [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10)])
  func `a backfill is told on the screen that it changed`(_ size: (Int, Int)) throws {
    var driver = try Self.changed(size.0, size.1)
    #expect(driver.model.metrics.changedDays.map(\.day) == Self.days)
    #expect(driver.text.contains("5 past days changed"), "\(driver.text)")
    try Golden.check(driver.text, "metrics-changed-\(size.0)x\(size.1)")
    driver.press("G")
    try Golden.check(driver.text, "metrics-changed-end-\(size.0)x\(size.1)")
  }

  @Test func `the numbers were others, and their failures are a key away`() throws {
    var driver = try Self.changed()
    let ninth = try #require(driver.model.metrics.changedDays.last)
    #expect(ninth.events == [.recovered, .renewed])
    #expect(ninth.now[.recovered] == ninth.before[.recovered] + 1)
    driver.press("G")
    #expect(driver.model.metrics.isOnChangedDays)
    driver.press("w")
    guard case .pager(let pager) = driver.model.input else {
      Issue.record("nothing is explained")
      return
    }
    #expect(pager.title == "5 past days changed since 17:42Z")
    let recovered = ninth.before[.recovered]
    #expect(pager.lines[0].hasPrefix("9 Nov: \(recovered + 1) recovered, were \(recovered); "))
    driver.press("Esc", "Enter")
    guard case .menu(let menu) = driver.model.input else {
      Issue.record("no lists are offered")
      return
    }
    #expect(menu.items[0].title == "recovered on 9 Nov: \(recovered + 1), were \(recovered)")
    driver.press("3")
    #expect(driver.model.screen == .subscribers)
    #expect(
      driver.model.subscribers.filterText
        == "failed>=2025-11-03 failed<2025-11-04 env:production")
    let ids = driver.model.subscribers.window.rows.map(\.summary.id.rawValue)
    #expect(ids.contains("as_2000000900000091"))
  }

  @Test func `who follows a day comes back to the others, who leaves has seen them`() throws {
    var driver = try Self.changed()
    driver.press("G", "Enter", "1", "5")
    #expect(driver.model.screen == .metrics)
    #expect(driver.text.contains("5 past days changed since 17:42Z"), "\(driver.text)")
    driver.press("g", "1", "5")
    driver.wait(MetricsState.refreshMin)
    #expect(driver.model.screen == .metrics)
    #expect(!driver.text.contains("past days changed"), "\(driver.text)")
  }

  @Test func `what changed since the last visit is told, from the first reading on`() throws {
    var world = try TestWorld.churning()
    var driver = GoldenMetricsTests.driver(120, 36, .unicode, world)
    let memory = driver.model.memory
    #expect(memory.pastDays.days.count == 91)
    driver.press("1")
    try Self.backfill(&world, &driver)
    #expect(driver.model.memory.pastDays == memory.pastDays, "nothing else was seen")
    let later = Driver(world, screen: .metrics, settings: world.settings(), memory: memory)
    #expect(later.model.metrics.changedDays.map(\.day) == Self.days)
    #expect(later.text.contains("5 past days changed since"))
    let last = Driver(
      world, screen: .metrics, settings: world.settings(), memory: later.model.memory)
    #expect(!last.text.contains("past days changed"))
  }

  @Test func `a filter and a past present say nothing about days`() throws {
    var driver = try Self.changed()
    driver.send(.key(KeyPress("/")))
    driver.type("store:app-store")
    driver.press("Enter")
    #expect(driver.model.metrics.report?.filter != nil)
    #expect(!driver.text.contains("past days changed"), "\(driver.text)")
    var loading = try TestWorld.churning()
    var demo = GoldenMetricsTests.driver(120, 36, .unicode, loading)
    demo.model.time.loading = 40
    try Self.backfill(&loading, &demo)
    #expect(demo.model.metrics.changedDays.isEmpty)
    var world = try TestWorld.churning()
    var past = GoldenMetricsTests.driver(120, 36, .unicode, world)
    past.model.settings.clock = .fixed(TestWorld.now)
    try Self.backfill(&world, &past)
    past.send(.key(KeyPress("R")))
    #expect(past.model.metrics.changedDays.isEmpty)
  }

  @Test func `read aloud the notice has a number, and the days their counts`() throws {
    let driver = try Self.changed()
    let lines = ScreenText(model: driver.model, isPaged: true).describe()
    let place = try #require(lines.firstIndex { $0.contains("5 past days changed") })
    let count = try #require(driver.model.metrics.report?.figures.count)
    #expect(
      lines[place]
        == "\(count + 1). 5 past days changed since 17:42Z: 4, 5 Oct, 3, 4 and 9 Nov (late news).")
    #expect(lines[place + 1].hasPrefix("9 Nov: ") && lines[place + 1].hasSuffix("."))
    #expect(MetricsScreen.line(numbered: count, in: driver.model) == (count, 0))
  }
}
