import TerminalUI
import Testing

@testable import Dashboard

/// Messages that have more to say than a row.
struct FlashTests {
  private static let words =
    "Recorded: prompts of as_2000000900000002 snoozed until 27 Nov 17:42Z, by mira; u undoes it "
    + "for 10 min."

  @Test(arguments: [(80, 24), (60, 16), (40, 10), (80, 36), (120, 36)])
  func `a message is not cut before what matters`(_ width: Int, _ height: Int) throws {
    var driver = Driver(
      try .usual(), screen: .subscribers, size: Size(width: width, height: height))
    let before = driver.lines
    driver.model.tell(Self.words)
    let shown = driver.lines
    let changed = shown.indices.filter { shown[$0] != before[$0] }
    #expect(changed.count <= 2)
    let text = changed.map { shown[$0].trimmed }.joined(separator: " ")
    #expect(text == Self.words || width == 40 && text.hasSuffix("…"), "\(driver.text)")
    driver.wait(.seconds(7))
    #expect(driver.lines == before)
  }

  @Test func `a short one has a row, and hides nothing else`() throws {
    var driver = Driver(try .usual(), screen: .subscribers, size: Size(width: 80, height: 24))
    let before = driver.lines
    driver.model.tell("Saved.")
    let shown = driver.lines
    #expect(shown.indices.filter { shown[$0] != before[$0] } == [22])
    #expect(shown[22].trimmed == "Saved.")
  }

  @Test func `a long message below a menu is cut at its end, not at its beginning`() throws {
    var driver = Driver(try .usual(), screen: .due, size: Size(width: 60, height: 16))
    driver.model.tell(
      "Recorded: prompts of 12 subscribers snoozed until 1 Dec 17:26Z; u undoes it.")
    #expect(driver.lines[13].contains("Recorded: prompts"), "\(driver.text)")
    #expect(driver.lines[14].contains("u undoes it."), "\(driver.text)")
    driver.press("x")
    #expect(driver.lines[14].contains("Recorded: prompts"), "\(driver.text)")
  }

  @Test func `a message that lacks its middle says so`() throws {
    var driver = Driver(try .usual(), screen: .due, size: Size(width: 60, height: 16))
    driver.model.tell(
      "/srv/ledger.sqlite: the file that was opened is not there any more, or its log. It was "
        + "removed or replaced. Start the program again once it is back.")
    #expect(driver.lines[13].trimmed.hasSuffix("…"), "\(driver.text)")
    #expect(driver.lines[14].trimmed == "Start the program again once it is back.")
  }

  @Test func `what is said about the keys of a text goes with the text`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.model.input = .pager(Pager(title: "T", lines: ["one"]))
    driver.press("F12")
    #expect(driver.text.contains("Esc closes the text"))
    driver.press("Esc")
    #expect(!driver.text.contains("Esc closes the text"), "\(driver.text)")
  }

  @Test func `a full line that is given up warns no more`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("A")
    driver.send(.paste(String(repeating: "a", count: 5_000)))
    #expect(driver.text.contains("The line is full"))
    driver.press("Esc")
    #expect(!driver.text.contains("The line is full"), "\(driver.text)")
  }

  @Test func `news that came while a text was open stay after it`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.model.input = .pager(Pager(title: "T", lines: ["one"]))
    driver.send(.failed("The server is away.", slot: nil, request: 0))
    driver.press("Esc")
    #expect(driver.text.contains("The server is away."), "\(driver.text)")
  }
}
