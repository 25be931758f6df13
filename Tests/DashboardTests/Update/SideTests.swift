import Dashboard
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The subscriber beside a list on wide screens.
struct SideTests {
  static let wide = Size(width: 160, height: 45)

  @Test func `the subscriber under the cursor stands beside the list at once`() throws {
    let driver = Driver(try TestWorld.usual(), screen: .subscribers, size: Self.wide)
    #expect(driver.model.side?.data?.extra.summary.id == "as_2000000900000003")
    #expect(driver.text.contains("In plain words"))
  }

  @Test func `it follows the cursor after a rest, not at every step`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers, size: Self.wide)
    driver.press("j")
    driver.wait(.milliseconds(79))
    #expect(driver.model.side?.id == "as_2000000900000003")
    driver.press("j")
    driver.wait(.milliseconds(79))
    #expect(driver.model.side?.id == "as_2000000900000003")
    #expect(driver.model.nextWake == driver.clock + .milliseconds(1))
    driver.wait(.milliseconds(1))
    #expect(driver.model.side?.id == "as_2000000900000006")
  }

  @Test(arguments: [Screen.subscribers, .due])
  func `a picture of a filtered list has the first of its rows beside it`(screen: Screen) throws {
    let renderer = try TestWorld.usual().renderer()
    let first = try #require(try renderer.model(screen, size: Self.wide).side?.id)
    let filtered = try renderer.model(screen, size: Self.wide, filter: "-id:\(first)")
    let row = try #require(filtered.list?.window.selectedRow?.summary.id)
    #expect(row != first && filtered.side?.data?.extra.summary.id == row)
    let none = try renderer.model(screen, size: Self.wide, filter: "id:nobody")
    #expect(none.list?.window.isLoaded == true && none.side == nil)
  }

  @Test func `a list that has no rows any more has no subscriber beside it`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers, size: Self.wide)
    driver.press("/")
    driver.type("id:nobody")
    driver.press("Enter")
    driver.wait(.milliseconds(100))
    #expect(!driver.text.contains("In plain words"), "\(driver.text)")
  }

  @Test func `nothing is asked where there is no room for it`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("j")
    driver.wait(.milliseconds(100))
    #expect(driver.model.side == nil)
    driver.send(.resized(Self.wide))
    #expect(driver.model.side?.id == "as_2000000900000002")
    driver.press("1")
    #expect(!driver.text.contains("In plain words"))
  }

  @Test(arguments: [Screen.subscribers, .due])
  func `o shows it below the list, which keeps the keys, and hides it again`(
    screen: Screen
  ) throws {
    for size in [Size(width: 120, height: 36), Size(width: 80, height: 24)] {
      var driver = Driver(try TestWorld.usual(), screen: screen, size: size)
      let bare = driver.text
      driver.press("o")
      let first = try #require(driver.model.side?.id)
      #expect(driver.text.contains("retry"), "\(driver.text)")
      #expect(driver.text.contains("─ Timeline"), "\(driver.text)")
      #expect(driver.pointed.isEmpty == false)
      driver.press("j")
      driver.wait(.milliseconds(100))
      #expect(driver.model.side?.id != first)
      #expect(driver.model.side?.id == driver.model.list?.window.selectedRow?.summary.id)
      #expect(driver.model.screen == screen)
      driver.press("k", "o")
      driver.wait(.milliseconds(100))
      #expect(driver.text == bare)
    }
  }

  @Test func `on a wide screen it hides what stands there, and a small one has no room`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers, size: Self.wide)
    driver.press("o")
    #expect(!driver.text.contains("In plain words"))
    #expect(driver.model.side == nil)
    driver.press("o")
    #expect(driver.text.contains("In plain words"))
    var small = Driver(
      try TestWorld.usual(), screen: .subscribers, size: Size(width: 60, height: 16))
    small.press("o")
    #expect(
      small.text.contains("beside: it takes 80x24; Enter opens the subscriber."), "\(small.text)")
  }

  @Test func `each view remembers it, from one session to the next`() throws {
    let world = try TestWorld.usual()
    var preferences = DashboardPreferences()
    preferences.views = [SavedView(name: "save-me", key: 1, filter: "state:grace")]
    var driver = Driver(world, screen: .subscribers, preferences: preferences)
    driver.press("@", "1", "o", "@", "0")
    #expect(driver.model.subscribers.showsSide == nil)
    driver.press("@", "1")
    #expect(driver.model.subscribers.showsSide == true)
    driver.press("3", "o")
    var next = Driver(
      world, screen: .due, preferences: preferences, memory: driver.model.memory)
    #expect(next.model.due.showsSide == true)
    next.press("2")
    #expect(next.model.subscribers.showsSide == nil)
    next.press("@", "1")
    #expect(next.model.subscribers.showsSide == true)
  }
}
