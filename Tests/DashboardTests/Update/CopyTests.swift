import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@Suite struct CopyTests {
  private func copied(_ driver: Driver) -> [String] {
    driver.effects.compactMap { effect in
      if case .terminal(.copy(let text)) = effect { text } else { nil }
    }
  }

  private func request(_ driver: Driver) -> CopyRequest? {
    driver.effects.compactMap { effect -> CopyRequest? in
      if case .backgroundTask(.copy(let request)) = effect { request } else { nil }
    }.last
  }

  @Test func `y and i copy the identifier under the cursor and say so`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("y", "i")
    let id = try #require(request(driver)?.subscriptions.first)
    #expect(copied(driver) == [id.rawValue])
    #expect(driver.text.contains("Copied the identifier; also in "), "\(driver.text)")
  }

  @Test(arguments: [
    ("i", CopyRequest.Form.id), ("r", .row), ("j", .json), ("t", .timeline), ("m", .markdown),
    ("g", .mermaid), ("c", .command), ("a", .reply),
  ])
  func `each key asks for its form`(key: String, form: CopyRequest.Form) throws {
    var driver = Driver(try .usual(), screen: .due)
    driver.press("y", key)
    #expect(request(driver)?.form == form)
  }

  @Test func `without a subscriber there is nothing to copy, and it says so`() {
    var driver = Driver(TestWorld(), screen: .help)
    driver.press("y")
    #expect(driver.text.contains("y means nothing here"), "\(driver.text)")
    var events = Driver(TestWorld(), screen: .events)
    events.press("y")
    #expect(events.text.contains("no subscriber is under the cursor"), "\(events.text)")
  }

  @Test func `the latest message can be copied`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("T", "y", "l")
    #expect(copied(driver) == ["There is no other theme."])
  }

  @Test func `what terminals do not take is not sent to them`() throws {
    let outside = DashboardDependencies(words: { _, _ in String(repeating: "x", count: 60_000) })
    var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
    driver.press("y", "j")
    #expect(copied(driver).isEmpty)
    #expect(driver.text.contains("60 kB are more than a terminal takes"), "\(driver.text)")
    #expect(driver.text.contains("last-copy"))
  }

  @Test func `a copy names its file only where it was written`() throws {
    for isKept in [true, false] {
      let outside = DashboardDependencies(words: { _, _ in "words" }, keepCopy: { _ in isKept })
      var driver = Driver(try .usual(), screen: .subscribers, outside: outside)
      driver.press("y", "j")
      #expect(copied(driver) == ["words"])
      #expect(driver.text.contains("also in") == isKept, "\(driver.text)")
    }
    let large = DashboardDependencies(
      words: { _, _ in String(repeating: "x", count: 60_000) }, keepCopy: { _ in false })
    var driver = Driver(try .usual(), screen: .subscribers, outside: large)
    driver.press("y", "j")
    #expect(driver.text.contains("nothing was copied, and"), "\(driver.text)")
  }

  @Test func `the figures of Overview can be copied`() throws {
    var driver = Driver(try .usual())
    driver.press("y")
    #expect(!driver.text.contains("no subscriber is under the cursor"), "\(driver.text)")
    driver.press("f")
    let text = copied(driver).first ?? ""
    #expect(text.contains("grace: 2") && text.contains("Prompts due: 4"), "\(text)")
  }

  @Test func `masked stays masked, unless this one was revealed`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.masksPersonalData = true
    var driver = Driver(world, screen: .subscribers, settings: settings)
    driver.press("y", "m")
    #expect(request(driver)?.masksPersonalData == true)
    driver.press("Enter", "m", "y", "m")
    #expect(request(driver)?.masksPersonalData == false)
  }

  @Test func `in the past the copy is of the past`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press(":")
    driver.type("asof -1d")
    driver.press("Enter", "y", "c")
    #expect(request(driver)?.now == TestWorld.now - .days(1))
  }

  @Test func `a reply of the past is not copied, and it says why`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press(":")
    driver.type("asof -1d")
    driver.press("Enter", "y", "a")
    #expect(request(driver) == nil)
    #expect(driver.text.contains("The reply is of "), "\(driver.text)")
    driver.press("Esc", "Enter", "r")
    #expect(request(driver) == nil)
    #expect(driver.text.contains(": the reply is of "), "\(driver.text)")
  }
}
