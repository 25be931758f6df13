import SubscriptionCore
import Testing

@testable import Dashboard

/// The clock of a simulated world: loading, running, standing.
struct SimulatedTimeTests {
  static let day = Int64(86_400)

  private func driver() throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.isDemo = true
    settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: Self.day)
    return Driver(world, settings: settings)
  }

  @Test func `Z stops the world and Z lets it go on from there`() throws {
    var driver = try driver()
    #expect(driver.text.contains("1d a second  Z stops time"))
    driver.wait(.seconds(2))
    #expect(driver.lines[0].contains("LIVE 22 Nov"))
    driver.press("Z")
    let status = DashboardClock.scaled(
      start: TestWorld.now + .days(2), since: driver.clock, speed: 0)
    #expect(driver.effects == [.clock(status)])
    driver.wait(.seconds(60))
    #expect(driver.lines[0].contains("PAUSED 22 Nov"))
    #expect(driver.text.contains("time is stopped  Z goes on"))
    driver.press("Z")
    let running = DashboardClock.scaled(
      start: TestWorld.now + .days(2), since: driver.clock, speed: Self.day)
    #expect(driver.effects.last == .clock(running))
    driver.wait(.seconds(1))
    #expect(driver.lines[0].contains("LIVE 23 Nov"))
  }

  @Test func `a paused world that is sent forward shows where it goes`() throws {
    var driver = try driver()
    driver.press("Z", ":")
    driver.type("clock 6h/s")
    driver.press("Enter")
    #expect(driver.text.contains("Time is stopped; Z lets it run at 6h a second."))
    #expect(driver.lines[0].contains("PAUSED 20 Nov"))
    driver.press(":")
    driver.type("clock +3d")
    driver.press("Enter")
    #expect(driver.text.contains("Going forward to 23 Nov 17:42Z, and on from there."))
    #expect(driver.lines[0].contains("LIVE 20 Nov"))
    let later = TestWorld.now + .days(3)
    #expect(driver.effects.contains(.backgroundTask(.jump(to: later))))
    driver.send(.clock(.scaled(start: later, since: driver.clock, speed: 21_600)))
    #expect(driver.lines[0].contains("LIVE 23 Nov"))
  }

  @Test func `a world that begins to run while the screen is paused waits`() throws {
    var driver = try driver()
    driver.press("Z")
    let later = TestWorld.now + .days(5)
    driver.send(.clock(.scaled(start: later, since: driver.clock, speed: Self.day)))
    driver.wait(.seconds(10))
    #expect(driver.lines[0].contains("PAUSED 20 Nov"))
    driver.press("Z")
    driver.wait(.seconds(1))
    #expect(driver.lines[0].contains("LIVE 26 Nov"))
  }

  @Test func `the time of a simulated store runs until it has caught up`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.clock = .accelerated(
      start: TestWorld.now - .days(1), since: TestWorld.now, speed: Self.day)
    var driver = Driver(world, settings: settings)
    #expect(driver.lines[0].contains("LIVE 19 Nov"))
    #expect(!driver.text.contains("Z stops time"))
    driver.wait(.seconds(2))
    #expect(driver.lines[0].contains("LIVE 20 Nov"))
    #expect(settings.clock.present(at: TestWorld.now + .days(3)) == TestWorld.now + .days(3))
    #expect(settings.clock.millisecondsToNextText(at: TestWorld.now) == 250)
    let later = TestWorld.now + .minutes(5)
    #expect(
      settings.clock.millisecondsToNextText(at: later)
        == DashboardClock.live.millisecondsToNextText(at: later))
  }

  @Test func `a history that is being read says how far it is`() throws {
    let settings = DashboardSettings(ledgerName: "demo", isDemo: true)
    var driver = Driver(TestWorld(), settings: settings)
    driver.send(.loading(42))
    #expect(driver.lines[0].contains("LOADING 42 %"))
    #expect(driver.text.contains("has happened so far: 42 % is read"))
    #expect(!driver.text.contains("churntop demo"))
    driver.send(.loading(nil))
    #expect(driver.lines[0].contains("LIVE"))
  }

  @Test func `a simulated world hides personal data until it is asked to show them`() throws {
    let world = try TestWorld.usual()
    var settings = DashboardSettings(ledgerName: "demo", isDemo: true)
    settings.clock = .fixed(TestWorld.now)
    var driver = Driver(world, screen: .subscribers, settings: settings)
    #expect(!driver.text.contains("Ada Okafor"))
    driver.press("^g")
    #expect(driver.text.contains("Ada Okafor"))
  }
}
