import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// A name that nobody has, while it is being typed.
struct NearTests {
  private static let rest = NearSearch.rest + .milliseconds(1)

  private func driver(_ screen: Screen = .subscribers) throws -> Driver {
    var driver = Driver(try .usual(), screen: screen)
    driver.press("/")
    return driver
  }

  private func rows(_ driver: Driver) -> [SubscriptionID] {
    driver.model.subscribers.window.rows.map(\.summary.id)
  }

  @Test func `the names near to it are listed once typing has come to rest, and it is said`()
    throws
  {
    var driver = try driver()
    driver.type("okafr")
    #expect(rows(driver).isEmpty)
    #expect(driver.text.contains("0 match"), "\(driver.text)")
    #expect(driver.model.nextWake.map { $0 <= driver.clock + Self.rest } == true)
    driver.wait(Self.rest)
    #expect(rows(driver) == ["as_2000000900000002"])
    #expect(driver.text.contains("Ada Okafor"))
    #expect(driver.text.contains("no 'okafr'; near: 1"), "\(driver.text)")
    #expect(driver.text.contains("/ okafr"))
    #expect(driver.text.contains("look it up"), "\(driver.text)")
  }

  @Test func `an identifier with a wrong digit is found too`() throws {
    var driver = try driver()
    driver.type("2000000900000O02")
    driver.wait(Self.rest)
    #expect(rows(driver).contains("as_2000000900000002"))
    // It may be the number of an order, which no row shows.
    #expect(driver.text.contains("Enter looks it up; near: "), "\(driver.text)")
  }

  @Test func `no key asks for near names, and none is looked for while something matches`() throws {
    let world = try TestWorld.usual()
    var model = Driver(world, screen: .subscribers).model
    var asked: [Query] = []
    for character in "/okafr state" {
      for case .ask(let query, let slot, let request) in model.update(
        .key(KeyPress(character)), machineNow: TestWorld.now)
      {
        asked.append(query)
        let runner = EffectRunner(
          ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { _ in })
        _ = model.update(
          runner.message(for: .ask(query, slot: slot, request: request)),
          machineNow: TestWorld.now)
      }
    }
    #expect(!asked.contains { if case .near = $0 { true } else { false } })
    var matching = try driver()
    matching.type("okafor")
    #expect(matching.model.search.near == nil)
    matching.wait(Self.rest)
    #expect(matching.text.contains("1 match"), "\(matching.text)")
  }

  @Test(arguments: ["oka", "state:unknown", "zzzzzzz", "state:grace state:hold"])
  func `what is too short, a filter, or near to nothing shows nothing`(_ text: String) throws {
    var driver = try driver()
    driver.type(text)
    driver.wait(Self.rest)
    #expect(!driver.text.contains("near: "), "\(driver.text)")
    #expect(
      driver.text.contains("no match, no similar names") == (text == "zzzzzzz"), "\(driver.text)")
  }

  @Test func `the next letter goes back to what matches`() throws {
    var driver = try driver()
    driver.type("okafr")
    driver.wait(Self.rest)
    driver.press("Bksp", "o", "r")
    #expect(driver.model.search.near == nil)
    #expect(driver.text.contains("1 match"), "\(driver.text)")
    driver.press("^u")
    driver.type("state:hold")
    #expect(driver.text.contains("2 match"), "\(driver.text)")
  }

  @Test func `Esc puts the list back as it was`() throws {
    var driver = try driver()
    driver.press("Esc")
    let before = rows(driver)
    driver.press("/")
    driver.type("okafr")
    driver.wait(Self.rest)
    driver.press("Esc")
    #expect(rows(driver) == before)
    #expect(driver.model.search.near == nil)
    #expect(driver.text.contains("no filter"), "\(driver.text)")
  }

  @Test func `Enter does what it did without the list`() throws {
    var driver = try driver()
    driver.type("okafr")
    driver.wait(Self.rest)
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    #expect(driver.text.contains("No match for okafr; this is the only similar name."))
    driver.press("q")
    #expect(driver.text.contains("no filter"), "\(driver.text)")
  }

  @Test func `an answer that comes after another letter changes nothing`() throws {
    var driver = try driver()
    driver.type("okafr")
    var model = driver.model
    let later = driver.clock + Self.rest
    let effects = model.update(.wake, machineNow: later)
    let asked = effects.compactMap { effect -> Int? in
      if case .ask(.near("okafr"), .near, let request) = effect { request } else { nil }
    }
    #expect(asked.count == 1)
    _ = model.update(.key(KeyPress("x")), machineNow: later)
    let request = try #require(asked.first)
    _ = model.update(
      .answer(.near(["as_2000000900000002"], text: "okafr"), slot: .near, request: request),
      machineNow: later)
    #expect(model.subscribers.filter == (try Filter.parse("okafrx")))
    #expect(!model.showsNear)
  }
}
