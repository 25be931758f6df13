import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The first line of every screen.
struct ContextLineTests {
  @Test(arguments: [30, 40, 46, 52, 60, 66, 80, 100, 120, 160])
  func `the ledger is named whatever else is said`(_ width: Int) throws {
    var settings = try TestWorld.usual().settings()
    (settings.ledgerName, settings.isDemo, settings.isReadOnly) = ("prod-eu", true, true)
    var driver = Driver(try .usual(), size: Size(width: width, height: 16), settings: settings)
    let plain = driver.lines[0]
    #expect(plain.contains("prod-eu [DEMO]"), "\(plain)")
    #expect(plain.contains("√"), "\(plain)")
    driver.send(.loading(43))
    let loading = driver.lines[0]
    #expect(loading.contains("prod-eu [DEMO]"), "\(loading)")
    #expect(loading.contains("LOADING 43 %") == (width >= 66), "\(loading)")
    driver.send(.backgroundTask(.reading(share: 43)))
    #expect(driver.lines[0].contains("prod-eu [DEMO]"), "\(driver.lines[0])")
  }

  @Test func `a single subscriber is one sub`() throws {
    var driver = Driver(try .usual(), size: Size(width: 80, height: 24))
    driver.model.overview.figures?.states = [.active: OverviewFigures.Total(count: 1)]
    driver.model.overview.figures?.nonProduction = 0
    #expect(driver.lines[0].contains("· 1 sub"), "\(driver.lines[0])")
    #expect(!driver.lines[0].contains("subs"), "\(driver.lines[0])")
  }

  @Test func `a long name gives way, and keeps its beginning`() throws {
    var settings = try TestWorld.usual().settings()
    settings.ledgerName = "subscriptions-of-all-our-apps-in-europe.sqlite"
    let driver = Driver(try .usual(), size: Size(width: 80, height: 24), settings: settings)
    #expect(driver.lines[0].contains("subscriptions-of-al"), "\(driver.lines[0])")
    #expect(driver.lines[0].contains("LIVE 20 Nov 17:42Z"), "\(driver.lines[0])")
  }
}

/// What the first line says of how fresh the ledger is.
struct FreshnessTests {
  private func settings(
    silenceMax: Duration? = nil, condition: LedgerCondition = LedgerCondition()
  ) throws -> DashboardSettings {
    var settings = try TestWorld.usual().settings()
    (settings.silenceMax, settings.condition) = (silenceMax, condition)
    return settings
  }

  private func driver(_ settings: DashboardSettings, width: Int = 120) throws -> Driver {
    Driver(try .usual(), size: Size(width: width, height: 24), settings: settings)
  }

  @Test func `a store that is silent for too long is named, with a sign of alarm`() throws {
    let fresh = try driver(settings(silenceMax: .days(400)))
    #expect(fresh.lines[0].contains("ago √"), "\(fresh.lines[0])")
    #expect(fresh.lines[0].contains("last event "), "\(fresh.lines[0])")
    var silent = try driver(settings(silenceMax: .seconds(1)))
    #expect(silent.lines[0].contains("last event "), "\(silent.lines[0])")
    #expect(!silent.lines[0].contains("√"), "\(silent.lines[0])")
    // A past that is still being read says nothing about the present.
    silent.send(.loading(40))
    #expect(silent.lines[0].contains("√"), "\(silent.lines[0])")
  }

  @Test func `an alarm gives the age of the silent stores, not of a sandbox that is heard`()
    throws
  {
    var driver = try driver(settings(silenceMax: .days(3)))
    var feeds = StoreFeeds()
    feeds.add(
      store: .appStore, app: "com.example.app", environment: .production,
      at: TestWorld.now - .days(9))
    feeds.add(
      store: .appStore, app: "com.example.app", environment: .sandbox,
      at: TestWorld.now - .minutes(37))
    driver.model.overview.figures?.feeds = feeds
    let freshness = Freshness(driver.model)
    #expect(freshness.words == "last event 37m ago")
    #expect(freshness.alarmWords == "last event 9d ago")
    #expect(freshness.alarmBrief == "silent 9d")
  }

  @Test(arguments: Screen.tabs + [.detail, .help])
  func `the first line follows the ledger on every screen`(_ screen: Screen) throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.press(screen == .detail ? "Enter" : screen == .help ? "?" : "\(screen.number ?? 0)")
    #expect(driver.model.screen == screen)
    let before = try #require(driver.model.overview.figures)
    try StableViewTests.append(world.ledger, 1)
    driver.wait(.seconds(1))
    #expect(driver.model.overview.figures?.total == before.total + 1)
  }

  @Test(arguments: [80, 100, 120, 160])
  func `an alarm goes before the number of subscribers`(_ width: Int) throws {
    let silent = try driver(settings(silenceMax: .seconds(1)), width: width)
    #expect(silent.lines[0].contains("last event "), "\(silent.lines[0])")
    #expect(!silent.lines[0].contains("√"), "\(silent.lines[0])")
  }

  @Test(arguments: [40, 46, 52, 60, 66])
  func `an alarm keeps its shortest words where the room is short`(_ width: Int) throws {
    let silent = try driver(settings(silenceMax: .seconds(1)), width: width)
    let words = ["silent ", "last event "]
    #expect(words.contains { silent.lines[0].contains($0) }, "\(silent.lines[0])")
    #expect(silent.lines[0].contains("prod-eu"), "\(silent.lines[0])")
    #expect(width < 60 || silent.lines[0].contains("20 Nov 17:42Z"), "\(silent.lines[0])")
    var demo = try settings(silenceMax: .seconds(1))
    demo.isDemo = true
    let crowded = try driver(demo, width: width)
    #expect(words.contains { crowded.lines[0].contains($0) }, "\(crowded.lines[0])")
    #expect(crowded.lines[0].contains("prod-eu [DEMO]"), "\(crowded.lines[0])")
  }

  @Test func `live means that somebody feeds the ledger`() throws {
    var driver = try driver(settings(condition: LedgerCondition(isFed: false)))
    #expect(driver.lines[0].contains("LIVE"), "polled, and fed: \(driver.lines[0])")
    driver.send(.polled(1, LedgerCondition(isFed: false)))
    #expect(driver.lines[0].contains("FILE 20 Nov 17:42Z"), "\(driver.lines[0])")
    #expect(!driver.text.contains("LIVE"))
    var onServer = LedgerCondition(isFed: false)
    onServer.isOnServer = true
    driver.send(.polled(1, onServer))
    #expect(driver.lines[0].contains("UNFED 20 Nov 17:42Z"), "\(driver.lines[0])")
    driver.send(.polled(1, LedgerCondition(isFed: true)))
    #expect(driver.lines[0].contains("LIVE 20 Nov 17:42Z"), "\(driver.lines[0])")
  }

  @Test func `rows that a wrong clock advanced are shown as of their instant, with a warning`()
    throws
  {
    let stands = TestWorld.now + .days(3)
    let condition = LedgerCondition(isFed: false, standsAt: stands)
    var driver = Driver(
      try .usual(), size: Size(width: 120, height: 24),
      settings: try settings(condition: condition),
      outside: DashboardDependencies(condition: { condition }))
    #expect(driver.lines[0].contains("AS-OF 23 Nov 17:42Z"), "\(driver.lines[0])")
    #expect(driver.model.now == stands)
    #expect(driver.text.contains("ahead of this clock"), "\(driver.text)")
    #expect(driver.text.contains("run churntop rebuild"), "\(driver.text)")
    driver.send(.polled(1, LedgerCondition(isFed: false)))
    #expect(driver.model.now == driver.clock && driver.lines[0].contains("FILE 20 Nov 17:42Z"))
    // Clocks are never quite the same.
    let near = LedgerCondition(isFed: false, standsAt: driver.clock + .minutes(4))
    driver.send(.polled(1, near))
    #expect(driver.model.now == driver.clock && driver.lines[0].contains("FILE 20 Nov 17:42Z"))
    // A clock that steps forward and back while the dashboard runs is found by the next poll.
    driver.model.messages.flash = nil
    driver.send(.polled(1, condition))
    #expect(driver.model.now == stands && driver.text.contains("ahead of this clock"))
  }

  @Test func `rows that stand still are told to be as of their instant`() throws {
    let stands = TestWorld.now - .hours(40)
    let condition = LedgerCondition(isFed: true, standsAt: stands)
    var driver = Driver(
      try .usual(), size: Size(width: 120, height: 24),
      settings: try settings(condition: condition),
      outside: DashboardDependencies(condition: { condition }))
    #expect(driver.lines[0].contains("AS-OF 19 Nov 01:42Z"), "\(driver.lines[0])")
    #expect(driver.model.now == stands)
    driver.wait(.minutes(5))
    #expect(driver.model.now == stands)
    // Somebody else brings the rows up to date.
    let later = TestWorld.now + .minutes(4)
    driver.send(.polled(1, LedgerCondition(isFed: true, standsAt: later)))
    #expect(driver.model.now == later)
    #expect(driver.lines[0].contains("LIVE 20 Nov 17:46Z"), "\(driver.lines[0])")
  }
}
