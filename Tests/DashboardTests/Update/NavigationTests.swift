import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

@testable import Dashboard

/// What a user sees after pressing keys, screen by screen.
struct NavigationTests {
  @Test(arguments: [(60, 16), (30, 6)])
  func `a small Overview shows the panel that has the cursor`(_ width: Int, _ height: Int) throws {
    var driver = Driver(try TestWorld.usual(), size: Size(width: width, height: height))
    #expect(driver.text.contains("grace"))
    driver.press("Tab")
    #expect(driver.text.contains("due now"))
    driver.press("Tab")
    #expect(driver.text.contains("► < 24 h"))
    driver.press("Tab")
    #expect(driver.text.contains("in grace"))
    driver.press("Tab")
    #expect(driver.text.contains("14 Nov"))
    driver.press("Tab")
    #expect(driver.text.contains("grace"))
  }

  @Test func `digits change the screen, q and Esc go back to Overview`() throws {
    var driver = Driver(try TestWorld.usual())
    for (key, screen) in [("2", Screen.subscribers), ("3", .due), ("4", .events), ("1", .overview)]
    {
      driver.press(key)
      #expect(driver.model.screen == screen)
      #expect(driver.lines[1].contains("[\(key) \(screen.title)]"))
    }
    driver.press("3", "q")
    #expect(driver.model.screen == .overview)
    driver.press("4", "Esc")
    #expect(driver.model.screen == .overview)
  }

  @Test func `leaving asks once on Overview, and Q leaves at once`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("q")
    #expect(!driver.model.isFinished)
    #expect(driver.text.contains("Press again to quit."))
    driver.press("j", "q")
    #expect(!driver.model.isFinished)
    driver.press("q")
    #expect(driver.model.isFinished)
    var other = Driver(try TestWorld.usual(), screen: .due)
    other.press("Q")
    #expect(other.model.isFinished)
  }

  @Test func `Enter on a state lists the subscribers in it`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("j", "Enter")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.text.contains("/ state:grace env:production"))
    #expect(driver.text.contains("2 match"))
    #expect(driver.text.contains("Ada Okafor"))
    #expect(!driver.text.contains("Jo Lindqvist"))
    driver.press("Esc")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.text.contains("Jo Lindqvist"))
    driver.press("Esc")
    #expect(driver.model.screen == .overview)
  }

  @Test func `Enter on a loss of access lists those who lose it`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("Tab", "Tab", "Enter")
    #expect(driver.text.contains("/ state:grace loses<24h env:production"))
    #expect(driver.text.contains("Ben Achebe"))
    #expect(!driver.text.contains("Ada Okafor"))
  }

  @Test func `every line of Overview counts as many as it lists`() throws {
    let world = try TestWorld.usual()
    let figures = try world.ledger.figures(at: TestWorld.now)
    for line in LossLine.allCases {
      let filter = try Filter.parse(line.filterText)
      #expect(try world.ledger.count(filter) == line.counter(in: figures).count, "\(line)")
    }
  }

  @Test func `what was looked up has no place in the list that it was opened over`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:hold")
    driver.press("Enter", ":")
    driver.type("as_2000000900000001")
    driver.press("Enter")
    let path = driver.lines[1]
    #expect(path.contains("2 Subscribers ► as_2000000900000001"), "\(path)")
    #expect(!path.contains(" of 2"), "\(path)")
    driver.press("Esc", "Enter")
    #expect(driver.lines[1].contains("► state:hold ► gp_"), "\(driver.lines[1])")
    #expect(driver.lines[1].contains("1 of 2"), "\(driver.lines[1])")
  }

  @Test func `Enter opens a subscriber and braces go through the list`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    #expect(driver.lines[1].contains("2 Subscribers ► as_2000000900000003"))
    #expect(driver.lines[1].contains("1 of 9"))
    driver.press("}")
    #expect(driver.lines[1].contains("as_2000000900000002"))
    driver.press("{", "{")
    #expect(driver.text.contains("This is the first of the list."))
    driver.press("q")
    #expect(driver.model.screen == .subscribers)
  }

  @Test func `the cursor moves by line, by page and to the ends`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("j", "j")
    #expect(driver.pointed.contains("Sam Doyle"))
    driver.press("k")
    #expect(driver.pointed.contains("Ada Okafor"))
    driver.press("G")
    #expect(driver.pointed.contains("T. Nguyễn"))
    driver.press("g")
    #expect(driver.pointed.contains("Ben Achebe"))
    driver.press("L")
    #expect(driver.pointed.contains("T. Nguyễn"))
    driver.press("H")
    #expect(driver.pointed.contains("Ben Achebe"))
  }

  @Test func `help lists the keys of the screen it was opened on`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("?")
    #expect(driver.lines[1].contains("Help ► Subscribers"))
    #expect(driver.text.contains("THIS SCREEN: SUBSCRIBERS"))
    driver.press("Esc")
    #expect(driver.model.screen == .subscribers)
  }

  @Test func `a key without a meaning says where the keys are listed`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press("%")
    #expect(driver.text.contains("% means nothing here; ? lists the keys."))
    driver.wait(.seconds(7))
    #expect(!driver.text.contains("means nothing here"))
  }

  @Test func `an identifier typed after the colon opens its subscriber`() throws {
    var driver = Driver(try TestWorld.usual())
    driver.press(":")
    driver.type("2000000900000002")
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    #expect(driver.text.contains("Ada Okafor"))
    driver.press(":")
    driver.type("nobody-at-all")
    driver.press("Enter")
    #expect(driver.text.contains("No match for nobody-at-all, no similar names."))
  }

  @Test func `timelines zoom, pan and come back to today`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    #expect(driver.text.contains("1 day/cell"))
    driver.press("+")
    #expect(driver.text.contains("18 h/cell"))
    driver.press("-", "-")
    #expect(driver.text.contains("2 days/cell"))
    let before = driver.text
    driver.press("l")
    #expect(driver.text != before)
    driver.press("t")
    #expect(driver.text == before)
  }

  @Test func `the dashboard runs in a terminal of memory from first frame to last`() throws {
    let world = try TestWorld.usual()
    let terminal = ScriptedTerminal(
      size: Size(width: 80, height: 24), keys: ["2", "j", "Enter", "w", "Q"])
    let mailbox = Mailbox<DashboardMessage>()
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { mailbox.post($0) })
    var loop = ProgramLoop(
      program: DashboardProgram(),
      model: DashboardModel(settings: world.settings(), machineNow: TestWorld.now),
      terminal: terminal, mailbox: mailbox, clock: { TestWorld.now.milliseconds },
      perform: { mailbox.post(runner.message(for: $0)) })
    let end = loop.run(first: DashboardProgram.firstMessages(size: terminal.size))
    #expect(end == .finished)
    #expect(terminal.frames.last?.text.contains("Why due?") == true)
    #expect(terminal.frames.first?.text.contains("[1 Overview]") == true)
  }

  @Test func `L opens the other purchase of the same user, and says where there is none`() throws {
    var driver = Driver(try GoldenDetailTests.world(), screen: .subscribers)
    driver.press("/")
    driver.type("id:as_2000000900000002")
    driver.press("Enter", "Enter", "L")
    #expect(driver.model.detail?.id == "as_2000000900000044")
    #expect(driver.text.contains("both may be charged: pro.monthly"))
    driver.press("Esc")
    #expect(driver.model.screen == .subscribers)
    var alone = Driver(try TestWorld.usual(), screen: .subscribers)
    alone.press("Enter", "L")
    #expect(alone.text.contains("linked: no other purchase of this user is known."))
  }

  @Test(arguments: [Size(width: 60, height: 16), Size(width: 80, height: 24)])
  func `the reasons of a decision scroll to their end`(_ size: Size) throws {
    var driver = Driver(try TestWorld.usual(), screen: .due, size: size)
    driver.press("w")
    #expect(driver.text.contains("j k scroll  w less"), "\(driver.text)")
    #expect(!driver.text.contains("ends when the payment arrives"))
    driver.press("G")
    let last = driver.lines
    driver.press("j")
    #expect(driver.lines == last)
    driver.press("g")
    #expect(driver.lines != last)
    var seen = false
    for _ in 0..<20 {
      seen = seen || driver.text.contains("ends when the payment arrives")
      driver.press("j")
    }
    #expect(seen)
  }

  @Test(arguments: ["x", "z", "C", ":", "/", "@", "A", "c", "D", "s"])
  func `the shell and a new picture are there whatever is open`(_ key: String) throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press(key)
    let open = driver.model.input
    #expect(open != .none)
    driver.press("^z", "^l")
    #expect(driver.effects.suffix(2) == [.terminal(.suspend), .terminal(.repaint)])
    #expect(driver.model.input == open)
  }

  @Test func `a slash inside of one subscriber looks for another`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .due)
    driver.press("Enter", "/")
    driver.type("ada")
    #expect(driver.model.screen == .subscribers)
    #expect(driver.text.contains("1 match"))
  }

  @Test(arguments: ["Esc", "^c"])
  func `giving such a search up leads back to where it began`(_ key: String) throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter", "j", "Enter")
    let before = driver.lines[1]
    #expect(before.contains("2 of 2"), "\(before)")
    driver.press("/")
    driver.type("zzz")
    driver.press(key)
    #expect(driver.model.screen == .detail)
    #expect(driver.lines[1] == before)
    driver.press("1", "/")
    driver.type("zzz")
    driver.press(key)
    #expect(driver.model.screen == .overview)
    #expect(driver.model.subscribers.filterText == "state:grace")
  }
}
