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

  @Test func `a question that is cut has its consequences first, its answer last, and scrolls`()
    throws
  {
    let world = try BulkActionTests.crowd(34)
    var driver = Driver(
      world, screen: .due, size: Size(width: 40, height: 10),
      recorder: BulkActionTests.recorder(world))
    driver.press("*", "z", "1")
    #expect(driver.text.contains("! 12 of 34 subscribers"), "\(driver.text)")
    #expect(driver.text.contains("> snooze 34"), "\(driver.text)")
    #expect(driver.text.contains(/\d more \(Down\)/), "\(driver.text)")
    for _ in 0..<20 where !driver.text.contains("Prompts due: 34 now") { driver.press("Down") }
    #expect(driver.text.contains("Prompts due: 34 now, 0 after."), "\(driver.text)")
    #expect(driver.text.contains("> snooze 34"), "\(driver.text)")
    for _ in 0..<20 { driver.press("Down") }
    #expect(!driver.text.contains("more (Down)"), "\(driver.text)")
    #expect(driver.text.contains("type snooze 34"), "\(driver.text)")
    driver.press("Up")
    #expect(driver.text.contains("1 more (Down)"), "\(driver.text)")
    driver.type("snooze 34")
    driver.press("Enter")
    #expect(driver.effects.count == 1)
  }

  @Test func `a question about one scrolls with the keys of a list`() throws {
    var driver = Driver(try .usual(), screen: .due, size: Size(width: 40, height: 8))
    driver.press("C")
    #expect(driver.text.contains("more (Down)"), "\(driver.text)")
    #expect(driver.text.contains("y record it"), "\(driver.text)")
    driver.press("G")
    #expect(!driver.text.contains("more (Down)"), "\(driver.text)")
    #expect(driver.text.contains("y record it"), "\(driver.text)")
  }

  @Test func `a menu with room for all says nothing is missing`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("s")
    #expect(!driver.text.contains(/\d more/), "\(driver.text)")
  }
}
