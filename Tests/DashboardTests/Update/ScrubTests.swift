import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Going through what was heard by its time.
struct ScrubTests {
  private var driver: Driver
  private let world: TestWorld

  init() throws {
    world = try TestWorld.lively()
    driver = Driver(world, screen: .events)
  }

  private var heard: [Timestamp] { driver.model.events.lines.map(\.event.recordedAt) }

  @Test mutating func `h goes back by half of the bars, with the list, and t comes back`() {
    let all = driver.model.events.lines
    driver.press("h")
    // The bar that the present lies in ends at 17:45.
    #expect(driver.text.contains("arrived by 20 Nov 16:45Z (t now)"), "\(driver.text)")
    let end = TestWorld.time("2025-11-20T16:45:00Z")
    #expect(!heard.isEmpty)
    #expect(heard.allSatisfy { $0 <= end })
    #expect(all.count { $0.event.recordedAt <= end } == heard.count)
    #expect(driver.lines.contains { $0.contains("all        14:45") })
    driver.press("h")
    #expect(driver.text.contains("arrived by 20 Nov 15:45Z"))
    driver.press("l")
    #expect(driver.text.contains("arrived by 20 Nov 16:45Z"))
    driver.press("t")
    #expect(driver.model.events.lines == all)
    #expect(driver.model.events.isFollowing)
    #expect(!driver.text.contains("arrived by"))
  }

  @Test mutating func `before the first event it is said that none had arrived`() {
    driver.press("-", "-")
    for _ in 0..<60 { driver.press("h") }
    #expect(driver.model.events.lines.isEmpty)
    #expect(driver.text.contains("No event had arrived by "), "\(driver.text)")
    #expect(driver.text.contains("; t goes to the newest."), "\(driver.text)")
    #expect(!driver.text.contains("churntop demo"), "\(driver.text)")
  }

  @Test mutating func `later than the newest there is nothing, and it is said`() {
    driver.press("l")
    #expect(driver.text.contains("This is the newest; h goes back."))
    driver.press("h", "l")
    #expect(driver.model.events.isFollowing)
    #expect(driver.model.events.until == nil)
  }

  @Test mutating func `longer bars span a day and a month, and a step is half of that`() {
    driver.press("-")
    #expect(driver.text.contains("1 hour a bar"))
    driver.press("h")
    #expect(driver.text.contains("arrived by 20 Nov 06:00Z"), "\(driver.text)")
    driver.press("-")
    #expect(driver.text.contains("1 day a bar"))
    driver.press("-", "h")
    #expect(driver.text.contains("arrived by 9 Nov 00:00Z"), "\(driver.text)")
    driver.press("+", "+", "+")
    #expect(driver.text.contains("5 minutes a bar"))
  }

  @Test mutating func `the cursor moves in what is shown, and Esc comes back to the newest`() {
    driver.press("h", "j", "j", "g")
    #expect(driver.model.events.until != nil)
    #expect(driver.model.events.cursor.line == 0)
    driver.press("Esc")
    #expect(driver.model.events.isFollowing)
    #expect(driver.model.screen == .events)
  }

  @Test mutating func `what arrives meanwhile is counted and moves nothing`() throws {
    driver.press("h")
    let before = driver.model.events.lines
    try StableViewTests.append(world.ledger, 1)
    driver.send(.polled(try world.ledger.lastPosition()))
    #expect(driver.model.events.lines == before)
    #expect(driver.model.events.arrivals == 1)
  }

  @Test mutating func `news that come before the answer do not take its place`() throws {
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    var open = driver.model.update(.key(KeyPress("h")), machineNow: driver.clock)
    // A second press while the first answer is on its way, and then news.
    open += driver.model.update(.key(KeyPress("h")), machineNow: driver.clock)
    try StableViewTests.append(world.ledger, 1)
    open += driver.model.update(
      .polled(try world.ledger.lastPosition()), machineNow: driver.clock)
    while !open.isEmpty {
      let effect = open.removeFirst()
      open += driver.model.update(runner.message(for: effect), machineNow: driver.clock)
    }
    let end = TestWorld.time("2025-11-20T15:45:00Z")
    #expect(driver.model.events.until == end)
    #expect(!heard.isEmpty)
    #expect(heard.allSatisfy { $0 <= end }, "\(driver.text)")
  }

  @Test(arguments: [-200, -116, -60, -1, 5])
  func `the place of an instant in the ledger is the first entry heard after it`(
    _ minutes: Int
  ) throws {
    let instant = TestWorld.now + .minutes(minutes)
    let last = try world.ledger.lastPosition()
    let expected = try (1...last).first { position in
      try world.ledger.entry(at: position).map { $0.receivedAt > instant } ?? false
    }
    let found = try world.ledger.position(after: instant)
    // Entries that were late lie where they came in, so the first is among those around it.
    if let expected, let found {
      #expect(abs(found - expected) <= 1, "\(found) \(expected)")
    } else {
      #expect(found == expected)
    }
  }
}
