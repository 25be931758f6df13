import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// An order of the App Store that is looked for on the screen.
struct OrderTests {
  private let order: AppStoreOrderID

  init() throws { order = try #require(AppStoreOrderID("MK5TTTVWJH")) }

  private func looking(_ world: TestWorld, by key: String = ":") -> Driver {
    var driver = Driver(world, screen: .subscribers)
    driver.press(key)
    driver.type("MK5TTTVWJH")
    driver.press("Enter")
    return driver
  }

  /// Tells the ledger what an answer about the order would.
  private func tell(_ world: TestWorld) throws {
    var facts = StoreFacts()
    (facts.originalTransactionID, facts.orderID) = ("2000000900000002", order.rawValue)
    let event = SubscriptionEvent(
      id: "o", kind: .renewed, subscription: "as_2000000900000002",
      effectiveAt: TestWorld.now - .days(90), statedAt: TestWorld.now - .days(90),
      recordedAt: TestWorld.now, source: .appStoreServerAPI, verification: .verified, facts: facts)
    try world.ledger.append(
      [
        LedgerEntry(
          identity: "o", format: "sample", raw: [1], receivedAt: TestWorld.now,
          verification: .verified, events: [event])
      ], now: TestWorld.now)
  }

  @Test(arguments: [":", "/"])
  func `the App Store is asked, and the answer opens the subscriber`(_ key: String) throws {
    let world = try TestWorld.usual()
    var driver = looking(world, by: key)
    #expect(driver.model.messages.flash?.text.contains("is asked who has order") == true)
    let asked = try #require(try world.ledger.openOrderLookups(limit: 9).first)
    #expect(asked.actor == "mira" && asked.order == order)
    driver.wait(.seconds(2))
    #expect(driver.model.screen == .subscribers)
    try tell(world)
    driver.wait(.seconds(2))
    #expect(driver.model.screen == .detail)
    #expect(driver.model.detail?.id == "as_2000000900000002")
    #expect(driver.model.search.order == nil)
  }

  @Test func `whoever went on is told, and keeps the screen`() throws {
    let world = try TestWorld.usual()
    var driver = looking(world)
    driver.press("j")
    try tell(world)
    driver.wait(.seconds(2))
    #expect(driver.model.screen == .subscribers)
    #expect(driver.model.messages.flash?.text == "Order MK5TTTVWJH: as_2000000900000002.")
  }

  @Test func `no such order is said once, and nobody waits any longer`() throws {
    let world = try TestWorld.usual()
    var driver = looking(world)
    var lookup = try #require(try world.ledger.orderLookup(order))
    (lookup.outcome, lookup.toldAt) = (.unknown, TestWorld.now)
    try world.ledger.putOrderLookup(lookup)
    driver.wait(.seconds(2))
    #expect(
      driver.model.messages.flash?.text.hasPrefix("The App Store knows no order MK5TTTVWJH") == true
    )
    #expect(driver.model.search.order == nil)
  }

  @Test func `waiting ends, and the request stays`() throws {
    let world = try TestWorld.usual()
    var driver = looking(world)
    driver.wait(OrderSearch.patience + .seconds(1))
    #expect(driver.model.search.order == nil)
    #expect(try world.ledger.openOrderLookups(limit: 9).count == 1)
  }

  @Test func `read-only and the past ask nobody, and say why`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, settings: world.settings(isReadOnly: true))
    driver.press(":")
    driver.type("MK5TTTVWJH")
    driver.press("Enter")
    #expect(
      driver.model.messages.flash?.text
        == "No subscription has order MK5TTTVWJH, and the App Store cannot be asked: "
        + "READ-ONLY, started with --readonly.")
    driver = Driver(world)
    driver.press("@", "t")
    driver.type("-1d")
    driver.press("Enter", ":")
    driver.type("MK5TTTVWJH")
    driver.press("Enter")
    #expect(driver.model.messages.flash?.text.contains("looked up in the present only") == true)
    #expect(try world.ledger.openOrderLookups(limit: 9) == [])
  }
}
