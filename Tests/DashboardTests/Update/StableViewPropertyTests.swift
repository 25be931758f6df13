import EventLedger
import SeededNumbers
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Random scripts of moves, sorts, marks, refreshes and arrivals: whatever arrives, the row under
/// the cursor stays the row under the cursor, and rows that the user moves among stay in place.
struct StableViewPropertyTests {
  /// What the user does between two arrivals.
  private static let keys = [
    "j", "k", "j", "j", "^d", "^u", "g", "G", "H", "L", "space", "\\", "v", "*", "I", ">", "<", "R",
    "s", "b", "Esc", "Enter", "q", "1", "2", "3", "w", "n",
  ]

  private static func crowd() throws -> TestWorld {
    try TestWorld { world in
      for number in 0..<60 {
        let id = SubscriptionID("as_4000000000\(1_000 + number)")
        let account = AccountID("acc-\(number)")
        switch number % 4 {
        case 0: world.grace(id, account, failed: "2025-11-15", ends: "2025-11-\(21 + number % 8)")
        case 1:
          world.hold(id, account, failed: "2025-11-01", holdFrom: "2025-11-0\(2 + number % 7)")
        case 2: world.canceled(id, account, "2025-11-0\(1 + number % 9)")
        default: world.active(id, account, "2025-11-05", "P1M", months: 2)
        }
      }
    }
  }

  /// Something arrives: a new subscriber, or the end of one that the list shows.
  private static func arrive(
    _ world: TestWorld, _ number: Int, _ random: inout SeededNumbers
  ) throws {
    let isLapse = Int.random(in: 0..<3, using: &random) == 0
    let victim = SubscriptionID("as_4000000000\(1_000 + Int.random(in: 0..<60, using: &random))")
    try StableViewTests.append(world.ledger, number, lapsesOf: isLapse ? victim : nil)
  }

  @Test(arguments: 0..<16)
  func `news never change the row under the cursor`(_ seed: Int) throws {
    var random = SeededNumbers(seed: seed)
    let world = try Self.crowd()
    var settings = world.settings()
    if seed % 2 == 1 {
      settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: 3_600)
    }
    let size = seed % 3 == 0 ? Size(width: 80, height: 24) : Size(width: 120, height: 36)
    var driver = Driver(world, screen: .subscribers, size: size, settings: settings)
    for number in 1...40 {
      if Int.random(in: 0..<2, using: &random) == 0 {
        let key = Self.keys.randomElement(using: &random) ?? "j"
        driver.press(key)
        continue
      }
      try Self.arrive(world, seed * 100 + number, &random)
      let list = driver.model.list
      driver.wait(.seconds(Int.random(in: 0..<4, using: &random) == 0 ? 9 : 1))
      let isMoving = list?.touchedAt.map { driver.clock - $0 < .seconds(5) } ?? false
      let after = driver.model.list
      #expect(after?.marks.ids == list?.marks.ids)
      let isLeftAlone = list?.touchedAt.map { driver.clock - $0 >= .seconds(60) } ?? false
      if isMoving || list?.isTouched == true && list?.window.cursor.line != 0 && !isLeftAlone {
        #expect(after?.window.selected == list?.window.selected)
        #expect(after?.window.rows.map(\.key) == list?.window.rows.map(\.key))
        #expect(after?.window.top == list?.window.top)
      }
    }
  }

  @Test func `a list nobody has touched lets news take their place at once`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    for number in 1...3 {
      try StableViewTests.append(world.ledger, number)
      driver.wait(.seconds(1))
    }
    #expect(driver.model.subscribers.window.rows.count == 12)
    #expect(driver.model.subscribers.window.cursor.line == 0)
    #expect(!driver.text.contains("to merge"))
  }

  @Test func `a key freezes the order for five seconds`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers)
    driver.wait(.seconds(1))
    driver.press("j", "k")
    for number in 1...4 {
      try StableViewTests.append(world.ledger, number)
      driver.wait(.seconds(1))
      #expect(driver.model.subscribers.window.rows.count == 9)
    }
    #expect(driver.text.contains("+4 new (R to merge)"))
    driver.wait(.seconds(2))
    #expect(driver.model.subscribers.window.rows.count == 13)
    #expect(!driver.text.contains("to merge"))
  }

  @Test func `news that would push the row out of view wait and are counted`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers, size: Size(width: 80, height: 24))
    let id = driver.model.subscribers.window.selected
    for number in 1...40 { try StableViewTests.append(world.ledger, number) }
    driver.wait(.seconds(1))
    driver.wait(.seconds(1))
    driver.press("s", "j", "R")
    for number in 41...99 { try StableViewTests.append(world.ledger, number) }
    driver.wait(.seconds(1))
    driver.wait(.seconds(9))
    let window = driver.model.subscribers.window
    #expect(window.selected != nil && id != nil)
    #expect(window.visible(height: driver.model.listHeight).contains { $0.key == window.selected })
  }
}
