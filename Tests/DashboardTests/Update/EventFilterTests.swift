import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The filter of the Events screen.
struct EventFilterTests {
  @Test func `the rate counts what the filter lets through`() throws {
    var driver = Driver(try TestWorld.lively(), screen: .events)
    let all = try #require(driver.model.events.rate)
    #expect(all.total > all.bars.reduce(0) { $0 + $1.failures })
    driver.press("/")
    driver.type("type:fail")
    driver.press("Enter")
    let rate = try #require(driver.model.events.rate)
    #expect(rate.total == all.bars.reduce(0) { $0 + $1.failures })
    #expect(rate.total > 0)
    #expect(driver.text.contains("Rate of events that match the filter"), "\(driver.text)")
    driver.press("Esc")
    #expect(driver.model.events.rate?.total == all.total)
  }

  @Test(arguments: [
    ("type:fail", 4), ("type:hold -state:grace", 2), ("source:ops", 1), ("type:refund,pause", 2),
    ("state:hold type:purchased", 2), ("heard<1d", 1),
  ])
  func `the list follows every letter, and says how far it looked`(
    _ text: String, _ count: Int
  ) throws {
    var driver = Driver(try TestWorld.usual(), screen: .events)
    let all = driver.model.events.lines.count
    driver.press("/")
    driver.type(text)
    #expect(driver.model.events.lines.count == count, "\(driver.text)")
    #expect(driver.text.contains("  \(count) match"))
    driver.press("Enter")
    #expect(driver.text.contains("filter hides \(all - count) · of all events"))
    #expect(driver.text.contains("/ " + text))
    driver.press("Esc")
    #expect(driver.model.events.lines.count == all)
  }

  @Test func `the arrow up on another list leaves out what is about events`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .events)
    for text in ["state:grace", "type:fail"] {
      driver.press("/", "^u")
      driver.type(text)
      driver.press("Enter")
    }
    driver.press("2", "/", "Up")
    #expect(driver.text.contains("/ state:grace"), "\(driver.text)")
    driver.press("Esc", "4", "/", "^u", "Up")
    #expect(driver.text.contains("/ type:fail"), "\(driver.text)")
  }

  @Test func `a mistake has a caret and keeps what was found`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .events)
    driver.press("/")
    driver.type("type:refund (")
    #expect(driver.text.contains("a term is missing here"), "\(driver.text)")
    #expect(driver.model.events.lines.count == 1)
    driver.press("^u")
    driver.type("type:refnd")
    #expect(driver.text.contains("did you mean refund?"), "\(driver.text)")
    driver.press("^u")
    driver.type("type:refund type:pause")
    #expect(driver.model.events.lines.isEmpty)
    #expect(driver.text.contains("No event matches type:refund type:pause."))
  }

  @Test func `words of events complete on Events and nowhere else`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .events)
    driver.press("/")
    driver.type("ty")
    driver.press("Tab")
    #expect(driver.text.contains("type:"))
    driver.type("gra")
    driver.press("Tab")
    guard case .filter(let edit) = driver.model.input else {
      Issue.record("the line is closed")
      return
    }
    #expect(edit.field.text.hasPrefix("type:grace"))
    driver.press("Esc", "Esc", "2", "/")
    driver.type("type:fail")
    #expect(driver.text.contains("these are subscribers"), "\(driver.text)")
  }

  /// A ledger of two thousand renewals with one refund at the very beginning.
  private func long() throws -> TestWorld {
    try TestWorld { world in
      world.refunded("gp_0a1b2c3d4e5f6078", "acc-8", "2025-09-15")
      for minute in 0..<12_000 {
        world.tell(
          "as_2000000900000001", .renewed, TestWorld.now - .minutes(12_000 - minute), "acc-1")
      }
    }
  }

  @Test func `a search goes on by itself, one bounded step at a time`() throws {
    let world = try long()
    var model = DashboardModel(
      settings: world.settings(), machineNow: TestWorld.now, screen: .events)
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    var effects = model.update(
      .resized(Size(width: 120, height: 36)), machineNow: TestWorld.now)
    effects += model.apply(filter: "type:refund")
    var steps: [LedgerPosition] = []
    while let effect = effects.first {
      effects.removeFirst()
      guard case .ask(let query, let slot, let request) = effect else { continue }
      let answer = try reader.answer(query)
      if case .events(let found) = answer, found.question.filter != nil {
        steps.append(found.reached)
        #expect(found.looked <= Int(EventSearch.usualSpan))
      }
      effects += model.update(
        .answer(answer, slot: slot, request: request), machineNow: TestWorld.now)
    }
    #expect(steps == [7003, 2003, 1])
    #expect(model.events.lines.count == 1)
    #expect(model.events.looked == 12_002)
  }

  @Test func `news are counted while the newest is not followed, and merged when it is`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .events)
    driver.press("/")
    driver.type("type:refund")
    driver.press("Enter", "F")
    let news = try TestWorld { later in
      later.refunded("gp_1a1b2c3d4e5f6078", "acc-8", "2025-11-19")
    }
    var position = try world.ledger.lastPosition()
    for (index, entry) in news.entries.enumerated() {
      var entry = entry
      entry.identity = "later:\(index)"
      entry.events[0].id = EventID("later:\(index)")
      try world.ledger.append([entry], now: TestWorld.now)
      position += 1
    }
    driver.send(.polled(position - 2))
    driver.send(.polled(position))
    #expect(driver.model.events.lines.count == 1)
    #expect(driver.text.contains("+1 new (R or F to merge)"), "\(driver.text)")
    driver.press("F")
    #expect(driver.model.events.lines.count == 2)
    #expect(driver.model.events.looked == Int(position))
    #expect(!driver.text.contains("to merge"))
  }

  @Test func `a screen that is paused counts what arrives`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .events)
    let before = driver.model.events.lines.count
    driver.press("Z")
    var entry = try TestWorld { $0.refunded("gp_9", "acc-8", "2025-11-19") }.entries[0]
    entry.identity = "later"
    entry.events[0].id = "later"
    try world.ledger.append([entry], now: TestWorld.now)
    let position = try world.ledger.lastPosition()
    driver.send(.polled(position - 1))
    driver.send(.polled(position))
    #expect(driver.model.events.lines.count == before)
    #expect(driver.text.contains("+1 new"), "\(driver.text)")
    driver.press("Z")
    #expect(driver.model.events.lines.count == before + 1)
  }
}
