import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct MatchTests {
  @Test func `n goes from match to match in the whole list, and round at its end`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("n")
    #expect(driver.text.contains("Nothing was looked for yet"))
    driver.press("/")
    driver.type("state:hold")
    driver.press("Enter", "Esc", "g", "n")
    #expect(driver.model.subscribers.filterText.isEmpty)
    #expect(driver.pointed.contains("HLD"))
    let first = driver.pointed
    driver.press("n")
    #expect(driver.pointed.contains("HLD") && driver.pointed != first)
    driver.press("n")
    #expect(driver.pointed == first)
    driver.press("N", "N")
    #expect(driver.pointed == first)
  }

  @Test func `the only match is said to be the only one`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:paused")
    driver.press("Enter", "Esc", "n")
    #expect(driver.pointed.contains("PAU"))
    driver.press("n")
    #expect(driver.text.contains("No other row of this list matches state:paused."))
  }

  @Test func `a match far down the list is read from the ledger`() throws {
    let world = try TestWorld { world in
      for number in 0..<900 {
        world.canceled(
          SubscriptionID("as_7000000000\(1_000 + number)"), AccountID("acc-\(number)"),
          number < 450 ? "2025-11-02" : "2025-11-09")
      }
      world.paused("gp_0a1b2c3d4e5f6079", "acc-x", "2025-11-08")
    }
    var driver = Driver(world, screen: .subscribers)
    driver.press("/")
    driver.type("state:paused")
    driver.press("Enter", "Esc", "g", "n")
    #expect(driver.pointed.contains("PAU"))
    driver.press("k")
    #expect(driver.pointed.contains("CAN"))
  }
}
