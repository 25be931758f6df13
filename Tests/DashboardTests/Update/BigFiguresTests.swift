import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The figures for a wall or a talk.
struct BigFiguresTests {
  private func opened(
    _ size: Size = Size(width: 120, height: 36), screen: Screen = .overview
  ) throws -> Driver {
    var driver = Driver(try TestWorld.usual(), screen: screen, size: size)
    driver.press(":")
    driver.type("big")
    driver.press("Enter")
    return driver
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16), (40, 10), (30, 6)])
  func `the figures look as they were drawn before`(_ size: (Int, Int)) throws {
    let driver = try opened(Size(width: size.0, height: size.1))
    try Golden.check(driver.text, "big-\(size.0)x\(size.1)")
  }

  @Test func `the numbers are those of the Overview`() throws {
    let driver = try opened()
    let figures = try #require(driver.model.overview.figures)
    let count = [SubscriptionState.grace, .hold].reduce(0) { $0 + (figures.states[$1]?.count ?? 0) }
    let shown = BigFigures().figures(driver.model)
    #expect(
      shown.map(\.title)
        == ["Users at risk", "MRR at risk, EUR", "Failed today", "Recovered"])
    #expect(shown[0].number == Formatting.count(count) && count > 0)
    #expect(shown[2].number == Formatting.count(figures.failedToday))
    #expect(driver.text.contains("Failed today") && driver.text.contains("███"))
  }

  @Test(arguments: ["Esc", "q"]) func `a key leaves the figures`(key: String) throws {
    var driver = try opened(screen: .due)
    #expect(driver.model.screen == .overview)
    driver.press("j", "x")
    #expect(driver.text.contains("Users at risk"))
    driver.press(key)
    #expect(driver.model.input == .none)
    #expect(!driver.text.contains("Users at risk"))
  }

  @Test func `a screen reader gets each figure in a sentence`() throws {
    let lines = BigFigures().sentences(in: try opened().model)
    #expect(lines.count == 5 && lines[0].hasPrefix("Users at risk: "))
    #expect(lines.allSatisfy { $0.hasSuffix(".") })
  }
}
