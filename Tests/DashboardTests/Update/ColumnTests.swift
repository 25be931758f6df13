import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct ColumnTests {
  private func heading(_ driver: Driver) -> String { driver.lines[3] }

  @Test func `columns are shown, hidden and moved, and the list follows at once`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("c")
    #expect(driver.text.contains("Columns from left to right"))
    driver.press("j", "space")
    #expect(!heading(driver).contains("ID"))
    driver.press("j", "<", "Enter")
    #expect(driver.model.input == .none)
    #expect(driver.model.subscribers.columns.prefix(2) == [.state, .name])
    driver.press("c", "0", "Enter")
    #expect(driver.model.subscribers.columns.isEmpty)
  }

  @Test func `the chooser goes to both ends, and says which part it shows`() throws {
    var driver = Driver(
      try TestWorld.usual(), screen: .subscribers, size: Size(width: 60, height: 16))
    driver.press("c")
    let count = ListColumn.allCases.count
    #expect(driver.text.contains("Columns from left to right, 1-"), "\(driver.text)")
    for key in ["End", "G"] {
      driver.press("g", key)
      #expect(driver.text.contains("-\(count) of \(count)"), "\(driver.text)")
    }
    driver.press("Home")
    #expect(driver.text.contains(", 1-"), "\(driver.text)")
  }

  @Test func `the chooser shows some columns on a small screen too`() throws {
    var driver = Driver(
      try TestWorld.usual(), screen: .subscribers, size: Size(width: 40, height: 10))
    driver.press("c")
    #expect(driver.text.contains("1-6 o"), "\(driver.text)")
  }

  @Test func `the heading of the state has room for the arrow of its order`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.model.subscribers.columns = [.state, .name, .mrr]
    driver.press(">")
    #expect(driver.model.subscribers.sort.rawValue == "state")
    #expect(heading(driver).contains("STATE"), "\(heading(driver))")
  }

  @Test func `Esc leaves the columns as they were`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    let before = driver.lines
    driver.press("c", "space", "j", "space", "Esc")
    #expect(driver.lines == before)
  }

  @Test func `the last column stays`() throws {
    var chooser = ColumnChooser([.name])
    chooser.toggle()
    #expect(chooser.choice == [.name])
  }

  @Test(arguments: ListColumn.allCases)
  func `every column has something to show and can be drawn alone`(_ column: ListColumn) throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.model.subscribers.columns = [.name, column]
    #expect(driver.text.contains("Ada Okafor"))
    if column != .timeline { #expect(heading(driver).contains(column.heading)) }
  }

  @Test func `a list shows countries`() throws {
    let world = try TestWorld { world in
      world.tell("gp_0a1b2c3d4e5f6071", .purchased, TestWorld.time("2025-11-05"), "acc-4") {
        ($0.country, $0.status) = ("DE", .active)
        $0.expiresAt = TestWorld.time("2025-12-05")
      }
    }
    var driver = Driver(world, screen: .subscribers)
    driver.model.subscribers.columns = [.id, try #require(ListColumn(rawValue: "country"))]
    #expect(driver.text.contains(" DE "), "\(driver.text)")
  }

  @Test func `the sort column goes along the columns that are shown`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.model.subscribers.columns = [.since, .account, .mrr]
    driver.press(">")
    #expect(driver.model.subscribers.sort == .stateSince)
    driver.press(">")
    #expect(driver.model.subscribers.sort == .mrr)
    driver.press(">")
    #expect(driver.model.subscribers.sort == .stateSince)
    driver.press("<")
    #expect(driver.model.subscribers.sort == .mrr)
  }
}
