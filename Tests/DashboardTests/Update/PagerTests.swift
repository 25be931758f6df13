import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Texts in front of the screen, above all what is wrong with the user's files.
struct PagerTests {
  @Test func `what is wrong with the files is told at the start and listed by a command`() throws {
    let notes = (1...4).map { "keys.toml:\($0): 'x\($0)' is not a setting." }
    var driver = Driver(
      try TestWorld.usual(), preferences: DashboardPreferences(notes: notes))
    #expect(driver.text.contains("keys.toml:1: 'x1' is not a setting. And 3 more: :messages"))
    driver.press(":")
    driver.type("messages")
    driver.press("Enter")
    for note in notes { #expect(driver.text.contains(note)) }
    driver.press("Esc")
    #expect(!driver.text.contains("newest first"))
  }

  @Test func `messages have the time at which they were shown`() throws {
    var driver = Driver(try TestWorld.usual(), size: Size(width: 80, height: 24))
    driver.press("F12")
    driver.wait(.hours(9))
    driver.press("b", ":")
    driver.type("messages")
    driver.press("Enter")
    #expect(driver.text.contains("21 Nov 02:42Z  b means nothing here"), "\(driver.text)")
    #expect(driver.text.contains("20 Nov 17:42Z  F12 means nothing here"), "\(driver.text)")
  }

  @Test func `y copies what is read, without what a terminal would act on`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.model.input = .pager(Pager(title: "T", lines: ["one\u{1B}[2J", "two"]))
    #expect(driver.text.contains("y copy"))
    driver.press("y")
    guard case .terminal(.copy(let text)) = driver.effects.last else {
      Issue.record("\(driver.effects)")
      return
    }
    #expect(text.hasPrefix("one") && text.hasSuffix("\ntwo") && !text.contains("\u{1B}"))
    driver.model.input = .pager(
      Pager(title: "T", lines: Array(repeating: String(repeating: "x", count: 99), count: 999)))
    let before = driver.effects.count
    driver.press("y")
    #expect(driver.effects.count == before)
  }

  @Test(arguments: [
    ("set glyphs=ascii", ">"), ("set glyphs ascii", ">"), ("set sort=mrr", "sort mrr"),
    ("set colour=red", ":set needs one of"), ("set", ":set needs one of"),
  ])
  func `set takes a name and a value`(_ line: String, _ seen: String) throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press(":")
    driver.type(line)
    driver.press("Enter")
    #expect(driver.text.contains(seen), "\(driver.text)")
    #expect((driver.model.settings.glyphs == .ascii) == line.contains("ascii"))
  }

  @Test func `a long text is scrolled by the keys of movement, to its end and not beyond`() throws {
    var driver = Driver(try TestWorld.usual(), size: Size(width: 80, height: 24))
    driver.model.input = .pager(Pager(title: "T", lines: (1...100).map { "line \($0)." }))
    #expect(driver.text.contains("line 1."))
    driver.press("G")
    #expect(driver.text.contains("line 100."))
    let last = driver.text
    driver.press("j")
    #expect(driver.text.contains("line 100.") && driver.text == last)
    #expect(driver.text.contains("83-100 of 100  j k scroll"), "\(driver.text)")
    driver.press("g")
    #expect(driver.text.contains("line 1."))
    #expect(driver.text.contains("1-18 of 100"))
    driver.press("F12")
    #expect(driver.text.contains("Esc closes the text"))
  }

  @Test func `long lines are wrapped and nothing in them reaches the terminal`() throws {
    var driver = Driver(try TestWorld.usual(), size: Size(width: 60, height: 16))
    let line = String(repeating: "word ", count: 40) + "\u{1B}[2J\tend"
    driver.model.input = .pager(Pager(title: "a\u{7}b", lines: [line]))
    #expect(driver.text.contains("end"))
    #expect(!driver.text.contains("\u{1B}") && !driver.text.contains("\u{7}"))
  }

  @Test func `hints and help show the user's keys`() throws {
    let map = KeyMap(bindings: [
      KeyBinding(.filter, ["F4"], place: "k:1"), KeyBinding(.help, ["F2"], place: "k:2"),
      KeyBinding(.subscribers, ["s"], place: "k:3"), KeyBinding(.actions, [], place: "k:4"),
    ])
    var driver = Driver(
      try TestWorld.usual(), size: Size(width: 120, height: 45), keyMap: map)
    let hints = try #require(driver.lines.last)
    #expect(hints.contains("F2 help") && hints.contains("F4 filter") && hints.contains("1 s 3 4"))
    driver.press("x")
    #expect(driver.text.contains("x means nothing here; F2 lists the keys."))
    driver.press("s", "F2")
    #expect(driver.lines.contains { $0.contains("  F4 ") && $0.contains("narrows the list") })
    #expect(!driver.text.contains("1-4"))
  }
}
