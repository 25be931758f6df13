import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Saved views, and what is remembered of each through a session.
struct ViewTests {
  private func driver() throws -> Driver {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.model.preferences = DashboardPreferences(views: [
      SavedView(
        name: "save-me", key: 1, filter: "state:grace", sort: [.init(.mrr, descending: true)],
        columns: [.state, .name, .since], zoom: .hours6),
      SavedView(name: "callers", key: 2, screen: .due, filter: "-claimed:any"),
    ])
    return driver
  }

  @Test func `a digit after @ opens a view with its filter, order, columns and zoom`() throws {
    var driver = try driver()
    driver.press("@")
    #expect(driver.text.contains("1  save-me   Subscribers: state:grace"))
    driver.press("1")
    #expect(driver.text.contains("/ state:grace · 2 match"))
    #expect(driver.text.contains("sort mrr▼"))
    #expect(driver.text.contains("SINCE") && !driver.text.contains("LOSES"))
    #expect(driver.model.listView.zoom == .hours6)
    #expect(driver.lines[1].contains("view: save-me · 2 rows"))
    driver.press("@", "2")
    #expect(driver.model.screen == .due)
    #expect(driver.text.contains("/ -claimed:any"))
  }

  @Test func `a view is found as it was left`() throws {
    var driver = try driver()
    driver.press("@", "1", "I", ">", "j", "+")
    let (sort, id) = (driver.model.subscribers.sort, driver.model.subscribers.window.selected)
    let zoom = driver.model.listView.zoom
    driver.press("@", "2", "@", "1")
    #expect(driver.model.subscribers.sort == sort)
    #expect(driver.model.subscribers.descending == false)
    #expect(driver.model.subscribers.window.selected == id)
    #expect(driver.model.listView.zoom == zoom)
    driver.press("@", "0")
    #expect(driver.model.subscribers.filterText.isEmpty)
    #expect(driver.text.contains("LOSES"))
    #expect(!driver.lines[1].contains("view:"))
  }

  @Test func `what is on screen is kept under a name and gets a digit`() throws {
    var driver = try driver()
    driver.press("/")
    driver.type("state:hold")
    driver.press("Enter", "@", "s")
    #expect(driver.text.contains("Keep this view as"))
    driver.type("lost ones")
    driver.press("Enter")
    let view = SavedView(
      name: "lost ones", key: 3, filter: "state:hold", sort: [.init(.losesAccess)])
    #expect(driver.effects.contains(.saveView(view, over: nil)))
    #expect(driver.model.preferences.views.first { $0.key == 3 } == view)
    #expect(driver.text.contains("Saved the view lost ones; @3 opens it."))
    driver.press("@")
    #expect(driver.text.contains("3  lost ones"))
    driver.press("s", "Enter")
    #expect(driver.effects.contains(.saveView(view, over: view)))
  }

  @Test func `a view whose filter is not sound is not opened, and its menu says why`() throws {
    var driver = try driver()
    driver.model.preferences.views[0].filter = ""
    driver.model.preferences.views[0].problem = "views.toml:4: not a filter"
    driver.press("@")
    #expect(
      driver.text.contains("save-me   Subscribers  (it has a mistake: views.toml:4: not a filter)"),
      "\(driver.text)")
    driver.press("1")
    #expect(driver.text.contains("It has a mistake: views.toml:4: not a filter."))
    #expect(driver.model.viewMemory.open.isEmpty)
  }

  @Test func `a view is the one on screen once it is saved`() throws {
    var driver = try driver()
    guard case .saveView(let view, over: nil)? = driver.model.saveView(named: "mine").first else {
      Issue.record("nothing is saved")
      return
    }
    #expect(driver.model.viewMemory.open[.subscribers] == nil)
    driver.send(.savedView(view))
    #expect(driver.model.viewMemory.open[.subscribers] == "mine")
  }

  @Test func `a view opened again has its filter, whatever was done to the list meanwhile`() throws
  {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace,hold")
    driver.press("Enter", "@", "s")
    driver.type("big fish")
    driver.press("Enter")
    #expect(driver.lines[1].contains("view: big fish · 4 rows"))
    driver.press("Esc")
    #expect(driver.lines[1].contains("view: big fish (other filter) · 9 rows"))
    driver.press("1", "@", "1")
    #expect(driver.text.contains("/ state:grace,hold · 4 match"))
    #expect(driver.lines[1].contains("view: big fish · 4 rows"))
  }

  @Test func `the menu leads to other times as well, and says what cannot be`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("@")
    #expect(driver.text.contains("t  everything as it was at another time"))
    #expect(driver.text.contains("(no view is open)"))
    #expect(driver.text.contains("(works on Subscribers, Due)"))
  }
}
