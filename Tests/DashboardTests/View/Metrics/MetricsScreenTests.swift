import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The keys of the Metrics screen.
struct MetricsScreenTests {
  static func driver(_ size: Size = Size(width: 120, height: 36)) throws -> Driver {
    Driver(try .churning(), screen: .metrics, size: size)
  }

  @Test func `the digit, the command and Overview's panel of recovery open it`() throws {
    var driver = Driver(try .churning())
    driver.press("5")
    #expect(driver.model.screen == .metrics)
    driver.press("1", "Tab", "Tab", "Tab", "Enter")
    #expect(driver.model.screen == .metrics)
    driver.press("1", ":")
    driver.type("metrics")
    driver.press("Enter")
    #expect(driver.model.screen == .metrics)
    driver.press("q")
    #expect(driver.model.screen == .overview)
  }

  @Test func `r goes through the windows, and the figures follow`() throws {
    var driver = try Self.driver()
    var failed: [Int] = []
    for days in [30, 90, 7, 30] {
      #expect(driver.model.metrics.question.days == days)
      // The failures of this world begin within the 90 days before those.
      let before = days == 90 ? "failures known from" : "against the \(days) d before"
      #expect(driver.text.contains(before))
      failed.append(driver.model.metrics.report?.failed ?? -1)
      driver.press("r")
    }
    #expect(failed == [60, 180, 14, 60])
  }

  @Test func `b groups by one property after the other`() throws {
    var driver = try Self.driver()
    #expect(driver.model.metrics.panes == [.figures, .curve, .cohorts])
    for grouping in MetricsQuestion.groupings.dropFirst() {
      driver.press("b")
      #expect(driver.model.metrics.report?.grouping == grouping)
      #expect(driver.text.contains("By \(grouping?.rawValue ?? "")"))
    }
    driver.press("b")
    #expect(driver.model.metrics.question.grouping == nil)
    let group = MetricsReport.Group(name: "", failed: 3, figures: [])
    #expect(group.title(by: .tag) == "no tag" && group.title(by: .country) == "not stated")
    #expect(driver.model.metrics.pane == .figures)
  }

  @Test func `products are told apart by their last parts`() throws {
    var driver = try Self.driver()
    driver.press("b", "b")
    for (index, plan) in ["standard", "premium"].enumerated() {
      driver.model.metrics.report?.groups[index].name = "jp.example.shimbun.monthly.\(plan)"
    }
    for plan in ["standard", "premium"] {
      #expect(driver.text.contains("monthly.\(plan) "), "\(driver.text)")
    }
  }

  @Test func `a filter narrows the whole report, and Escape removes it`() throws {
    var driver = try Self.driver()
    let all = try #require(driver.model.metrics.report?.failed)
    driver.press("/")
    driver.type("product:basic.weekly")
    driver.press("Enter")
    let some = try #require(driver.model.metrics.report)
    #expect(some.failed < all && some.failed > 0)
    #expect(some[.mrr] == nil)
    #expect(driver.text.contains("/ product:basic.weekly"))
    driver.press("Esc")
    #expect(driver.model.metrics.report?.failed == all)
    #expect(driver.model.screen == .metrics)
  }

  @Test func `w explains the figure with its numbers, the formula and what it is compared with`()
    throws
  {
    var driver = try Self.driver()
    for metric in Metric.allCases {
      let line = try #require(
        driver.model.metrics.report?.figures.firstIndex { $0.metric == metric })
      driver.press("g")
      for _ in 0..<line { driver.press("j") }
      driver.press("w")
      guard case .pager(let pager) = driver.model.input else {
        Issue.record("\(metric) opened no text")
        continue
      }
      #expect(pager.title == metric.title)
      let text = pager.lines.joined(separator: "\n")
      #expect(text.contains(metric.formula) && text.contains(metric.explanation))
      driver.press("Esc")
    }
  }

  @Test func `w on the rate of recovery has every outcome`() throws {
    var driver = try Self.driver()
    driver.press("g", "j", "w")
    guard case .pager(let pager) = driver.model.input else {
      Issue.record("no text was opened")
      return
    }
    #expect(
      pager.lines.contains(
        "Outcomes:  60 episodes: 29 open, 22 recovered in grace, 3 recovered in hold, "
          + "6 canceled by the user"))
  }

  @Test func `a day of the curve says what ended otherwise, if anything did`() throws {
    var driver = try Self.driver()
    driver.press("Tab")
    let report = try #require(driver.model.metrics.report)
    var point = try #require(report.curve.points.last)
    let screen = MetricsScreen(model: driver.model)
    #expect(!screen.words(of: point).contains("otherwise"))
    point.other = 0.0321
    #expect(screen.words(of: point).contains(", ended otherwise 3.2 %, "))
  }

  @Test func `every panel is explained`() throws {
    var driver = try Self.driver()
    driver.press("b")
    for pane in driver.model.metrics.panes.dropFirst() {
      if driver.model.metrics.pane != pane { driver.press("Tab") }
      driver.press("w")
      #expect(driver.model.metrics.pane == pane)
      #expect(driver.model.input != .none)
      driver.press("Esc")
    }
  }

  @Test func `help begins with the figure under the cursor, keys after it`() throws {
    var driver = try Self.driver()
    driver.press("g", "j", "?")
    let figure = try #require(driver.model.metrics.figure)
    #expect(figure.metric == .recoveryRate)
    let lines = driver.lines.filter { $0.contains { $0.isLetter } }
    let words = driver.text
    for part in [
      "UNDER THE CURSOR: RECOVERY RATE", "Formula:   \(figure.metric.formula)", "Window:    ",
      "Value:     ", "List:      ",
    ] {
      #expect(words.contains(part), "\(part)")
    }
    let place = lines.firstIndex { $0.contains("UNDER THE CURSOR") }
    let keys = lines.firstIndex { $0.contains("THIS SCREEN: METRICS") }
    #expect(try #require(place) < keys ?? .max)
    driver.press("Esc", "$", "?")
    #expect(driver.text.contains("UNDER THE CURSOR: MONEY: "))
  }

  @Test func `p shows what others published, each with its source and date`() throws {
    var driver = try Self.driver()
    driver.press("p")
    let text = try #require(driver.model.input.overlay).sentences(in: driver.model).joined()
    for figure in ReferenceFigure.all {
      #expect(text.contains(figure.url) && text.contains(figure.date) && text.contains(figure.text))
    }
    #expect(driver.text.contains("not measured here"))
  }

  @Test func `t turns the charts into numbers and back`() throws {
    var driver = try Self.driver()
    driver.press("t")
    #expect(driver.model.metrics.pane == .curve)
    #expect(driver.text.contains("95 % BAND"))
    #expect(driver.text.contains("DAY 7"))
    driver.press("t")
    #expect(!driver.text.contains("95 % BAND"))
  }

  @Test func `the cursor of the curve tells the numbers of its day`() throws {
    var driver = try Self.driver()
    driver.press("Tab")
    #expect(driver.text.contains("day 60: recovered"))
    driver.press("k", "k")
    #expect(driver.text.contains("day 58: recovered"))
    driver.press("g")
    #expect(driver.text.contains("day 0: recovered"))
  }

  @Test func `the copy menu has the figures as sentences`() throws {
    var driver = try Self.driver()
    driver.press("y", "f")
    let copied = driver.effects.compactMap { effect -> String? in
      if case .terminal(.copy(let text)) = effect { text } else { nil }
    }
    #expect(copied.first?.contains("Grace recovery rate: ") == true)
  }

  @Test func `a click puts the cursor on a figure, and on a group`() throws {
    var settings = try TestWorld.churning().settings()
    settings.startsWithMouse = true
    var driver = Driver(try .churning(), screen: .metrics, settings: settings)
    driver.press("b")
    let target = driver.frame.hit(HitTarget.self, at: Point(x: 10, y: 6))
    #expect(target == .line(2, pane: MetricsState.Pane.figures.rawValue))
    driver.send(.mouse(MouseEvent(.press, at: Point(x: 10, y: 6))))
    #expect(driver.model.metrics.line == 2)
    let groups = try #require(
      (0..<36).first { driver.lines[$0].contains("app-store") })
    driver.send(.mouse(MouseEvent(.press, at: Point(x: 70, y: groups))))
    #expect(driver.model.metrics.pane == .groups)
  }
}
