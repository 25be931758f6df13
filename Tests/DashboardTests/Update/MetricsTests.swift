import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// The questions of the Metrics screen.
struct MetricsTests {
  @Test func `what the counts of days say is there before the episodes are read`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    #expect(slow.text.contains("being computed"))
    slow.answer()
    #expect(slow.model.metrics.isPartial)
    #expect(slow.text.contains("computing"))
    let known = try #require(slow.model.metrics.report?[.mrr])
    slow.answer()
    #expect(!slow.model.metrics.isPartial && slow.asked.isEmpty)
    #expect(slow.model.metrics.report?[.mrr] == known)
    #expect(!slow.text.contains("computing"))
  }

  @Test func `out of packed episodes all is there at once but the effect of prompts`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    slow.answer()
    slow.answer()
    var packed = try #require(slow.model.metrics.report)
    #expect(packed.prompts != nil)
    packed.prompts = nil
    slow.press("r")
    guard case .ask(.metrics(let question, let part, _), let slot, let request) = slow.asked[0]
    else {
      Issue.record("nothing was asked")
      return
    }
    #expect(part == .figures)
    slow.send(
      .answer(.metrics(packed, to: question, part: .figures), slot: slot, request: request))
    #expect(slow.model.metrics.report == packed)
    #expect(!slow.model.metrics.isPartial)
    #expect(!slow.text.contains("computing"))
    #expect(MetricsScreen.isEmpty(in: slow.model), "an export has the effect of prompts")
    slow.press("P")
    #expect(slow.text.contains("being computed"))
    guard case .ask(.metrics(question, part: .everything, _), _, _) = slow.asked.last else {
      Issue.record("the rest is not asked for")
      return
    }
  }

  @Test func `the last answer stays on screen until the next one, and the keys go on`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    slow.answer()
    slow.answer()
    let failed = slow.model.metrics.report?.failed
    slow.press("r")
    #expect(slow.model.metrics.report?.failed == failed)
    #expect(slow.text.contains("computing"))
    slow.press("j", "j")
    #expect(slow.model.metrics.line == 2)
    slow.answer()
    #expect(slow.model.metrics.report?.failed != failed)
    #expect(slow.model.metrics.line == 2)
  }

  @Test func `an answer to another window than the one in force is not shown`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    slow.answer()
    slow.answer()
    slow.press("r", "r")
    #expect(slow.canceled.count == 1)
    let before = slow.model.metrics.report
    slow.answer()
    #expect(slow.model.metrics.report == before)
    slow.answer()
    #expect(slow.model.metrics.answered?.days == 7)
    #expect(slow.model.metrics.report?.window.dayCount == 7)
  }

  @Test func `a ledger that grows is asked about every few seconds at the most`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    slow.answer()
    slow.answer()
    for position in 1...40 {
      slow.clock = slow.clock + .milliseconds(100)
      slow.send(.polled(LedgerPosition(5_000 + position)))
    }
    #expect(slow.asked.count == 0)
    #expect(slow.model.nextWake.map { $0 <= TestWorld.now + MetricsState.refreshMin } == true)
    slow.clock = TestWorld.now + MetricsState.refreshMin
    slow.send(.wake)
    #expect(slow.asked.count == 1)
    guard case .ask(.metrics(_, part: .everything, _), _, _) = slow.asked[0] else {
      Issue.record("what was written meanwhile is never packed")
      return
    }
  }

  @Test func `of a million subscribers the report is there when the screen is opened`() throws {
    var metrics = SlowScreen(try .churning(), .metrics, .metrics)
    metrics.answer()
    metrics.answer()
    let report = try #require(metrics.model.metrics.report)
    var slow = SlowScreen(try .churning(), .home, .metricsAhead)
    slow.send(.wake)
    #expect(slow.asked.isEmpty, "that of a small ledger takes no longer than a frame")
    func waitAMillion(_ duration: Duration) throws {
      let total = try #require(slow.model.overview.figures?.states[.active])
      slow.model.overview.figures?.states[.active]?.count = total.count + 1_000_000
      slow.wait(duration)
    }
    try waitAMillion(.seconds(1))
    #expect(slow.asked.count == 1)
    slow.answer()
    #expect(slow.model.metrics.ahead == nil, "this ledger would have to read its episodes")
    try waitAMillion(.seconds(59))
    #expect(slow.asked.isEmpty)
    try waitAMillion(.seconds(1))
    guard case .ask(.metrics(let question, part: .ahead, _), let slot, let request) = slow.asked[0]
    else {
      Issue.record("nothing was asked")
      return
    }
    slow.send(.answer(.metrics(report, to: question, part: .ahead), slot: slot, request: request))
    #expect(slow.model.metrics.report == nil && slow.model.metrics.daysSeenAtEnd.isEmpty)
    slow.press("5")
    #expect(slow.model.screen == .metrics && slow.model.metrics.report == report)
    #expect(!slow.text.contains("comput"))
    #expect(!slow.model.metrics.daysSeenAtEnd.isEmpty)
  }

  @Test func `a report that takes long is read again after twenty times as long`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    slow.clock = slow.clock + .seconds(2)
    slow.answer()
    slow.answer()
    slow.send(.polled(5_001))
    for seconds in [5, 39] {
      slow.clock = TestWorld.now + .seconds(seconds)
      slow.send(.wake)
      #expect(slow.asked.isEmpty)
    }
    slow.clock = TestWorld.now + .seconds(40)
    slow.send(.wake)
    #expect(slow.asked.count == 1)
    slow.answer()
    slow.press("r")
    #expect(slow.asked.count == 1, "a person who asks is not made to wait")
  }

  @Test func `a paused screen asks for nothing, and once it goes on it does`() throws {
    var slow = SlowScreen(try .churning(), .metrics, .metrics)
    slow.answer()
    slow.answer()
    slow.press("Z")
    slow.clock = slow.clock + .seconds(60)
    slow.send(.polled(6_000))
    slow.send(.polled(6_001))
    #expect(slow.asked.isEmpty)
    slow.press("Z")
    #expect(slow.asked.count == 1)
  }

  @Test func `a report that a later question replaced is given up`() throws {
    let world = try TestWorld.churning(count: 1_500)
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    let query = Query.metrics(MetricsQuestion(), part: .everything, now: TestWorld.now)
    for isWanted in [true, false] {
      guard
        case .metrics(let report, _, _) = try reader.answer(query, isWanted: { isWanted })
      else {
        Issue.record("no answer")
        continue
      }
      #expect((report != nil) == isWanted)
    }
  }

  @Test func `the report is of the instant that the program is set to`() throws {
    var driver = Driver(try .churning(), screen: .metrics)
    let live = try #require(driver.model.metrics.report)
    driver.press(":")
    driver.type("asof 2025-10-20")
    driver.press("Enter")
    let past = try #require(driver.model.metrics.report)
    #expect(past.now == TestWorld.time("2025-10-20T00:00:00Z"))
    #expect(past.window.upperBound < live.window.upperBound)
    #expect(driver.text.contains("AS-OF 20 Oct"))
    driver.press(":")
    driver.type("live")
    driver.press("Enter")
    #expect(driver.model.metrics.report == live)
  }

  @Test func `the table on screen is exported with its filter`() throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 19)
    })
    var driver = Driver(try .churning(), screen: .metrics, outside: outside)
    driver.press("/")
    driver.type("store:app-store")
    driver.press("Enter", "e", "c")
    #expect(driver.text.contains("churntop-metrics-2025-11-20.csv"))
    driver.press("Enter")
    let request = try #require(seen.withLock { $0 })
    let report = try #require(driver.model.metrics.report)
    #expect(request.content == .metrics(report, table: .figures, filter: "store:app-store"))
    #expect(driver.text.contains("Wrote 19 figures to churntop-metrics-2025-11-20.csv"))
  }

  @Test(arguments: [
    (["Tab"], "metrics-curve", "days"), (["Tab", "Tab"], "metrics-weeks", "weeks"),
    (["P"], "metrics-prompts", "figures"), (["$"], "metrics-money", "figures"),
    (["b", "Tab"], "metrics-groups", "figures"),
  ])
  func `the table that has the cursor is the one that is exported`(
    _ keys: [String], _ list: String, _ unit: String
  ) throws {
    let seen = Mutex<ExportRequest?>(nil)
    let outside = DashboardDependencies(export: { request, _, _ in
      seen.withLock { $0 = request }
      return .exported(request, rows: 19)
    })
    var driver = Driver(try .churning(), screen: .metrics, outside: outside)
    for key in keys { driver.press(key) }
    if list == "metrics-groups" {
      while driver.model.metrics.pane != .groups { driver.press("Tab") }
    }
    driver.press("e")
    #expect(driver.text.contains("Write \(list.replacing("-", with: ", ")) to a file"))
    driver.press("c", "Enter")
    guard case .metrics(_, let table, _)? = seen.withLock({ $0?.content }) else {
      Issue.record("no table of metrics")
      return
    }
    #expect(table == driver.model.metrics.pane)
    #expect(driver.text.contains("Wrote 19 \(unit) to churntop-\(list)-2025-11-20.csv"))
  }

  @Test func `a linear session opens a figure by its number`() throws {
    let world = try TestWorld.churning()
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    var session = LinearSession(
      settings: world.settings(), screen: .metrics, runner: runner, clock: { TestWorld.now })
    let lines = session.begin()
    let place = try #require(
      lines.firstIndex { $0.contains("MRR in grace: ") }.map { lines[$0].prefix { $0 != "." } })
    #expect(lines.contains { $0.hasPrefix("1. Billing failure rate: ") })
    _ = session.take(String(place))
    #expect(session.model.screen == .subscribers)
    #expect(session.model.subscribers.filterText == "state:grace env:production")
  }
}
