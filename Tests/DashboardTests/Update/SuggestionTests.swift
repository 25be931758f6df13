import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The command line finds every command by its name, its title and what it does.
struct SuggestionTests {
  private func driver(_ screen: Screen = .overview) throws -> Driver {
    Driver(try .usual(), screen: screen)
  }

  @Test func `what is called so comes before what is explained so`() throws {
    let offers = try driver().model.suggestions(for: "theme").map(\.text)
    #expect(offers.first == "theme NAME|inspect")
    #expect(offers.contains("ui.theme"))
    #expect(offers.contains("set NAME=VALUE"))
    #expect(!offers.contains { $0.hasPrefix("open ") && $0 != "open IDENTIFIER" })
  }

  @Test(arguments: [
    ("GPA.3317", 0), ("mei@example.com", 0), ("ada okafor", 0), ("okafor", 0),
  ])
  func `what may be a name is looked for by the line that says so`(
    _ text: String, _ place: Int
  ) throws {
    let offers = try driver().model.suggestions(for: text)
    #expect(offers[place].text == "open \(text)")
    #expect(offers[place].looksUp)
  }

  @Test func `Enter does what the line under the cursor says`() throws {
    var driver = try driver()
    driver.press(":")
    driver.type("snooz")
    #expect(driver.text.contains("► act.snooze"))
    driver.press("Enter")
    #expect(driver.text.contains("snooze: works on"))
    driver.press(":")
    driver.type("okafor")
    #expect(driver.text.contains("► open okafor"))
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
  }

  @Test(arguments: ["quit now", "subs x", "due foo", "help.open x"])
  func `what follows a command that takes nothing is not ignored`(_ line: String) throws {
    var driver = try driver()
    driver.press(":")
    driver.type(line)
    driver.press("Enter")
    let word = line.prefix { $0 != " " }
    #expect(driver.text.contains(":\(word) takes nothing after it."), "\(driver.text)")
    let isFiltered = ["subs", "due"].contains(word)
    #expect(driver.text.contains("/ there filters it.") == isFiltered, "\(driver.text)")
    #expect(!driver.model.isFinished && driver.model.screen == .overview)
  }

  @Test(arguments: [
    ("mask perhaps", ":mask needs one of: on, off"),
    ("set mask=perhaps", ":mask needs one of: on, off"),
    ("sort mrr desc please", ":sort needs one of: mrr, mrr desc"),
    ("sort mrr upwards", ":sort needs one of: mrr, mrr desc"),
    ("sort length", ", product"),
  ])
  func `a value that is none is not taken for another`(_ line: String, _ words: String) throws {
    var driver = try driver()
    driver.press(":")
    driver.type(line)
    driver.press("Enter")
    #expect(driver.text.contains(words), "\(driver.text)")
    #expect(!driver.model.settings.masksPersonalData && driver.model.screen == .overview)
    let help = driver.model.suggestions(for: "sort").first?.help ?? ""
    for sort in SubscriberSort.allCases { #expect(help.contains(sort.rawValue), "\(help)") }
  }

  @Test(arguments: [
    ("clipboard", "copy.menu"), ("history", "act.note"), ("billing", "act.suppress"),
  ])
  func `a word of the explanation finds the command`(_ word: String, _ name: String) throws {
    let offers = try driver(.subscribers).model.suggestions(for: word)
    #expect(offers.contains { $0.text == name }, "\(offers.map(\.text))")
  }

  @Test func `every command stands in the open line, with its keys`() throws {
    let model = try driver(.subscribers).model
    let offers = model.suggestions(for: "")
    #expect(offers.count == model.offersMax)
    #expect(offers.first { $0.text == "act.snooze" }?.keys == ["z"])
  }

  @Test func `a slash in help finds a command, and Enter runs it where help was opened`() throws {
    var driver = try driver(.subscribers)
    driver.press("?", "/")
    driver.type("snoo")
    #expect(driver.text.contains("act.snooze"))
    driver.press("Enter")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.text.contains("Snooze prompts for"))
  }

  @Test func `on a narrow screen the reason outlasts the explanation`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.isReadOnly = true
    var driver = Driver(
      world, screen: .subscribers, size: Size(width: 60, height: 16), settings: settings)
    driver.press(":")
    driver.type("snooze")
    #expect(driver.text.contains("(READ-ONLY, started with --r"), "\(driver.text)")
    driver.press("Esc", "x")
    #expect(driver.text.contains("snooze  (READ-ONLY, started with --readonly)"), "\(driver.text)")
  }
}
