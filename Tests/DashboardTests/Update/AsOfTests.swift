import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The whole program at another time.
@Suite struct AsOfTests {
  /// The instant that was asked for while the present is 20 November, and a day before it.
  private func command(_ driver: inout Driver, _ text: String) {
    driver.press(":")
    driver.type(text)
    driver.press("Enter")
  }

  @Test func `every screen tells the past, and the first line says so`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    #expect(driver.text.contains("LIVE"))
    command(&driver, "asof 2025-11-17")
    #expect(driver.lines[0].contains("AS-OF 17 Nov 00:00Z"), "\(driver.lines[0])")
    // The failure of 18 November has not happened yet.
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter")
    #expect(driver.text.contains("1 match"), "\(driver.text)")
    command(&driver, "live")
    #expect(driver.lines[0].contains("LIVE"))
    #expect(driver.text.contains("2 match"), "\(driver.text)")
  }

  @Test func `yesterday and a time of day name the past too`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    command(&driver, "asof yesterday")
    #expect(driver.lines[0].contains("AS-OF 19 Nov 00:00Z"), "\(driver.lines[0])")
  }

  @Test func `no row of the present is left while those of the past are being read`() throws {
    var slow = SlowScreen(try .usual(), .due, .due)
    slow.answer()
    let name = try #require(slow.model.due.window.rows.first?.summary.profile?.name)
    #expect(slow.text.contains(name))
    slow.press(":")
    slow.send(.paste("asof 2025-11-17"))
    slow.press("Enter")
    slow.send(.backgroundTask(.arrived(at: TestWorld.time("2025-11-17T00:00:00Z"))))
    #expect(slow.text.contains("AS-OF"))
    #expect(!slow.text.contains(name), "\(slow.text)")
    #expect(slow.text.contains("Reading the ledger..."))
  }

  @Test(arguments: [Screen.overview, .subscribers, .events, .metrics])
  func `before the first event nothing was heard, and the ledger is not called empty`(
    _ screen: Screen
  ) throws {
    var driver = Driver(try .usual(), screen: screen)
    command(&driver, "asof 2025-01-01")
    #expect(driver.text.contains("Nothing had arrived by"), "\(driver.text)")
    #expect(!driver.text.contains("This ledger is empty"), "\(driver.text)")
  }

  @Test(arguments: [
    ("-3d", true), ("2025-11-17T17:42:00Z", true), ("2025-11-17T17:42Z", true),
    ("2025-11-17 17:42", true), ("2025-11-17T18:42:00+01:00", true), ("17:42", false),
    ("2025-11-17 25:42", false), ("2025-11-17T17:4Z", false),
  ])
  func `a time is read as --as-of reads it, and without an offset as well`(
    text: String, isTime: Bool
  ) throws {
    var driver = Driver(try .usual())
    command(&driver, "asof \(text)")
    #expect(driver.lines[0].contains("AS-OF 17 Nov 17:42Z") == isTime)
  }

  @Test func `a time that is none stays in the line with what to write`() throws {
    var driver = Driver(try .usual())
    command(&driver, "asof")
    driver.type("someday")
    driver.press("Enter")
    #expect(driver.text.contains("'someday' is not a time: 2025-11-14"), "\(driver.text)")
    #expect(driver.text.contains("LIVE"))
    driver.press("^u")
    driver.type("-2d")
    #expect(driver.text.contains("Tue 18 Nov 17:42Z, 2d ago"), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.lines[0].contains("AS-OF 18 Nov 17:42Z"))
  }

  @Test func `nothing is written into the past, and the reason is said`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    command(&driver, "asof -1d")
    for key in ["z", "C", "A"] {
      driver.press(key)
      #expect(driver.text.contains("only the present can be written to"), "\(key) \(driver.text)")
    }
    #expect(!driver.effects.contains { if case .record = $0 { true } else { false } })
  }

  @Test func `keys work while the ledger is read, Esc stops it, a late end is ignored`() throws {
    var model = Driver(try .usual(), screen: .subscribers).model
    let now = TestWorld.now
    func send(_ message: DashboardMessage) -> [Effect] { model.update(message, machineNow: now) }
    func line() -> String { DashboardView(model: model).frame(size: model.size).lines[0] }
    for character in ":asof -1d" { _ = send(.key(KeyPress(character))) }
    #expect(send(.key(KeyPress(.enter))).contains(.backgroundTask(.travel(to: now - .days(1)))))
    _ = send(.backgroundTask(.reading(share: 43)))
    #expect(line().contains("reading up to 19 Nov 17:42Z 43 %"), "\(line())")
    #expect(line().contains("LIVE"))
    _ = send(.key(KeyPress("j")))
    #expect(send(.key(KeyPress(.escape))).contains(.backgroundTask(.stop)))
    #expect(!line().contains("reading"))
    _ = send(.backgroundTask(.arrived(at: now - .days(1))))
    #expect(line().contains("LIVE"), "\(line())")
  }

  @Test func `an answer of the present that comes late is not shown in the past`() throws {
    let world = try TestWorld.usual()
    var model = Driver(world, screen: .subscribers).model
    let now = TestWorld.now
    let asked = model.update(.key(KeyPress("R")), machineNow: now)
    let late = asked.compactMap { effect -> DashboardMessage? in
      guard case .ask(_, .subscribers, let request) = effect else { return nil }
      return .answer(
        .window(WindowAnswer(rows: [], hasBefore: false, hasAfter: false), .start),
        slot: .subscribers, request: request)
    }
    #expect(late.count == 1)
    for character in ":asof -1d" { _ = model.update(.key(KeyPress(character)), machineNow: now) }
    _ = model.update(.key(KeyPress(.enter)), machineNow: now)
    _ = model.update(.backgroundTask(.arrived(at: now - .days(1))), machineNow: now)
    let before = model
    for message in late { _ = model.update(message, machineNow: now) }
    #expect(model == before)
  }

  @Test func `the program can begin in the past and come back`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.startsAsOf = TestWorld.time("2025-11-12T00:00:00Z")
    var driver = Driver(world, settings: settings)
    #expect(driver.lines[0].contains("AS-OF 12 Nov 00:00Z"), "\(driver.lines[0])")
    command(&driver, "live")
    #expect(driver.lines[0].contains("LIVE 20 Nov 17:42Z"))
  }
}
