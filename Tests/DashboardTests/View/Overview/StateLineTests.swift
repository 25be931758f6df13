import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The sums below the states on Overview.
struct StateLineTests {
  private func driver(
    rates: ExchangeRates? = nil, size: Size = Size(width: 120, height: 36)
  ) throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.rates = rates
    var driver = Driver(world, size: size, settings: settings)
    var figures = try #require(driver.model.overview.figures)
    figures.states[.grace]?.mrrMicros = [
      "JPY": 16_000_000_000, "EUR": 13_980_000, "SEK": 5_000_000,
    ]
    figures.states[.grace]?.pricedIn = ["JPY": 2, "EUR": 1, "SEK": 1]
    (figures.failedToday, figures.failedWeekAgo) = (12, 34)
    // Of a ledger that knows of failures before that day.
    for index in figures.recovery.indices where figures.recovery[index].windowDays > 7 {
      figures.recovery[index].failed += 40
    }
    driver.model.overview.figures = figures
    return driver
  }

  private static let rates = ExchangeRates(
    currency: "EUR", date: CivilDate(year: 2025, month: 11, day: 17),
    rates: ["JPY": 160 * ExchangeRates.scale])

  private func line(_ driver: Driver, _ word: String) -> String {
    driver.lines.first { $0.contains(word) } ?? ""
  }

  @Test func `money at risk is in one currency, and the day of the rates is shown`() throws {
    let driver = try driver(rates: Self.rates)
    // 100.00 of the yen, 13.98, and in the sum 13.98 of hold; what has no rate stays.
    #expect(line(driver, "□ grace").contains("113.98 EUR +1 cur."), "\(driver.text)")
    #expect(line(driver, "at risk (grace").contains("127.96 EUR +1 cur."))
    #expect(driver.text.contains("States, money in EUR, rates of 2025-11-17"))
  }

  @Test(arguments: [120, 80])
  func `without rates the other currencies are counted in words`(_ width: Int) throws {
    let driver = try driver(size: Size(width: width, height: width == 80 ? 24 : 36))
    let words = width == 80 ? "13.98 EUR +2 cur." : "13.98 EUR and 2 currencies"
    #expect(line(driver, "□ grace").contains(words), "\(driver.text)")
    #expect(!driver.text.contains("rates of"))
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `in another zone it says that today is the day of UTC`(_ width: Int, _ height: Int) throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.zone = TestZone.losAngeles
    let driver = Driver(world, size: Size(width: width, height: height), settings: settings)
    let words = driver.lines.first { $0.contains("failed") } ?? ""
    #expect(words.contains(width == 120 ? "failed today (UTC)" : "UTC"), "\(driver.text)")
    let lines = ScreenText(model: driver.model).describe()
    #expect(lines.contains { $0.contains("Renewals failed today (UTC): ") }, "\(lines)")
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `failures of today are beside those of a week ago`(_ width: Int, _ height: Int) throws {
    var driver = try driver(size: Size(width: width, height: height))
    let flow = line(driver, "failed today")
    #expect(flow.contains("12 "), "\(driver.text)")
    let words =
      width == 60 ? "34 a week ago, unusual" : "same hours a week ago: 34, unusually few"
    #expect(flow.contains(words), "\(driver.text)")
    let place = try #require(driver.model.overview.stateLines.firstIndex(of: .failedToday))
    for _ in 0..<place { driver.press("j") }
    #expect(driver.pointed.contains("failed today"))
    driver.press("Enter")
    #expect(driver.model.subscribers.filterText == "failed:today env:production")
  }

  @Test func `the sum of both leads to the list of both`() throws {
    var driver = try driver()
    let place = try #require(driver.model.overview.stateLines.firstIndex(of: .atRisk))
    #expect(driver.model.overview.stateLines[place - 1] == .state(.hold))
    for _ in 0..<place { driver.press("j") }
    driver.press("Enter")
    #expect(driver.model.subscribers.filterText == "state:grace,hold env:production")
    #expect(driver.model.subscribers.window.total == 4)
  }

  @Test func `sentences say the sum, its rates and the failures`() throws {
    let text = try DashboardView(model: driver(rates: Self.rates).model).screen
      .sentences(isPaged: true).joined(separator: "\n")
    #expect(text.contains("At risk, grace and hold together: 4, monthly revenue 127.96 EUR, 5.00"))
    #expect(text.contains("(money in EUR, rates of 2025-11-17)"))
    #expect(text.contains("Renewals failed today: 12, same hours a week ago: 34, unusually few"))
    #expect(text.contains("In grace, access ends in < 24 h: "))
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `the name of every state is whole`(_ width: Int, _ height: Int) throws {
    let world = try TestWorld { world in
      for (id, currency) in [("as_2000000900000001", "EUR"), ("as_2000000900000002", "JPY")] {
        world.tell(SubscriptionID(id), .purchased, TestWorld.now - .days(30), "acc-1") {
          $0.price = Money(micros: 6_990_000, currency: currency)
          $0.expiresAt = TestWorld.now - .hours(2)
        }
      }
    }
    let text = try world.frame(.overview, width, height).text
    #expect(text.contains(" renewal pending  "), "\(text)")
  }
}
