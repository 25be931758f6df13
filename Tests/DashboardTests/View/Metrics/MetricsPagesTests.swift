import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The pages of the Metrics screen: the effect of prompts, and money.
struct MetricsPagesTests {
  static func driver(_ size: Size = Size(width: 120, height: 36)) throws -> Driver {
    Driver(try .prompting(), screen: .metrics, size: size)
  }

  @Test func `a key opens a page, and the same, Escape, q or Tab shows the figures again`() throws {
    for (page, pane, title) in [
      ("P", MetricsState.Pane.prompts, "Effect of prompts"), ("$", .money, "Money: "),
    ] {
      for way in [page, "Esc", "q", "Tab", "S-Tab"] {
        var driver = try Self.driver()
        driver.press(page)
        #expect(driver.model.metrics.pane == pane)
        #expect(driver.text.contains(title) && !driver.text.contains("Recovery rate   "))
        driver.press(way)
        #expect(driver.model.metrics.pane == .figures && driver.model.screen == .metrics)
      }
    }
  }

  @Test func `Tab never leads to a page`() throws {
    var driver = try Self.driver()
    for _ in 0..<6 {
      driver.press("Tab")
      #expect(!driver.model.metrics.pane.isPage)
    }
  }

  @Test func `the figures are those of the ledger's episodes`() throws {
    let world = try TestWorld.prompting()
    let driver = Driver(world, screen: .metrics, size: Size(width: 120, height: 36))
    let prompts = try #require(driver.model.metrics.report?.prompts)
    var comparison = HoldoutComparison(TestWorld.holdout, at: TestWorld.now)
    var observations = PromptEffect.Observations(at: TestWorld.now)
    try world.ledger.readEpisodes(EpisodeQuery(to: TestWorld.time("2025-11-20T00:00:00Z"))) {
      comparison.add($0)
      if prompts.failures.contains($0.episode.failedAt) {
        observations.add($0.episode, of: $0.subscription)
      }
      return true
    }
    #expect(prompts.holdout == comparison.result)
    #expect(prompts.effect == PromptEffect(observations))
    #expect(comparison.accounts > 150 && comparison.heldOut.shown == 0)
  }

  @Test(arguments: [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10)])
  func `the caveat is in view on every line`(_ size: (Int, Int)) throws {
    var driver = try Self.driver(Size(width: size.0, height: size.1))
    driver.press("P")
    let count = driver.model.metrics.lineCount(of: .prompts, at: nil)
    #expect(count > 3)
    for line in 0..<count {
      #expect(driver.model.metrics.line == line)
      let words = driver.text.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
      #expect(words.contains("Only a holdout in the policy tells the effect."), "line \(line)")
      driver.press("j")
    }
    #expect(driver.model.metrics.line == count - 1)
  }

  @Test func `the first line is the holdout, and the line under the cursor is told`() throws {
    var driver = try Self.driver()
    driver.press("P")
    #expect(driver.text.contains("► all but holdout"))
    #expect(driver.text.contains("Holdout \"autumn\": 20 % of the accounts since 1 Jul 2025"))
    driver.press("j")
    #expect(driver.text.contains("► first prompt"))
    #expect(driver.text.contains("First prompt: "))
    driver.press("w")
    guard case .pager(let pager) = driver.model.input else {
      Issue.record("no explanation")
      return
    }
    let text = pager.lines.joined(separator: "\n")
    #expect(text.contains(PromptEffect.caveat) && text.contains("Held out: "))
  }

  @Test func `w explains each line of the money with its formula`() throws {
    var driver = try Self.driver()
    driver.press("$")
    let lines = try #require(driver.model.metrics.report?.revenue.lines)
    #expect(Set(lines.map(\.measure)) == Set(RevenueLine.Measure.allCases))
    for line in lines {
      #expect(driver.text.contains(line.measure.title))
      driver.press("w")
      guard case .pager(let pager) = driver.model.input else {
        Issue.record("\(line.measure) opened no text")
        continue
      }
      let text = pager.lines.joined(separator: "\n")
      #expect(text.contains(line.measure.formula) && text.contains(line.measure.explanation))
      driver.press("Esc", "j")
    }
  }

  @Test func `Enter on the money lists what it is made of, or says why nothing does`() throws {
    var driver = try Self.driver()
    let report = try #require(driver.model.metrics.report)
    for (line, money) in report.revenue.lines.enumerated() {
      driver.press("5")
      driver.model.metrics.pane = .money
      driver.press("g")
      for _ in 0..<line { driver.press("j") }
      driver.press("Enter")
      let lists = report.lists(of: money)
      switch money.measure {
      case .revenueRecoveryRate:
        #expect(lists == report[.recoveryRate]?.lists && lists.count == 2)
        driver.press("2")
      case .renewalsPerSubscription, .renewalValue:
        #expect(lists.map(\.filter) == [report[.involuntaryShare]?.lists.last?.filter])
      case .mrrChange, .mrrInGraceChange, .mrrInHoldChange:
        #expect(driver.model.screen == .metrics)
        let words = "what makes up \(money.title): it is the difference between"
        #expect(driver.text.contains(words), "\(driver.text)")
        continue
      }
      #expect(driver.model.screen == .subscribers, "\(money.title)")
      #expect(driver.model.subscribers.filterText == lists.last?.filter)
    }
  }

  @Test func `Enter on a prompt lists the episodes that saw it, or says why nothing does`() throws {
    var driver = try Self.driver()
    let report = try #require(driver.model.metrics.report)
    let groups = try #require(report.prompts?.effect.comparisons.map(\.group))
    #expect(groups.contains(.first) && groups.contains(.number(2)))
    for (line, group) in ([nil] + groups.map(Optional.init)).enumerated() {
      driver.press("5")
      driver.model.metrics.pane = .prompts
      driver.press("g")
      for _ in 0..<line { driver.press("j") }
      driver.press("Enter")
      switch group {
      case nil:
        #expect(driver.text.contains("what makes up the holdout: a hash of the account"))
      case .step:
        #expect(driver.text.contains("lists do not tell the steps of prompts apart"))
      case .first, .number:
        let list = try #require(group.flatMap(report.list))
        #expect(driver.model.screen == .subscribers)
        #expect(driver.model.subscribers.filterText == list.filter)
        #expect(list.filter.contains(" prompts>="))
        #expect(!driver.model.subscribers.window.rows.isEmpty)
        continue
      }
      #expect(driver.model.screen == .metrics)
    }
  }

  @Test func `a filter leaves the money of days out and keeps the page`() throws {
    var driver = try Self.driver()
    driver.press("/")
    driver.type("store:google-play")
    driver.press("Enter", "$")
    let measures = driver.model.metrics.report?.revenue.lines.map(\.measure)
    #expect(measures == [.revenueRecoveryRate])
    #expect(driver.text.contains("Revenue recovery rate EUR"))
  }

  @Test func `a trend of zeros lies on the floor`() throws {
    let driver = try Self.driver()
    let trial = try #require(driver.model.metrics.report?[.trialShareOfFailures])
    #expect(trial.trend.compactMap(\.self).allSatisfy { $0 == 0 } && !trial.trend.isEmpty)
    let signs = MetricsScreen.trend(trial.trend, width: 8).signs(width: 8, glyphs: .unicode)
    #expect(signs == "▁▁▁▁▁▁▁▁")
  }
}
