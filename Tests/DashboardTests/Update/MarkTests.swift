import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct MarkTests {
  private func marked(_ driver: Driver) -> [String] {
    driver.model.targets.map(\.rawValue)
  }

  @Test func `space marks and goes down, and the marks stand beside their rows`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    let first = driver.pointed
    driver.press("space", "space")
    #expect(driver.text.contains("2 marked"))
    #expect(driver.lines.count { $0.contains("+") && $0.contains("as_") } == 2)
    driver.press("k", "k")
    #expect(driver.pointed.contains("►+"))
    driver.press("space")
    #expect(driver.text.contains("1 marked"))
    #expect(first.contains("Ben Achebe"))
    driver.press("\\")
    #expect(!driver.text.contains("marked"))
  }

  @Test func `an action is about the marked rows and not about the cursor`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("space", "space", "j", "C", "y")
    guard case .record(let action) = driver.effects.first else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(action.subscriptions.count == 2)
    #expect(driver.text.contains("2 subscribers") || driver.text.contains("as_2000000900000003"))
    #expect(driver.model.subscribers.marks.isEmpty)
  }

  @Test func `a range goes from v to v, wherever the cursor went between`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("j", "v", "j", "j")
    #expect(driver.text.contains("3 marked, v ends the range"))
    driver.press("k", "v")
    #expect(driver.text.contains("2 marked"))
    #expect(driver.model.subscribers.marks.ids.count == 2)
    driver.press("v", "G", "Esc")
    #expect(driver.model.subscribers.marks.ids.count == 2)
  }

  @Test func `the star marks all that match, and a mark outlives the filter`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace,hold")
    driver.press("Enter", "*")
    #expect(driver.text.contains("4 marked"))
    driver.press("/", "^u", "Enter")
    #expect(driver.text.contains("4 marked"))
    #expect(Set(marked(driver)).count == 4)
  }

  @Test func `too many are marked by their filter, and an action says what to do`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    let ids = (0...Marks.idsMax).map { SubscriptionID("as_\($0)") }
    driver.model.receive(identities: ids, [nil])
    #expect(driver.text.contains("over 10,000 marked"))
    #expect(driver.pointed.contains("+"))
    driver.press("z")
    #expect(driver.text.contains("an action takes 10,000 at the most"))
    #expect(driver.model.input == .none)
    driver.press("\\")
    #expect(!driver.text.contains("over 10,000 marked"))
  }

  @Test func `Esc peels the filter, then the marks, then the screen`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter", "space", "Esc")
    #expect(driver.model.subscribers.filterText.isEmpty)
    #expect(driver.text.contains("1 marked"))
    driver.press("Esc")
    #expect(driver.model.subscribers.marks.isEmpty)
    #expect(driver.model.screen == .subscribers)
    driver.press("Esc")
    #expect(driver.model.screen == .overview)
  }

  @Test func `a range is made of the rows it was drawn over, whatever arrives`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.press("v", "j", "j")
    let drawn = driver.model.subscribers.rangeRows.map(\.summary.id)
    for number in 1...5 { try StableViewTests.append(world.ledger, number) }
    driver.wait(.seconds(1))
    driver.press("R")
    #expect(driver.model.subscribers.marks.ids == drawn)
  }

  @Test func `once a range is marked, nothing says that it begins`() throws {
    var driver = Driver(
      try TestWorld.usual(), screen: .subscribers, size: Size(width: 80, height: 24))
    driver.press("v")
    #expect(driver.text.contains("A range begins here"))
    driver.press("j", "j", "v")
    #expect(!driver.text.contains("A range begins here"), "\(driver.text)")
    #expect(driver.text.contains("3 marked"), "\(driver.text)")
  }
}
