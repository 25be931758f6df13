import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// The dashboard as a conversation.
@Suite struct LinearSessionTests {
  private let recorded = Recorded()

  private final class Recorded: Sendable {
    let actions = Mutex<[OperatorAction]>([])
  }

  private func session(
    _ screen: Screen, filter: String = "", keyMap: KeyMap = .standard, away: Duration? = nil
  ) throws -> LinearSession {
    let world = try TestWorld.usual()
    let recorded = recorded
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard,
      record: { action in
        recorded.actions.withLock { $0.append(action) }
        return []
      }, post: { _ in })
    var settings = world.settings()
    settings.note(
      lastVisit: away.map { TestWorld.now - $0 }, now: TestWorld.now, longAfter: .hours(4))
    return LinearSession(
      settings: settings, screen: screen, filter: filter, keyMap: keyMap, runner: runner,
      clock: { TestWorld.now })
  }

  @Test func `a long absence is announced before the first line is typed`() throws {
    var away = try session(.overview, away: .hours(9))
    let lines = away.begin()
    #expect(lines.dropLast().last?.hasPrefix("Since 20 Nov 08:42Z: ") == true, "\(lines)")
    #expect(lines.dropLast().last?.hasSuffix("D reads the digest.") == true)
    #expect(away.take("D").lines.contains { $0.contains("Prompts due now") })
    for length in [nil, Duration.hours(3)] {
      let lines = try session(.overview, away: length).begin()
      #expect(!lines.contains { $0.contains("reads the digest") })
    }
  }

  @Test func `Due is told row by row, and says what to type`() throws {
    let lines = try session(.due).begin()
    #expect(lines.first == "Ledger: prod-eu. Time: 20 Nov 2025 17:42Z.")
    #expect(lines.contains { $0.hasPrefix("2 of 4. due now: Ada Okafor, as_2000000900000002.") })
    #expect(lines.last?.contains("Type a number to open") == true)
  }

  @Test func `leaving says nothing, on any screen`() throws {
    for (words, screen) in [(["q"], Screen.due), (["2", "quit"], .due), (["q"], .overview)] {
      var session = try session(screen)
      let replies = words.map { session.take($0) }
      #expect(replies.last?.isOver == true)
      #expect(replies.last?.lines == [], "\(words)")
    }
  }

  @Test func `what is asked of a row is offered where there are rows`() throws {
    #expect(try session(.subscribers).begin().last?.contains("w 3 why is 3 due") == true)
    #expect(try session(.overview).begin().last?.contains("why") == false)
  }

  @Test func `a snooze until a time of one's choice is typed as well`() throws {
    var session = try session(.due)
    _ = session.begin()
    #expect(session.take("z 1").lines.contains { $0.hasPrefix("c: until ...") })
    #expect(session.take("c").lines.last?.contains("type it (5d, 36h") == true)
    #expect(session.take("5x").lines.first == "A number needs a unit: w, d, h, m or s.")
    let question = session.take("5d").lines
    #expect(question.contains { $0.contains("snoozed until 25 Nov 17:42Z") }, "\(question)")
    #expect(question.contains("Then u undoes for 10 min."))
    _ = session.take("y")
    let until = recorded.actions.withLock { $0.last?.until }
    #expect(until == TestWorld.now + .days(5))
  }

  @Test func `the user's own keys count, and words work whatever became of their keys`() throws {
    let map = KeyMap(
      preset: .vi,
      bindings: [
        KeyBinding(.why, on: nil, ["K"], place: "keys.toml:2"),
        KeyBinding(.filter, on: nil, [], place: "keys.toml:3"),
        KeyBinding(.open, on: nil, [], place: "keys.toml:4"),
        KeyBinding(.palette, on: nil, [], place: "keys.toml:5"),
        KeyBinding(.back, on: nil, [], place: "keys.toml:6"),
      ])
    var session = try session(.due, keyMap: map)
    #expect(session.begin().last?.contains("K 3 why is 3 due") == true)
    #expect(session.take("w 2").lines.first?.contains("means nothing here") == true)
    #expect(session.take("K 2").lines.contains { $0.contains("as_2000000900000002") })
    #expect(session.take("2").lines.contains { $0.contains("Ada Okafor") })
    #expect(session.model.screen == .detail)
    _ = session.take("b")
    #expect(session.model.screen == .due)
    _ = session.take("/state:hold")
    #expect(session.model.due.filterText == "state:hold")
    _ = session.take(":subs")
    #expect(session.model.screen == .subscribers)
  }

  @Test(arguments: [
    "T", "M", "^l", "^z", ":theme mono", ":glyphs ascii", "theme", ":big", ":ui.mouse",
  ])
  func `what changes the picture only is not offered where there is none`(_ line: String) throws {
    var session = try session(.subscribers)
    let settings = session.model.settings
    let said = session.take(line).lines
    #expect(
      said.first?.hasSuffix("changes the picture, and there is none here.") == true, "\(said)")
    #expect(session.model.settings == settings)
    #expect(session.model.input == .none)
    let help = session.take("?").lines
    for word in ["T:", "M:", "^l:", ":theme ", ":glyphs ", ":big,"] {
      #expect(!help.contains { $0.hasPrefix(word) }, "\(word)")
    }
    #expect(help.contains { $0.hasPrefix("^g: ") })
  }

  @Test func `a number opens, w says why, b goes back, q ends`() throws {
    var session = try session(.due)
    let opened = session.take("2")
    #expect(opened.lines.contains { $0.contains("as_2000000900000002, Ada Okafor.") })
    #expect(opened.lines.contains { $0.hasPrefix("Timeline: grace from 11 Nov to ") })
    _ = session.take("b")
    #expect(session.model.screen == .due)
    let why = session.take("w 2")
    #expect(why.lines.contains { $0.contains("state is grace or hold: grace (met).") })
    #expect(!why.lines.contains { $0.hasPrefix("Timeline:") })
    #expect(!why.lines.contains { $0.contains("1 of 4.") })
    #expect(session.model.screen == .due)
    #expect(session.take("1").lines.contains { $0.hasPrefix("Timeline:") })
    #expect(session.take("w").lines.contains { $0.contains("(met).") })
    #expect(session.take("b").lines.contains { $0.hasPrefix("Timeline:") })
    #expect(session.take("b").lines.contains { $0.contains("1 of 4.") })
    #expect(session.take("q").isOver)
  }

  @Test(arguments: ["w 1", "w 3"])
  func `after a why, a number is still a row of the list`(_ why: String) throws {
    var session = try session(.due)
    _ = session.take(why)
    #expect(session.take("C 2").lines.contains { $0.contains("as_2000000900000002") })
    _ = session.take("y")
    #expect(
      recorded.actions.withLock { $0.map(\.subscriptions) } == [["as_2000000900000002"]])
  }

  @Test(arguments: ["C 1", "A 2", "z 1", "y 1"])
  func `on Detail a number is an event, and no action takes one`(_ line: String) throws {
    var session = try session(.due)
    _ = session.take("2")
    let said = session.take(line).lines
    #expect(said.first?.hasPrefix("The numbers of this page are events") == true, "\(said)")
    #expect(said.first?.contains("as_2000000900000002") == true)
    #expect(session.model.input == .none)
    _ = session.take("y")
    #expect(recorded.actions.withLock { $0.isEmpty })
  }

  @Test func `a filter narrows, an empty one shows all again`() throws {
    var session = try session(.subscribers)
    let grace = session.take("/ state:grace")
    #expect(grace.lines.filter { $0.contains("State: grace.") }.count == 2)
    #expect(!grace.lines.contains { $0.contains("Sam Doyle") })
    #expect(session.take(":filter").lines.contains { $0.contains("Sam Doyle") })
  }

  @Test func `what is wrong with a filter is told, and the next line is another try`() throws {
    var session = try session(.subscribers)
    let wrong = session.take("/ stat:x").lines
    #expect(wrong.first?.hasPrefix("'stat:x' is not a filter: ") == true, "\(wrong)")
    #expect(wrong.last == "Type a filter, or nothing to leave it as it was.")
    #expect(session.take("state:grace").lines.contains { $0.contains("State: grace.") })
    #expect(session.model.input == .none)
  }

  @Test(arguments: [Screen.subscribers, .overview, .metrics])
  func `a page is not read again because there is no other`(_ screen: Screen) throws {
    var session = try session(screen)
    for _ in 0..<9 { _ = session.take("n") }
    #expect(session.take("n").lines == ["This is the last page."])
    for _ in 0..<9 { _ = session.take("p") }
    #expect(session.take("p").lines == ["This is the first page."])
  }

  @Test(arguments: [Screen.overview, .subscribers])
  func `help names keys that work with a number in a list`(_ screen: Screen) throws {
    var session = try session(screen)
    let help = session.take("?").lines
    #expect(help.contains { $0.contains("such as x 3 for what can be done") }, "\(help)")
  }

  @Test func `Detail offers no key with a number, since its numbers are events`() throws {
    var session = try session(.due)
    _ = session.take("2")
    #expect(session.take("foo").lines.first?.contains("why is 3 due") == false)
  }

  @Test func `the name of a file that could not be written is left as it is`() throws {
    var line = PromptLine(.viewName)
    line.problem = "a name is needed"
    let session = try session(.subscribers)
    #expect(line.sentences(in: session.model).first == "A name is needed.")
    let request = Screen.subscribers.controller.export(.csv, in: session.model)
    line = PromptLine(.exportFile(try #require(request)))
    line.problem = "no/such.csv: no such file or directory"
    #expect(
      line.sentences(in: session.model).first == "no/such.csv: no such file or directory.")
  }

  @Test func `acting asks first, and nothing is recorded without a yes`() throws {
    var session = try session(.due)
    let menu = session.take("x 2")
    #expect(menu.lines.contains { $0.hasPrefix("Actions: as_2000000900000002") })
    let question = session.take("p")
    #expect(
      question.lines.contains {
        $0 == "This will be recorded: step 2 prompt shown to as_2000000900000002."
      })
    #expect(session.take("").lines.contains("Nothing was recorded."))
    #expect(recorded.actions.withLock { $0.isEmpty })
    for line in ["x 2", "p", "y"] { _ = session.take(line) }
    #expect(
      recorded.actions.withLock { $0.map(\.subscriptions) } == [["as_2000000900000002"]])
  }

  @Test func `a copy is printed, for the clipboard is out of reach`() throws {
    var session = try session(.subscribers)
    _ = session.take("y 1")
    let copied = session.take("i")
    #expect(copied.lines.contains("as_2000000900000003"), "\(copied.lines)")
  }

  @Test func `the past is asked for and told`() throws {
    var session = try session(.subscribers)
    #expect(
      session.take(":asof 2025-11-17").lines.contains {
        $0.contains("Time: 17 Nov 2025 00:00Z, as of another time.")
      })
    #expect(session.take(":live").lines.contains("Live again."))
  }

  @Test func `overview's lines are numbered and open their list`() throws {
    var session = try session(.overview)
    let line = try #require(session.begin().first { $0.contains(". grace: 2") })
    let number = try #require(line.split(separator: ".").first)
    _ = session.take(String(number))
    #expect(session.model.screen == .subscribers)
    #expect(session.model.subscribers.filterText.contains("state:grace"))
  }

  @Test(arguments: ["foo", "99", "w 99", "w x", "^q", "🙂"])
  func `a line that means nothing says what does`(line: String) throws {
    var session = try session(.subscribers)
    let reply = session.take(line)
    #expect(!reply.isOver)
    #expect(reply.lines.count == 1, "\(reply.lines)")
  }

  @Test(arguments: ["b", "q", ""])
  func `a text to read is left by b, q and an empty line, and read again by none`(
    _ line: String
  ) throws {
    var session = try session(.overview)
    _ = session.take("D")
    #expect(session.model.input != .none)
    let said = session.take("foo").lines
    #expect(said == ["'foo' means nothing here. Type nothing to go on."])
    #expect(session.model.input != .none)
    #expect(!session.take(line).isOver)
    #expect(session.model.input == .none)
  }

  @Test(arguments: ["b", "back", "q", ""])
  func `a menu is left by b, q and an empty line, and read again by none`(_ line: String) throws {
    var session = try session(.due)
    #expect(session.take("y 1").lines.contains { $0.hasPrefix("Copy: ") })
    for letter in ["k", "x"] {
      let said = session.take(letter).lines
      #expect(said == ["'\(letter)' means nothing here. Type nothing to go on."])
    }
    #expect(session.model.input != .none)
    #expect(!session.take(line).isOver)
    #expect(session.model.input == .none && session.model.screen == .due)
  }

  @Test func `a letter of a menu chooses there, also one that goes back elsewhere`() throws {
    var session = try session(.subscribers)
    _ = session.take("@")
    guard case .menu(var menu) = session.model.input else {
      Issue.record("no menu is open")
      return
    }
    menu.items[0].key = "b"
    #expect(menu.keys(for: "b") == [KeyPress("b")])
    #expect(menu.keys(for: "q") == [])
  }

  @Test func `the events of a subscriber have the numbers that open them`() throws {
    var session = try session(.due)
    let lines = session.take("2").lines
    let count = try #require(session.model.detail?.data?.events.count)
    for number in 1...count {
      #expect(lines.count { $0.hasPrefix("\(number). ") } == 1, "\(lines)")
    }
  }

  @Test func `help lists the keys of the screen`() throws {
    var session = try session(.due)
    let lines = session.take("?").lines
    #expect(lines.contains { $0.hasPrefix("z: no prompts until") })
    #expect(lines.contains { $0.hasPrefix(":asof TIME") })
    // These are lines of their own here, and no keys of the dashboard.
    for word in ["q", "n", "b", "2", "?"] {
      let isKey = lines.contains { line in
        let keys = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        return line.contains(": ") && !keys.contains("are") && keys.contains(word)
      }
      #expect(!isKey, "\(word)")
    }
    #expect(lines.contains { $0.contains("| = or") })
    #expect(lines.contains { $0.hasPrefix("loses: ") })
  }
}
