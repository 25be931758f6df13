import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Whatever arrives, the row under the cursor stays the row under the cursor.
struct StableViewTests {
  static func append(_ ledger: any Ledger, _ number: Int, lapsesOf id: SubscriptionID? = nil)
    throws
  {
    var world = TestWorld()
    let name = id ?? SubscriptionID("as_30000000\(10_000 + number)")
    let day = TestWorld.now - .days(1) + .minutes(number)
    world.tell(name, id == nil ? .purchased : .expired, day, AccountID("new-\(number)")) {
      $0.expiresAt = id == nil ? TestWorld.now + .hours(number + 1) : day
      $0.autoRenew = false
      $0.status = id == nil ? .canceled : .expired
    }
    let entries = world.entries.map { entry in
      var entry = entry
      entry.identity = "later:\(number)"
      entry.events[0].id = EventID("later:\(number)")
      return entry
    }
    _ = try ledger.append(entries, now: TestWorld.now)
  }

  @Test(arguments: 1..<9)
  func `arrivals are counted and move no row until R`(_ line: Int) throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    for _ in 0..<line { driver.press("j") }
    let before = driver.pointed
    let order = driver.model.subscribers.window.rows.map(\.key)
    for number in 1...30 {
      try Self.append(world.ledger, number)
      driver.wait(.seconds(1))
      #expect(driver.pointed == before)
      #expect(driver.model.subscribers.window.rows.map(\.key) == order)
    }
    #expect(driver.text.contains("+30 new (R to merge)"))
    let id = driver.model.subscribers.window.selectedRow?.summary.id
    driver.press("R")
    #expect(driver.model.subscribers.window.selectedRow?.summary.id == id)
    #expect(driver.model.subscribers.window.rows.count == 39)
    #expect(!driver.text.contains("to merge"))
  }

  @Test func `a change of the row under the cursor is shown in place and said`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.press("j", "j")
    #expect(driver.pointed.contains("CAN as_…0900000006"))
    try Self.append(world.ledger, 1, lapsesOf: "as_2000000900000006")
    driver.wait(.seconds(1))
    driver.wait(.seconds(1))
    #expect(driver.pointed.contains("EXP as_…0900000006"))
    #expect(driver.text.contains("Now expired, was canceled: as_2000000900000006 under"))
  }

  @Test func `rows older than their first values are no change`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.model.ledger.extras = [:]
    driver.model.subscribers.window.refresh(
      driver.model.subscribers.window.rows.map { row in
        var summary = row.summary
        summary.status.state = .pending
        return summary
      })
    driver.send(.wake)
    #expect(driver.pointed.contains("GRC"))
    #expect(!driver.text.contains("under the cursor."))
  }

  @Test
  func `an untouched list follows what arrives at its top, and one that was touched does not`()
    throws
  {
    for isTouched in [false, true] {
      let world = try TestWorld.usual()
      var settings = world.settings()
      settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: 86_400)
      var driver = Driver(world, screen: .subscribers, settings: settings)
      if isTouched { driver.press("j") }
      let before = driver.model.subscribers.window.rows.first?.key
      for number in 1...40 { try Self.append(world.ledger, number) }
      for _ in 0..<20 { driver.wait(.milliseconds(500)) }
      let first = driver.model.subscribers.window.rows.first?.key
      #expect((first == before) == isTouched, "\(driver.text)")
      if !isTouched { #expect(driver.model.subscribers.window.cursor.line == 0) }
    }
  }

  @Test(arguments: [1, 4])
  func `a list left alone for a minute is put in order around its cursor`(_ line: Int) throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers, size: Size(width: 120, height: 20))
    for _ in 0..<line { driver.press("j") }
    let list = driver.model.subscribers
    let place = driver.lines.firstIndex { $0.contains("►") }
    for number in 1...20 {
      try Self.append(world.ledger, number)
      driver.wait(.seconds(2))
    }
    #expect(driver.model.subscribers.window.rows.map(\.key) == list.window.rows.map(\.key))
    driver.wait(.seconds(25))
    let after = driver.model.subscribers
    #expect(after.window.rows.count == 29 && after.arrivals == 0)
    #expect(after.window.selected == list.window.selected)
    let fresh = Driver(world, screen: .subscribers, size: Size(width: 120, height: 20))
    #expect(after.window.rows.map(\.key) == fresh.model.subscribers.window.rows.map(\.key))
    // The row is on the same line of the screen where the rows above suffice.
    let now = driver.lines.firstIndex { $0.contains("►") }
    #expect(now == place || after.window.cursor.top == 0)
  }

  @Test func `marks, an open menu and a key within the minute keep the order`() throws {
    for keys in [["space", "j"], ["j", "x"], ["j"]] {
      let world = try TestWorld.usual()
      var driver = Driver(world, screen: .subscribers)
      for key in keys { driver.press(key) }
      let order = driver.model.subscribers.window.rows.map(\.key)
      try Self.append(world.ledger, 1)
      driver.wait(.seconds(keys.count == 1 ? 59 : 90))
      driver.wait(.milliseconds(500))
      #expect(driver.model.subscribers.window.rows.map(\.key) == order, "\(keys)")
    }
  }

  @Test func `leaving the list merges what arrived`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.wait(.seconds(1))
    try Self.append(world.ledger, 1)
    driver.wait(.seconds(1))
    driver.press("1", "2")
    #expect(driver.model.subscribers.window.rows.count == 10)
  }

  @Test func `a paused screen stands still and catches up`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world)
    driver.wait(.seconds(1))
    driver.press("Z")
    driver.wait(.seconds(10))
    let still = driver.text
    try Self.append(world.ledger, 1)
    driver.wait(.seconds(1))
    #expect(driver.text == still)
    driver.press("Z")
    #expect(driver.text.contains("10 subs"))
  }

  @Test func `events not followed keep their place, and F goes to the newest`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .events)
    driver.press("j", "j")
    let before = driver.pointed
    driver.wait(.seconds(1))
    try Self.append(world.ledger, 1)
    driver.wait(.seconds(1))
    #expect(driver.pointed == before)
    #expect(driver.text.contains("+1 new"))
    driver.press("F")
    #expect(driver.lines[4].contains("►"))
    #expect(driver.model.events.lines.count == 24)
  }

  @Test func `nothing new draws nothing new and asks for nothing`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.wait(.seconds(1))
    let frame = driver.frame
    let requests = driver.model.ledger.lastRequest
    for _ in 0..<30 { driver.wait(.seconds(1)) }
    #expect(driver.frame == frame || driver.lines[0] != frame.lines[0])
    #expect(driver.model.ledger.lastRequest <= requests + 6)
  }

  @Test func `an answer to an older question is dropped`() throws {
    let world = try TestWorld.usual()
    var model = DashboardModel(
      settings: world.settings(), machineNow: TestWorld.now, screen: .subscribers)
    _ = model.update(.resized(Size(width: 80, height: 24)), machineNow: TestWorld.now)
    let late = WindowAnswer(rows: [], hasBefore: false, hasAfter: false, total: 777)
    _ = model.update(
      .answer(.window(late, .start), slot: .subscribers, request: 99), machineNow: TestWorld.now)
    #expect(!model.subscribers.window.isLoaded)
    #expect(model.subscribers.window.total == nil)
  }

  @Test func `an unreachable ledger is said, and R tries again`() throws {
    let world = try TestWorld.usual()
    var model = DashboardModel(
      settings: world.settings(), machineNow: TestWorld.now, screen: .subscribers)
    let size = Size(width: 80, height: 24)
    let effects = model.update(.resized(size), machineNow: TestWorld.now)
    let asked = effects.compactMap { effect -> Int? in
      guard case .ask(_, .subscribers, let request) = effect else { return nil }
      return request
    }
    let words = LedgerError.busy(location: "x.sqlite").description
    _ = model.update(
      .failed(words, slot: .subscribers, request: try #require(asked.first)),
      machineNow: TestWorld.now)
    let text = DashboardView(model: model).frame(size: size).text
    #expect(text.contains("another process is reading"))
    #expect(text.contains("R tries again."))
    let again = model.update(.key(KeyPress("R")), machineNow: TestWorld.now)
    #expect(!again.isEmpty)
  }

  @Test func `an unreachable ledger is asked again after a while, and no earlier`() throws {
    var slow = SlowScreen(try .usual(), .subscribers, .subscribers)
    slow.send(.wake)
    let request = try #require(slow.model.ledger.inFlight[.subscribers])
    slow.send(.failed("It is away.", slot: .subscribers, request: request))
    func asks(after duration: Duration) -> Bool {
      slow.model.update(.wake, machineNow: TestWorld.now + duration).contains { effect in
        if case .ask(_, .subscribers, _) = effect { true } else { false }
      }
    }
    #expect(slow.model.nextWake.map { $0 <= TestWorld.now + .seconds(5) } == true)
    #expect(!asks(after: .seconds(4)))
    #expect(asks(after: .seconds(5)))
    #expect(slow.model.ledger.problem == "It is away.")
  }

  @Test func `replies are read while the ledger is away, and then what to do`() throws {
    var driver = Driver(try .usual(), screen: .subscribers, size: Size(width: 80, height: 24))
    let words =
      "postgres://db.example/churn: cannot open the ledger: connection to server on socket "
      + "\"/run/postgresql/.s.PGSQL.5432\" failed: No such file or directory. Is it running? "
      + "Check that the server runs and lets you in."
    driver.model.ledger.problem = words
    #expect(driver.text.contains("Check that the server runs and lets you in."), "\(driver.text)")
    driver.send(.failed("Nothing was recorded: it is away.", slot: nil, request: 0))
    #expect(driver.text.contains("Nothing was recorded: it is away."))
    driver.wait(.seconds(7))
    #expect(!driver.text.contains("Nothing was recorded"))
  }

  @Test func `a list whose question failed is read whole, whatever it showed before`() throws {
    var slow = SlowScreen(try .usual(), .subscribers, .subscribers)
    slow.answer()
    slow.press("/")
    slow.send(.paste("state:hold"))
    let request = try #require(slow.model.ledger.inFlight[.subscribers])
    slow.send(.failed("It is away.", slot: .subscribers, request: request))
    slow.dropOldest()
    slow.press("Enter")
    slow.clock = slow.clock + .seconds(6)
    slow.send(.wake)
    while !slow.asked.isEmpty { slow.answer() }
    let states = slow.model.subscribers.window.rows.map(\.summary.status.state)
    #expect(states == [.hold, .hold])
  }

  @Test func `a payload that could not be read is asked for again`() throws {
    var slow = SlowScreen(try .usual(), .events, .payload)
    slow.press("Enter")
    guard case .ask(_, _, let request) = try #require(slow.asked.first) else { return }
    slow.dropOldest()
    slow.send(.failed("It is away.", slot: .payload, request: request))
    slow.clock = slow.clock + .seconds(6)
    slow.send(.wake)
    #expect(slow.asked.count == 1)
    slow.answer()
    #expect(!slow.text.contains("Reading the payload"))
    slow.clock = slow.clock + .seconds(60)
    slow.send(.wake)
    #expect(slow.asked.isEmpty)
  }

  @Test func `an account that is erased leaves every screen at once, a paused one too`() throws {
    for (screen, keys) in [
      (.subscribers, []), (.due, []), (.subscribers, ["space"]), (.subscribers, ["Enter"]),
    ] as [(Screen, [String])] {
      let world = try TestWorld.usual()
      var driver = Driver(world, screen: screen)
      for key in keys { driver.press(key) }
      let profiles = try (1...9).compactMap { try world.ledger.profile(AccountID("acc-\($0)")) }
      let text = driver.text
      let shown = try #require(profiles.first { text.contains($0.name) })
      let name = shown.name
      let position = try world.ledger.lastPosition()
      _ = try world.ledger.erase(shown.account, actor: "Mei", now: TestWorld.now)
      driver.send(.polled(position, LedgerCondition()))
      #expect(driver.text.contains(name), "\(screen) \(keys)")
      var condition = LedgerCondition()
      condition.erasureCount = try world.ledger.erasures().count
      driver.send(.polled(position, condition))
      #expect(!driver.text.contains(name), "\(screen) \(keys)")
    }
  }
}
