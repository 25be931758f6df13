import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// What a session leaves to the next one.
struct DashboardMemoryTests {
  private let view = SavedView(
    name: "save-me", key: 1, filter: "state:grace", sort: [.init(.mrr, descending: true)])

  private func driver(
    _ memory: DashboardMemory = DashboardMemory(), screen: Screen = .subscribers
  ) throws -> Driver {
    try Driver(
      TestWorld.usual(), screen: screen, preferences: DashboardPreferences(views: [view]),
      memory: memory)
  }

  @Test func `order, columns, zoom and cursor of a list are taken up again`() throws {
    var first = try driver()
    first.press("I", ">", "j", "j", "+")
    let left = first.model
    var second = try driver(first.model.memory)
    #expect(second.model.subscribers.sort == left.subscribers.sort)
    #expect(second.model.subscribers.descending == left.subscribers.descending)
    #expect(second.model.subscribers.window.selected == left.subscribers.window.selected)
    #expect(second.model.subscribers.window.cursor.line == 2)
    #expect(second.model.listView.zoom == left.listView.zoom && left.listView.zoom != nil)
    second.press("j")
    #expect(second.model.subscribers.window.cursor.line == 3)
  }

  @Test func `a filter is not, nor the cursor in the filtered list`() throws {
    var first = try driver()
    first.press("/")
    first.type("state:hold")
    first.press("Enter", "j")
    let memory = first.model.memory
    #expect(memory.lists[.subscribers]?.cursor == nil)
    let second = try driver(memory)
    #expect(second.model.subscribers.filterText.isEmpty)
    #expect(second.model.subscribers.window.cursor.line == 0)
  }

  @Test func `a view is found as it was left, unless it says something else by now`() throws {
    var first = try driver()
    first.press("@", "1", "I", "j")
    let cursor = first.model.subscribers.window.selected
    let memory = first.model.memory
    var second = try driver(memory)
    #expect(second.model.viewMemory.open == [:])
    second.press("@", "1")
    #expect(second.model.subscribers.descending == false)
    #expect(second.model.subscribers.window.selected == cursor)
    var other = view
    other.filter = "state:hold"
    var third = try Driver(
      TestWorld.usual(), screen: .subscribers, preferences: DashboardPreferences(views: [other]),
      memory: memory)
    third.press("@", "1")
    #expect(third.model.subscribers.descending)
    #expect(third.model.subscribers.filterText == "state:hold")
  }

  @Test func `the two lists do not take each other's place`() throws {
    var first = try driver()
    first.press("j", "3", "j", "@", "1", "3")
    let memory = first.model.memory
    #expect(memory.lists[.due]?.cursor == first.model.due.window.selected)
    #expect(memory.lists[.subscribers]?.sort == SavedView.SortKey(.losesAccess))
    #expect(memory.lists[.subscribers]?.cursor != nil)
    #expect(memory.views[view]?.cursor == nil)
  }

  @Test func `filters that could name somebody are forgotten`() throws {
    var first = try driver()
    for text in ["state:grace loses<3d", "ada", "state:hold email:~okafor", "state:hold"] {
      first.press("/")
      for _ in 0..<40 { first.press("Backspace") }
      first.type(text)
      first.press("Enter")
    }
    let second = try driver(first.model.memory)
    #expect(second.model.search.history == ["state:grace loses<3d", "state:hold"])
  }

  @Test func `a row that the ledger does not have any more leads to the top`() throws {
    var memory = DashboardMemory()
    let gone = ListWindow.Key(section: 7, id: SubscriptionID("app:gone"))
    memory.lists[.subscribers] = .init(sort: .init(.losesAccess), cursor: gone)
    memory.lists[.due] = .init(sort: .init(.promptDue), cursor: gone)
    var driver = try driver(memory)
    #expect(driver.model.subscribers.window.rows.count > 3)
    #expect(driver.model.subscribers.window.cursor.line == 0)
    driver.press("3")
    #expect(!driver.model.due.window.rows.isEmpty)
    #expect(driver.model.due.window.cursor.line == 0)
  }
}
