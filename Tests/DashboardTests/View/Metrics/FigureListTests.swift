import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The lists of subscribers behind the figures of the Metrics screen.
struct FigureListTests {
  /// Expects the list of subscribers to be that of a figure, with as many rows as it counts.
  private func expect(_ list: FigureList, in driver: Driver) {
    #expect(driver.model.screen == .subscribers)
    #expect(driver.model.subscribers.filterText == list.filter)
    #expect(driver.text.contains("/ \(list.filter.prefix(40))"))
    // In this world nobody fails twice, and nobody comes back.
    let window = driver.model.subscribers.window
    let rows = window.total?.exact ?? window.rows.count
    if let count = list.count { #expect(rows == count, "\(list.filter)") }
  }

  @Test func `Enter on a figure lists as many as it counts, the filter shown`() throws {
    var driver = try MetricsScreenTests.driver()
    let report = try #require(driver.model.metrics.report)
    for (line, figure) in report.figures.enumerated() {
      for (place, list) in figure.lists.enumerated() {
        driver.press("5", "g")
        for _ in 0..<line { driver.press("j") }
        driver.press("Enter")
        if figure.lists.count > 1 {
          #expect(driver.text.contains(list.words.prefix(30)))
          driver.press("\(place + 1)")
        }
        expect(list, in: driver)
      }
    }
    #expect(report.figures.filter(\.lists.isEmpty).isEmpty)
    #expect(report[.refundRate]?.lists.first?.unit == .refunds)
  }

  @Test func `Enter on a curve of no failure says that there is nothing to list`() throws {
    let world = try TestWorld { world in
      world.active("as_2000000900000001", "acc-1", "2025-11-05", "P1M", months: 3)
    }
    var driver = Driver(world, screen: .metrics)
    driver.press("Tab")
    #expect(driver.text.contains("No renewal has failed yet."), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.text.contains("There is nothing here to list."), "\(driver.text)")
  }

  @Test func `a figure that no filter says has a sentence in place of a list`() throws {
    var driver = try MetricsScreenTests.driver()
    driver.press("$", "g", "j", "Enter")
    #expect(driver.model.screen == .metrics)
    #expect(driver.text.contains("No filter of subscribers says what makes up MRR change"))
  }

  @Test func `the menu of a rate can be left, and chooses by the cursor as well`() throws {
    var driver = try MetricsScreenTests.driver()
    driver.press("g", "j", "Enter")
    #expect(driver.model.metrics.figure?.metric == .recoveryRate)
    driver.press("Esc")
    #expect(driver.model.screen == .metrics)
    let lists = try #require(driver.model.metrics.figure?.lists)
    driver.press("Enter", "Down", "Enter")
    expect(lists[1], in: driver)
    #expect(driver.text.contains("A subscriber with several is listed once."))
  }

  @Test func `the list of a group keeps the report's filter`() throws {
    var driver = try MetricsScreenTests.driver()
    driver.press("/")
    driver.type("country:de | country:us")
    driver.press("Enter", "b", "b")
    let report = try #require(driver.model.metrics.report)
    let group = try #require(report.groups.first)
    driver.press("Enter")
    let list = try #require(report.list(of: group))
    expect(list, in: driver)
    #expect(list.filter.hasPrefix("(country:DE | country:US) failed>="))
    #expect(list.filter.hasSuffix(" product:\(group.name)"))
    #expect(list.count == group.failed)
    let rows = driver.model.subscribers.window.rows
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.summary.product.rawValue == group.name })
  }

  @Test func `every group is listed, one that no store stated as well`() throws {
    var driver = try MetricsScreenTests.driver()
    for _ in MetricsQuestion.groupings.dropFirst() {
      driver.press("5", "b")
      let report = try #require(driver.model.metrics.report)
      while driver.model.metrics.pane != .groups { driver.press("Tab") }
      for (line, group) in report.groups.enumerated() {
        driver.press("5", "g")
        for _ in 0..<line { driver.press("j") }
        driver.press("Enter")
        expect(try #require(report.list(of: group)), in: driver)
        if group.name.isEmpty {
          #expect(driver.model.subscribers.filterText.hasSuffix(":none"))
        }
      }
    }
  }

  @Test func `a filter about billing episodes counts those episodes`() throws {
    var driver = try MetricsScreenTests.driver()
    driver.press("/")
    driver.type("recovered:any entered:hold")
    driver.press("Enter")
    let report = try #require(driver.model.metrics.report)
    #expect(report.failed > 0)
    let rate = try #require(report[.holdRecoveryRate])
    #expect(rate.value == .rate(Rate(report.failed, of: report.failed)))
    driver.press("g")
    while driver.model.metrics.figure != rate { driver.press("j") }
    driver.press("Enter", "2")
    expect(rate.lists[1], in: driver)
  }

  @Test func `a week of failures lists its failures`() throws {
    var driver = try MetricsScreenTests.driver()
    driver.press("Tab", "Tab")
    let report = try #require(driver.model.metrics.report)
    for (line, cohort) in report.cohorts.reversed().enumerated().prefix(4) {
      driver.press("5", "g")
      for _ in 0..<line { driver.press("j") }
      driver.press("Enter")
      expect(report.list(of: cohort), in: driver)
    }
  }

  @Test func `a day of the curve lists the recovered and the open`() throws {
    var driver = try MetricsScreenTests.driver()
    driver.press("Tab", "g", "j", "j", "j", "Enter")
    let report = try #require(driver.model.metrics.report)
    let lists = report.lists(of: report.curve.points[3])
    #expect(
      lists.map(\.title) == ["episodes recovered by day 3", "episodes open until day 3 or longer"])
    #expect(driver.text.contains(lists[1].words))
    driver.press("2")
    expect(lists[1], in: driver)
    #expect(driver.model.subscribers.window.rows.allSatisfy { !$0.summary.episodes.isEmpty })
  }
}
