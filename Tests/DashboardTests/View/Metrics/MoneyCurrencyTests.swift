import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Money in one currency, on the page of Metrics and on What-if.
struct MoneyCurrencyTests {
  private static let rates: ExchangeRates = {
    var rates = ExchangeRates(
      currency: "USD", date: CivilDate(year: 2025, month: 11, day: 18),
      rates: ["EUR": ExchangeRates.scale / 2])
    rates.isInvented = true
    return rates
  }()

  private static func driver(
    _ screen: Screen, _ rates: ExchangeRates? = rates, _ size: Size = Size(width: 120, height: 36)
  ) throws -> Driver {
    let world = try TestWorld.churning()
    var settings = world.settings()
    settings.rates = rates
    return Driver(world, screen: screen, size: size, settings: settings)
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `the page of money is in one currency with the day of its rates, b shows the others`(
    _ size: (Int, Int)
  ) throws {
    var driver = try Self.driver(.metrics, Self.rates, Size(width: size.0, height: size.1))
    driver.press("$")
    #expect(driver.text.contains("Revenue recovery rate USD"))
    #expect(!driver.text.contains("Revenue recovery rate EUR"))
    #expect(driver.text.contains("invented rates of 2025-11-18"))
    let failed = try #require(driver.model.metrics.report?.revenue.failed.byCurrency["EUR"]?.failed)
    let line = driver.model.metrics.moneyLines(at: Self.rates).first
    guard case .ratio(_, of: .amount(let shown))? = line?.parts else {
      Issue.record("no sum of money")
      return
    }
    #expect(shown == failed * 2 && failed > 0)
    driver.press("b")
    #expect(driver.model.metrics.pane == .money && driver.model.metrics.question.grouping == nil)
    #expect(driver.text.contains("Revenue recovery rate EUR"))
    #expect(!driver.text.contains("Revenue recovery rate USD"))
    #expect(driver.text.contains("b in one currency"))
    driver.press("b")
    #expect(driver.text.contains("Revenue recovery rate USD"))
  }

  @Test func `a change is the difference of the amounts beside it`() {
    var figures = RevenueFigures()
    figures.mrr = RevenueFigures.Movement(
      from: MoneySums(micros: ["EUR": 166_606_000, "JPY": 38_987_400_000, "USD": 4_000]),
      to: MoneySums(micros: ["EUR": 123_884_000, "JPY": 33_703_400_000, "USD": 6_000]))
    #expect(
      figures.lines.map(MetricsScreen.sentence) == [
        "MRR change EUR: -42.73, 166.61 to 123.88.", "MRR change JPY: -5,284, 38,987 to 33,703.",
        "MRR change USD: +0.01, 0.00 to 0.01.",
      ])
  }

  @Test func `the explanation has the amounts of each currency`() throws {
    var driver = try Self.driver(.metrics)
    driver.press("$", "w")
    guard case .pager(let pager) = driver.model.input else {
      Issue.record("no text was opened")
      return
    }
    let text = pager.lines.joined(separator: "\n")
    #expect(text.contains("Revenue recovery rate USD") && text.contains(Self.rates.sentence))
    #expect(text.contains("By currency:\n    Revenue recovery rate EUR"))
  }

  @Test func `without rates, and with rates of other currencies, nothing is converted`() throws {
    let other = ExchangeRates(
      currency: "JPY", date: CivilDate(year: 2025, month: 11, day: 18),
      rates: ["USD": ExchangeRates.scale])
    for (rates, words) in [(nil, "Rates under [currency]"), (other, "There is no amount")] {
      var driver = try Self.driver(.metrics, rates)
      driver.press("$", "b")
      #expect(driver.text.contains("Revenue recovery rate EUR"))
      #expect(driver.text.contains(words))
      #expect(!driver.model.metrics.showsCurrencies)
    }
  }

  @Test func `What-if has its revenue in one currency, and each currency in full`() throws {
    var driver = try Self.driver(.whatIf)
    driver.press("l", "l")
    driver.wait(WhatIfState.rest)
    #expect(driver.model.whatIf.answer?.report.current.revenue.micros.keys.map(\.self) == ["EUR"])
    #expect(driver.model.whatIf.shownReport?.current.revenue.micros.keys.map(\.self) == ["USD"])
    #expect(driver.text.contains("invented rates of 2025-11-18"))
    driver.press("Tab", "G")
    driver.press("w")
    let text = try #require(driver.model.input.overlay).sentences(in: driver.model)
      .joined(separator: "\n")
    #expect(text.contains(/Revenue recovered: [\d,.]+ USD/))
    #expect(text.contains(/Revenue recovered in its own currency: [\d,.]+ EUR/))
    #expect(text.contains(Self.rates.sentence))
  }
}
