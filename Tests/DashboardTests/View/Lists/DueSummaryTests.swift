import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct DueSummaryTests {
  @Test(arguments: [
    (Duration.minutes(59), [1, 0, 0, 0]), (.minutes(60), [0, 1, 0, 0]), (.hours(6), [0, 0, 1, 0]),
    (.minutes(1_439), [0, 0, 1, 0]), (.hours(24), [0, 0, 0, 1]), (.zero, [1, 0, 0, 0]),
  ])
  func `a prompt is counted where its age belongs`(_ age: Duration, _ expected: [Int]) {
    var figures = DueFigures()
    let more = figures.count(
      rule: "r", store: .appStore, since: TestWorld.now - age, now: TestWorld.now)
    #expect(more)
    #expect(figures.byAge == expected)
  }

  @Test func `the figures are told in words, the most frequent rule first`() {
    var figures = DueFigures()
    for (rule, store, hours) in [
      ("hold-7d", Store.googlePlay, 30), ("grace-3d", .appStore, 2), ("hold-7d", .appStore, 3),
    ] {
      _ = figures.count(
        rule: rule, store: store, since: TestWorld.now - .hours(hours), now: TestWorld.now)
    }
    #expect(
      DueSummary(figures).sentence
        == "3 due. By rule: hold-7d 2, grace-3d 1. By store: App Store 2, Google Play 1. "
        + "Due for: < 1h 0, 1-6h 2, 6-24h 0, > 24h 1.")
  }

  @Test func `Due shows what is due as a whole, whatever the filter`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .due)
    #expect(driver.text.contains("by rule   default 4"), "\(driver.text)")
    #expect(driver.text.contains("> 24h 4 ▲"))
    #expect(driver.text.contains("4 due · 0 next 24h"))
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter")
    #expect(driver.text.contains("by rule   default 4"))
    #expect(driver.text.contains("1 of 2 · whole queue: 4 due · 0 next 24h"), "\(driver.text)")
    driver.press("space")
    #expect(driver.text.contains("+1 marked"), "\(driver.text)")
  }

  @Test func `the figures have a line where there is little room, and linear output a sentence`()
    throws
  {
    let world = try TestWorld.usual()
    let driver = Driver(world, screen: .due, size: Size(width: 80, height: 24))
    #expect(driver.text.contains("due by rule  default 4 · > 24h 4 ▲"), "\(driver.text)")
    var filtered = driver
    filtered.press("/")
    filtered.type("state:grace")
    filtered.press("Enter")
    #expect(filtered.text.contains("whole queue by rule  default 4 · > 24h 4 ▲"))
    #expect(filtered.text.contains("whole queue: 4 due · 0 next 24h ─┘"), "\(filtered.text)")
    let lines = try world.renderer().text(.due)
    #expect(lines.contains { $0.hasPrefix("4 due. By rule: default 4.") }, "\(lines)")
  }
}
