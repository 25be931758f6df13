import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Events that arrive while somebody looks at another one, or at another screen.
struct EventArrivalTests {
  private var driver: Driver
  private var world: TestWorld

  init() throws {
    world = try TestWorld.lively()
    driver = Driver(world, screen: .events, size: Size(width: 80, height: 24))
  }

  /// Appends a purchase to the ledger, and lets the dashboard look.
  private mutating func arrive() throws {
    let known = world.entries.count
    world.active("as_2000000900000999", "acc-999", "2025-11-20", "P1M", months: 1)
    _ = try world.ledger.append(Array(world.entries[known...]), now: TestWorld.now)
    driver.wait(.seconds(2))
  }

  @Test mutating func `arrivals are counted in the footer, whatever message is shown`() throws {
    driver.press("j")
    try arrive()
    driver.model.tell("Something else.")
    let footer = driver.lines.first { $0.contains("from the newest shown") } ?? ""
    #expect(footer.contains("+2 new above (R)"), "\(driver.text)")
    driver.press("R")
    #expect(driver.text.contains("1 from the newest"))
    #expect(!driver.text.contains("new above"))
  }

  @Test mutating func `whoever comes back to the screen sees the newest`() throws {
    driver.press("j", "1")
    try arrive()
    driver.press("4")
    #expect(driver.model.events.isFollowing)
    #expect(driver.model.events.lines.first?.event.subscription == "as_2000000900000999")
    #expect(driver.model.events.arrivals == 0)
  }

  @Test mutating func `back from a subscriber the cursor is on its event`() throws {
    driver.press("j", "j", "o")
    let event = driver.model.events.selectedLine?.key
    try #require(driver.model.screen == .detail, "\(driver.text)")
    driver.press("Esc")
    #expect(driver.model.screen == .events)
    #expect(driver.model.events.selectedLine?.key == event)
  }

  @Test mutating func `a message ends with the screen that it is about`() {
    driver.model.tell("Something about events.")
    #expect(driver.text.contains("Something about events."))
    driver.press("3")
    #expect(driver.model.messages.flash == nil)
    #expect(driver.model.messages.all.last?.text == "Something about events.")
  }

  @Test mutating func `names that became known are shown on coming back`() throws {
    let account = try #require(driver.model.events.lines.first?.person.account)
    driver.press("j", "1")
    try world.ledger.putProfiles([AccountProfile(account: account, name: "Zoe Achebe")])
    driver.press("4")
    #expect(driver.model.events.lines.first?.person.name == "Zoe Achebe")
  }
}
