import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct CompletionTests {
  private func line(_ driver: Driver) -> String {
    guard case .filter(let edit) = driver.model.input else { return "" }
    return edit.field.text
  }

  @Test func `Tab completes a field, then offers its values with a list`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("stat")
    driver.press("Tab")
    #expect(line(driver) == "state:")
    #expect(driver.text.contains("►pending"))
    driver.press("Down", "Down", "Down", "Tab")
    #expect(line(driver) == "state:grace")
    driver.press("Enter")
    #expect(driver.text.contains("/ state:grace · 2 match"))
  }

  @Test func `what all offers share is completed first, and typing narrows the list`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("s")
    driver.press("Tab")
    #expect(driver.text.contains("The state of the subscription."))
    driver.type("to")
    #expect(driver.text.contains("►store:"))
    #expect(!driver.text.contains("The state of the subscription."))
    driver.press("Enter")
    #expect(line(driver) == "store:")
    driver.press("Down", "Enter", "Enter")
    #expect(driver.text.contains("/ store:google-play"))
  }

  @Test func `values that rows have are offered, quoted where they must be`() throws {
    let world = try TestWorld.usual()
    try world.ledger.putProfiles([
      AccountProfile(account: "acc-3", name: "Ben", email: "b@example.com", tags: ["big fish"])
    ])
    var driver = Driver(world, screen: .subscribers)
    driver.press("/")
    driver.type("tag:")
    driver.press("Tab")
    #expect(driver.text.contains("\"big fish\""))
    #expect(driver.text.contains("vip"))
    driver.type("\"")
    driver.press("Esc", "Bksp")
    driver.type("vi")
    driver.press("Tab", "Enter")
    #expect(driver.text.contains("/ tag:vip · 1 match"))
  }

  @Test(arguments: [("name:", "Okafor"), ("email:", "@")], [false, true])
  func `names and mail addresses are offered only while they are shown`(
    _ field: (name: String, part: String), _ isMasked: Bool
  ) throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.masksPersonalData = isMasked
    var driver = Driver(world, screen: .subscribers, settings: settings)
    func offersPeople() -> Bool {
      driver.press("/")
      driver.type(field.name)
      driver.press("Tab")
      var offers: [String] = []
      while case .filter(let edit) = driver.model.input {
        offers += edit.completion?.offers.map(\.text) ?? []
        driver.press("Esc")
      }
      return offers.contains { $0.contains(field.part) }
    }
    #expect(offersPeople() != isMasked)
    driver.press("C-g")
    #expect(offersPeople() == isMasked)
  }

  @Test func `a deadline is offered usual lengths of time`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("loses")
    driver.press("Tab", "Down", "Tab", "Enter")
    #expect(driver.text.contains("/ loses<24h · 1 match"))
  }

  @Test func `Esc closes the list and then the line`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/", "Tab", "Esc")
    guard case .filter(let edit) = driver.model.input else {
      Issue.record("the line is closed")
      return
    }
    #expect(edit.completion == nil)
    driver.press("Esc")
    #expect(driver.model.input == .none)
  }

  @Test func `a list of offers is drawn on every size`() throws {
    for (width, height) in [(20, 4), (30, 6), (60, 16), (80, 24), (250, 80)] {
      var driver = Driver(
        try TestWorld.usual(), screen: .subscribers, size: Size(width: width, height: height))
      driver.press("/", "Tab", "Up")
      #expect(driver.lines.count == height)
    }
  }

  @Test func `nothing to complete is said`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("xyzzy")
    driver.press("Tab")
    #expect(driver.text.contains("Nothing completes this"))
  }
}
