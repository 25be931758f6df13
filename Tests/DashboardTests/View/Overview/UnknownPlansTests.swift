import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// What Overview says of subscribers whose money is unknown.
struct UnknownPlansTests {
  private func driver(unknown: Int, width: Int = 120) throws -> Driver {
    var driver = Driver(try .usual(), size: Size(width: width, height: 36))
    var figures = try #require(driver.model.overview.figures)
    var counter = try #require(figures.states[.active])
    counter.count = counter.pricedIn.values.reduce(0, +) + unknown
    for state in SubscriptionState.allCases where state != .active {
      guard let others = figures.states[state] else { continue }
      figures.states[state]?.count = others.pricedIn.values.reduce(0, +)
    }
    figures.states[.active] = counter
    driver.model.overview.figures = figures
    return driver
  }

  @Test func `it says how many, and a key lists them`() throws {
    var driver = try driver(unknown: 3)
    #expect(driver.text.contains("money of 3 unknown ($)"), "\(driver.text)")
    #expect(driver.lines.last?.contains("$ unknown money") == true, "\(driver.text)")
    driver.press("$")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.model.subscribers.filterText == OverviewFigures.unknownMoneyFilter)
    let filter = try Filter.parse(OverviewFigures.unknownMoneyFilter)
    #expect(driver.model.subscribers.filter == filter)
    driver.press("Esc", "Esc")
    #expect(driver.model.screen == .overview)
  }

  @Test func `where all money is known, nothing is said of it`() throws {
    var driver = try driver(unknown: 0)
    #expect(!driver.text.contains("unknown ($"), "\(driver.text)")
    #expect(driver.lines.last?.contains("$ unknown money") == false)
    driver.press("$")
    #expect(driver.model.screen == .overview)
    #expect(
      driver.model.messages.flash?.text.contains("the money of every subscriber is known") == true)
  }
}
