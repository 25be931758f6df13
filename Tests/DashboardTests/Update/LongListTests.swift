import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Moving in a list of many pages.
struct LongListTests {
  private static let count = 300

  private func driver() throws -> Driver {
    let world = try TestWorld { world in
      for number in 0..<Self.count {
        let id = SubscriptionID("as_\(2_000_000_100_000_000 + number)")
        world.active(id, AccountID("acc-\(number)"), "2025-11-05", "P1M", months: 1)
      }
    }
    return Driver(world, screen: .subscribers)
  }

  @Test func `the next page has its timelines before it is turned to`() throws {
    var driver = try driver()
    for _ in 0..<4 {
      let window = driver.model.subscribers.window
      let height = driver.model.listHeight
      let next = window.rows.dropFirst(window.cursor.top + height).prefix(height)
      #expect(next.count == height)
      #expect(next.allSatisfy { driver.model.ledger.extras[$0.summary.id] != nil })
      driver.press("PgDn")
    }
  }

  @Test func `a step of the cursor asks for no timelines while some lines are left`() throws {
    var driver = try driver()
    driver.press("PgDn", "PgDn")
    let asked = driver.model.ledger.lastRequest
    driver.press("j", "j", "k")
    #expect(driver.model.ledger.lastRequest == asked)
  }

  @Test func `the place at the end is known, and upwards from there`() throws {
    var driver = try driver()
    driver.press("G")
    #expect(driver.text.contains("300 of 300"))
    driver.press("PgUp", "k")
    let place = try #require(driver.model.subscribers.window.selectedPlace)
    #expect(place < 300 && driver.text.contains("\(place) of 300"))
    driver.press("g")
    #expect(driver.text.contains("1 of 300"))
  }

  @Test(arguments: ["g", ">"])
  func `nothing moves before the rows of the beginning have come`(_ key: String) throws {
    var driver = try driver()
    driver.press("G")
    var model = driver.model
    let (before, place) = (driver.lines, try #require(model.subscribers.window.selectedPlace))
    let press = try #require(KeyPress(notation: key))
    #expect(!model.update(.key(press), machineNow: driver.clock).isEmpty)
    let waiting = DashboardView(model: model).frame(size: model.size).lines
    #expect(waiting == before)
    #expect(model.subscribers.window.selectedPlace == place)
    driver.press(key)
    #expect(driver.text.contains("1 of 300") && driver.lines != before)
  }

  @Test func `timelines that are kept are those of rows at hand`() throws {
    var driver = try driver()
    let held = Set(driver.model.subscribers.window.rows.map(\.summary.id))
    let extra = try #require(driver.model.ledger.extras.values.first)
    for number in 0..<2_100 {
      driver.model.ledger.extras[SubscriptionID("as_\(number)")] = extra
    }
    driver.model.now = driver.model.now + .minutes(1)
    driver.press("j")
    #expect(driver.model.ledger.extras.count <= held.count)
    #expect(driver.model.ledger.extras.keys.allSatisfy(held.contains))
  }

  @Test(arguments: ["", "type:purchased", "type:refund"])
  func `the end of Events is the oldest event`(_ filter: String) throws {
    let world = try TestWorld { world in
      for number in 0..<400 {
        let id = SubscriptionID("as_\(2_000_000_100_000_000 + number)")
        let day = TestWorld.now - .days(500 - number)
        world.tell(id, .purchased, day, AccountID("acc-\(number)")) {
          $0.expiresAt = day + .days(30)
        }
        guard number % 150 == 7 else { continue }
        world.tell(id, .refunded, day + .hours(1), AccountID("acc-\(number)")) {
          $0.revokedAt = day + .hours(1)
        }
      }
    }
    var driver = Driver(world, screen: .events)
    if !filter.isEmpty {
      driver.press("/")
      driver.type(filter)
      driver.press("Enter")
    }
    driver.press("G")
    let events = driver.model.events
    #expect(!events.hasOlder && !events.goesToEnd)
    #expect(events.cursor.line == events.lines.count - 1)
    #expect(events.lines.count == (filter == "type:refund" ? 3 : filter.isEmpty ? 403 : 400))
    driver.press("k")
    #expect(driver.model.events.cursor.line == events.lines.count - 2)
    driver.press("g")
    #expect(driver.model.events.isFollowing)
  }
}
