import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Panels that have less room than they would like leave the least important out, and say so.
struct PanelLinesTests {
  private static let lines: PanelLines = {
    var lines = PanelLines()
    lines.add([TextRun("one")])
    lines.add([TextRun("two")], rank: 3)
    lines.addBlank()
    lines.add(heading: "days", rank: 1)
    lines.add([TextRun("Mon")], rank: 1)
    lines.add([TextRun("Tue")], rank: 2)
    return lines
  }()

  @Test(arguments: [
    (9, "one two  days Mon Tue", 0), (6, "one two  days Mon Tue", 0),
    (5, "one two days Mon Tue", 0), (4, "one days Mon Tue", 1), (3, "one days Mon", 2),
    (2, "one", 3), (1, "one", 3), (0, "", 4),
  ])
  func `blanks go first, then the lines of the highest rank`(
    _ height: Int, _ words: String, _ left: Int
  ) {
    let fit = Self.lines.fitting(height)
    #expect(fit.lines.map { $0.first?.text ?? "" }.joined(separator: " ") == words)
    #expect(fit.left == left)
  }

  @Test(arguments: 0...12, 0..<LossLine.allCases.count)
  func `the cursor's line is always among those of a panel`(_ height: Int, _ cursor: Int) {
    let (rows, left) = LossRow.rows(LossLine.allCases, height: height, cursor: cursor)
    let lines = rows.compactMap { row -> LossLine? in
      if case .line(let line, _) = row { line } else { nil }
    }
    #expect(rows.count <= max(1, height))
    #expect(lines.count + left == LossLine.allCases.count)
    #expect(height < 2 || lines.map(\.rawValue).contains(cursor))
  }

  /// A world in which every state has somebody.
  private static func world() throws -> TestWorld {
    try TestWorld { world in
      world.active("as_2000000900000001", "acc-1", "2025-11-05", "P1M", months: 3)
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-29")
      world.hold("gp_0a1b2c3d4e5f6071", "acc-4", failed: "2025-10-21", holdFrom: "2025-10-24")
      world.paused("gp_0a1b2c3d4e5f6079", "acc-9", "2025-11-08")
      world.tell("gp_0a1b2c3d4e5f6080", .purchasePending, now(-1), "acc-10") {
        $0.status = .pending
      }
      world.tell("as_2000000900000011", .snapshot, now(-2), "acc-11")
      world.tell("as_2000000900000012", .purchased, now(-31), "acc-12") { $0.expiresAt = now(-1) }
    }
  }

  private static func now(_ days: Int) -> Timestamp { TestWorld.now + .days(days) }

  @Test
  func `with every state there is, a usual screen still shows every figure or says how many not`()
    throws
  {
    let world = try Self.world()
    let driver = Driver(world)
    #expect(driver.model.overview.states.count >= 9, "\(driver.text)")
    for words in [
      "> 7 d", "hold, retry ends", "scheduled by day", "ended in 30 d", "in recovery (not final)",
    ] {
      #expect(driver.text.contains(words), "\(words)\n\(driver.text)")
    }
    let prompts = driver.lines.contains { $0.contains("… ") && $0.contains(" more") }
    let days = driver.lines.count { line in
      ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"].contains { line.hasPrefix("│ \($0) ") }
    }
    #expect(days == 7 || prompts, "\(driver.text)")
  }

  @Test func `the end of the retries is told in full at every height`() throws {
    var told: Set<String> = []
    for height in 20...40 {
      var driver = Driver(try Self.world(), size: Size(width: 120, height: height))
      driver.press("Tab", "Tab", "G")
      for line in driver.lines {
        for part in line.split(separator: "│") where part.contains("hold ends") {
          told.insert(String(part.drop { " ►".contains($0) }.prefix(17)))
        }
      }
    }
    #expect(told == ["hold ends < 24 h ", "hold ends 1-7 d  ", "hold ends > 7 d  "])
  }

  @Test(arguments: [90, 100, 120, 160])
  func `a line of Live names an action once`(_ width: Int) throws {
    let driver = Driver(try .usual(), size: Size(width: width, height: 40))
    let lines = driver.lines.filter { $0.contains("prompt shown") }
    #expect(!lines.isEmpty, "\(driver.text)")
    for line in lines { #expect(line.split(separator: "prompt shown").count == 2, "\(line)") }
  }

  @Test func `a small screen says what it leaves out, and how many recovered`() throws {
    var driver = Driver(try TestWorld.usual(), size: Size(width: 80, height: 24))
    #expect(driver.text.contains("recovered (failed 60-90 d ago):"), "\(driver.text)")
    #expect(driver.text.contains("… 8 more  Tab ─┘"), "\(driver.text)")
    #expect(driver.text.contains("… 5 more  Tab: next panel ─┘"), "\(driver.text)")
    driver.press("Tab", "Tab", "Tab")
    #expect(driver.text.contains("Recovered ──"), "\(driver.text)")
  }

  @Test func `states that have no row are counted`() throws {
    let world = try Self.world()
    let driver = Driver(world, size: Size(width: 80, height: 24))
    let shown = driver.model.overview.states.count { state in
      driver.lines.contains { $0.contains(" \(state.title) ") }
    }
    #expect(
      shown == driver.model.overview.states.count
        || driver.text.contains("… \(driver.model.overview.states.count - shown) more"),
      "\(driver.text)")
  }
}
