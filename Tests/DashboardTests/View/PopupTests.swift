import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Boxes with more lines than there is room for.
struct PopupTests {
  @Test func `a menu that is cut says how much is missing, and shows the line under its cursor`()
    throws
  {
    var driver = Driver(
      try .usual(), screen: .subscribers, size: Size(width: 40, height: 10))
    driver.press("s")
    guard case .menu(let menu) = driver.model.input else {
      Issue.record("no menu is open")
      return
    }
    let last = try #require(menu.items.last)
    #expect(!driver.text.contains(" \(last.key) \(last.title)"), "\(driver.text)")
    #expect(driver.text.contains(/\d more/), "\(driver.text)")
    for _ in menu.items { driver.press("Down") }
    guard case .menu(let moved) = driver.model.input else { return }
    #expect(driver.text.contains(" \(menu.items[moved.selection].key) "), "\(driver.text)")
  }

  @Test func `a menu with room for all says nothing is missing`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("s")
    #expect(!driver.text.contains(/\d more/), "\(driver.text)")
  }
}
