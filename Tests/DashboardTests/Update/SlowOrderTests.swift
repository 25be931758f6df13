import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// A list whose rows take a while to come in a new order, or for a new filter.
struct SlowOrderTests {
  private var driver: Driver
  private let world: TestWorld

  init() throws {
    world = try TestWorld.usual()
    driver = Driver(world, screen: .subscribers)
  }

  /// Presses a key whose question the ledger keeps for a while.
  private mutating func pressSlowly(_ key: String) throws -> [Effect] {
    let press = try #require(KeyPress(notation: key))
    return driver.model.update(.key(press), machineNow: driver.clock)
  }

  private mutating func answer(_ effects: [Effect]) {
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
    for effect in effects { driver.send(runner.message(for: effect)) }
  }

  private var status: String { driver.lines[driver.lines.count - 3] }
  private var heading: String { driver.lines.first { $0.contains("STATE") } ?? "" }

  @Test mutating func `rows in the old order stand under the old order's sign`() throws {
    #expect(heading.contains("LOSES▲"))
    let asked = try pressSlowly("I")
    #expect(heading.contains("LOSES▲"))
    #expect(status.contains("sort loses▲"))
    #expect(!status.contains("coming"))
    // The program asks to be woken, and says then that the new order is on its way.
    let wake = try #require(driver.model.nextWake)
    #expect(wake <= driver.clock + .milliseconds(200))
    driver.wait(.milliseconds(200))
    #expect(heading.contains("LOSES▲"))
    #expect(status.contains("sort still loses▲, loses▼ is coming"))
    answer(asked)
    #expect(heading.contains("LOSES▼"))
    #expect(status.contains("sort loses▼"))
    #expect(!status.contains("coming"))
  }

  @Test mutating func `a list that waits for a filter's rows says so`() throws {
    let filtered = driver.model.apply(filter: "state:hold")
    driver.wait(.milliseconds(1))
    #expect(!status.contains("searching"))
    driver.wait(.milliseconds(200))
    #expect(status.contains("searching"), "\(driver.text)")
    answer(filtered)
    #expect(!status.contains("searching"))
    #expect(status.contains("match"))
  }

  @Test mutating func `a list that shows what it was asked for asks for no wake`() throws {
    driver.press("I", "j")
    #expect(driver.model.behindAt == nil)
    #expect(driver.model.subscribers.isBehindSince == nil)
  }
}
