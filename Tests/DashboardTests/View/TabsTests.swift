import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The second row of every screen.
struct TabsTests {
  private func running(_ width: Int, _ screen: Screen) throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.isDemo = true
    settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: 3_600)
    return Driver(
      world, screen: screen, size: Size(width: width, height: width < 100 ? 24 : 36),
      settings: settings)
  }

  @Test(arguments: [80, 100, 120], Screen.tabs)
  func `a world that runs says how it is stopped at every width with tabs`(
    _ width: Int, _ screen: Screen
  ) throws {
    var driver = try running(width, screen)
    #expect(driver.lines[1].contains("Z stops time"), "\(driver.lines[1])")
    driver.press("Z")
    #expect(driver.lines[1].contains("Z goes on"), "\(driver.lines[1])")
  }

  @Test(arguments: [80, 120])
  func `inside of one subscriber it says so as well`(_ width: Int) throws {
    var driver = try running(width, .subscribers)
    driver.press("Enter")
    #expect(driver.lines[1].contains("Z stops time"), "\(driver.lines[1])")
  }

  @Test func `who it is and the place in the list outlast the filter`() throws {
    var driver = Driver(
      try .usual(), screen: .subscribers, size: Size(width: 80, height: 24))
    driver.press("/")
    driver.type("state:grace,hold loses<90d env:production store:app-store")
    driver.press("Enter", "Enter")
    let path = driver.lines[1]
    #expect(path.contains("2 Subscribers ► … ► as_2000000900000003"), "\(path)")
    #expect(path.contains("1 of 2  { }"), "\(path)")
  }
}
