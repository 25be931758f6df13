import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Times by the clocks of another place than Greenwich.
struct ZoneTests {
  static let outside = DashboardDependencies(
    zone: { name in
      (TestZone.all + [DisplayZone(name: "Asia/Tokyo", offset: .hours(9))])
        .first { $0.name.lowercased() == name.lowercased() }
    },
    zoneNames: { ["America/Los_Angeles", "Asia/Kolkata", "Asia/Tokyo", "Europe/Berlin"] })

  private func driver(
    _ screen: Screen = .subscribers, _ width: Int = 120, _ height: Int = 36
  ) throws -> Driver {
    Driver(
      try .usual(), screen: screen, size: Size(width: width, height: height),
      outside: Self.outside)
  }

  private func command(_ driver: inout Driver, _ text: String) {
    driver.press(":")
    driver.type(text)
    driver.press("Enter")
  }

  @Test(arguments: [
    ("set tz=Europe/Berlin", "LIVE 20 Nov 18:42+01 Europe/Berlin"),
    ("set tz=europe/berlin", "LIVE 20 Nov 18:42+01 Europe/Berlin"),
    ("set timezone Asia/Kolkata", "LIVE 20 Nov 23:12+05:30 Asia/Kolkata"),
    ("set tz=America/Los_Angeles", "LIVE 20 Nov 09:42-08 America/Los_Angeles"),
    ("set tz=utc", "LIVE 20 Nov 17:42Z"), ("set tz=UTC", "LIVE 20 Nov 17:42Z"),
  ])
  func `the first line says which clocks are read`(_ text: String, _ words: String) throws {
    var driver = try driver()
    command(&driver, text)
    #expect(driver.lines[0].contains(words), "\(driver.lines[0])")
  }

  @Test(arguments: [Screen.overview, .subscribers, .due, .events])
  func `going there and back leaves the picture as it was`(_ screen: Screen) throws {
    var driver = try driver(screen)
    driver.wait(.seconds(20))
    let before = driver.text
    command(&driver, "set tz=Europe/Berlin")
    #expect(driver.text != before)
    command(&driver, "set tz=utc")
    driver.wait(.seconds(20))
    #expect(driver.text == before)
  }

  @Test func `the line of a filter says that its days are those of UTC`() throws {
    var driver = try driver()
    for (zone, isSaid) in [("utc", false), ("Europe/Berlin", true)] {
      command(&driver, "set tz=\(zone)")
      for (filter, hasDay) in [("failed:today", true), ("failed<7d", false)] {
        driver.press("/")
        driver.press("^u")
        driver.type(filter)
        #expect(driver.text.contains("match, days in UTC") == (isSaid && hasDay), "\(driver.text)")
        driver.press("Esc")
      }
    }
  }

  @Test func `every text of Detail follows, also the ones made when it was asked for`() throws {
    var driver = try driver()
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    command(&driver, "set tz=Asia/Kolkata")
    driver.wait(.seconds(20))
    #expect(!driver.text.contains(try Regex("[0-9]Z")), "\(driver.text)")
    #expect(driver.text.contains("+05:30"), "\(driver.text)")
    #expect(driver.text.contains("TIME Kolkata"), "\(driver.text)")
    driver.press("q", "j", "Enter")
    #expect(!driver.text.contains(try Regex("[0-9]Z")), "\(driver.text)")
  }

  @Test func `an end label is the last day of the zone`() throws {
    // Grace ends at 00:00 UTC on the 21st: 20 November in Greenwich, the 21st in Tokyo.
    var driver = try driver()
    driver.press("/")
    driver.type("as_2000000900000003")
    driver.press("Enter")
    #expect(driver.text.contains("access until 20 Nov"), "\(driver.text)")
    command(&driver, "set tz=Asia/Tokyo")
    #expect(driver.text.contains("access until 21 Nov"), "\(driver.text)")
  }

  @Test(arguments: [
    ("2025-11-17", "AS-OF 17 Nov 00:00+01"), ("2025-11-17 09:30", "AS-OF 17 Nov 09:30+01"),
    ("2025-07-01T09:30", "AS-OF 1 Jul 09:30+02"),
    ("2025-11-17T09:30:00Z", "AS-OF 17 Nov 10:30+01"),
    ("2025-11-17T09:30Z", "AS-OF 17 Nov 10:30+01"),
    ("2025-11-17T09:30:00-08:00", "AS-OF 17 Nov 18:30+01"), ("-3d", "AS-OF 17 Nov 18:42+01"),
  ])
  func `a time typed without a zone is meant by the clocks in force`(
    _ text: String, _ words: String
  ) throws {
    var driver = try driver()
    command(&driver, "set tz=Europe/Berlin")
    command(&driver, "asof \(text)")
    #expect(driver.lines[0].contains(words), "\(driver.lines[0])")
    // What is offered the next time names the same instant again.
    let asOf = try #require(driver.model.settings.asOf)
    driver.press("@", "t", "Enter")
    #expect(driver.model.settings.asOf == asOf)
  }

  @Test(arguments: [
    ("Europe/Berln", "Did you mean Europe/Berlin?"), ("berlin", "Did you mean Europe/Berlin?"),
    ("los angeles", "Did you mean America/Los_Angeles?"),
    ("kol", "mean Asia/Kolkata?"), ("xyzzy", "such as Europe/Berlin"),
  ])
  func `a zone that nobody knows changes nothing and names the nearest`(
    _ name: String, _ words: String
  ) throws {
    var driver = try driver()
    driver.model.settings.zone = TestZone.kolkata
    _ = driver.model.update(
      .backgroundTask(
        .noZone(named: name, nearest: ZoneName.nearest(to: name, in: Self.outside.zoneNames()))),
      machineNow: driver.clock)
    #expect(driver.text.contains("'\(name)' is not a time zone."), "\(driver.text)")
    #expect(driver.text.contains(words), "\(driver.text)")
    #expect(driver.model.settings.zone == TestZone.kolkata)
  }

  @Test func `the arrow down in an empty list of zones leaves Enter its meaning`() throws {
    var driver = try driver()
    driver.press(":")
    driver.type("set tz=xyzzy")
    #expect(driver.text.contains("0 time zones"), "\(driver.text)")
    driver.press("Down", "Enter")
    #expect(driver.effects.last == .backgroundTask(.zone(named: "xyzzy")), "\(driver.effects)")
  }

  @Test func `the command line offers the zones of what is typed`() throws {
    var driver = try driver()
    driver.press(":")
    driver.type("set tz=")
    #expect(driver.text.contains("► set tz=utc"), "\(driver.text)")
    #expect(driver.text.contains("7 time zones"), "\(driver.text)")
    driver.type("ber")
    #expect(driver.text.contains("► set tz=Europe/Berlin"), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.model.settings.zone == TestZone.berlin)
    var pasted = try self.driver()
    pasted.press(":")
    pasted.send(.paste("set tz=kol"))
    #expect(pasted.text.contains("► set tz=Asia/Kolkata"), "\(pasted.text)")
    pasted.type("x")
    #expect(pasted.text.contains("0 time zones"), "\(pasted.text)")
    driver.press(":")
    driver.type("set tz=as")
    driver.press("Down", "Tab")
    #expect(driver.text.contains(":set tz=Asia/Tokyo"), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.model.settings.zone.name == "Asia/Tokyo")
  }

  @Test func `the subscriber's zone is what was imported, and nothing is made up`() throws {
    let world = try TestWorld.usual()
    try world.ledger.putProfiles([
      AccountProfile(account: "acc-2", name: "Ada Okafor", timezone: "Asia/Tokyo")
    ])
    var driver = Driver(world, screen: .subscribers, outside: Self.outside)
    for (id, words) in [
      ("as_2000000900000002", "Times are Asia/Tokyo (+09) now"),
      ("as_2000000900000003", "No store tells the time zone of as_2000000900000003"),
    ] {
      driver.press("/")
      driver.press("^u")
      driver.type(id)
      driver.press("Enter")
      command(&driver, "set tz=subscriber")
      #expect(driver.text.contains(words), "\(driver.text)")
      #expect(driver.model.settings.zone.name == "Asia/Tokyo")
    }
  }

  @Test func `a copy is asked for in the zone in force`() throws {
    var driver = try driver()
    command(&driver, "set tz=Europe/Berlin")
    driver.press("y", "t")
    let zones = driver.effects.compactMap { effect in
      if case .backgroundTask(.copy(let request)) = effect { request.zone } else { nil }
    }
    #expect(zones == [TestZone.berlin])
  }

  @Test func `days of the rate begin at midnight of the zone`() throws {
    var driver = try driver(.events)
    command(&driver, "set tz=Asia/Kolkata")
    driver.press("-", "-")
    let rate = try #require(driver.model.events.rate)
    #expect(rate.barLength == .days(1))
    let dates = driver.model.dates
    #expect(rate.bars.indices.allSatisfy { dates.isDayStart(rate.start(of: $0)) })
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16), (40, 10), (30, 6)])
  func `no screen of any size tells a time of Greenwich`(_ width: Int, _ height: Int) throws {
    for screen in [Screen.overview, .subscribers, .due, .events] {
      var driver = try driver(screen, width, height)
      driver.model.settings.zone = TestZone.losAngeles
      #expect(!driver.text.contains(try Regex("[0-9]Z")), "\(driver.text)")
    }
  }
}
