import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct DueHeadingsTests {
  static func lines(_ size: Size, _ build: (inout TestWorld) -> Void) throws -> [String] {
    let world = try TestWorld(build)
    return Driver(world, screen: .due, size: size).lines
  }

  @Test func `sections without anybody say so`() throws {
    let lines = try Self.lines(Size(width: 120, height: 36)) { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
    }
    #expect(lines.contains { $0.contains("next 24 h: no one") })
    #expect(lines.contains { $0.contains("payment failing, but not due: no one") })
    #expect(!lines.contains { $0.contains("due now") })
  }

  @Test func `nobody due now is said as well, above those who will be`() throws {
    let lines = try Self.lines(Size(width: 120, height: 36)) { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
      world.act(
        "as_2000000900000002", .promptSuppressed, "2025-11-12",
        SubscriptionEvent.Action(actor: "mira"))
    }
    let first = try #require(lines.firstIndex { $0.contains("due now: no one") })
    let last = try #require(lines.firstIndex { $0.contains("payment failing, but not due ") })
    #expect(first < last)
    #expect(lines[last + 1].contains("suppressed"))
  }

  @Test func `no heading takes the place of a row`() throws {
    for height in 16...24 {
      let lines = try Self.lines(Size(width: 80, height: height)) { world in
        for number in 0..<12 {
          let id = SubscriptionID("as_20000009000000\(10 + number)")
          world.grace(id, AccountID("acc-\(number)"), failed: "2025-11-11", ends: "2025-11-27")
        }
      }
      #expect(lines.contains { $0.contains("►") && $0.contains("GRC") }, "\(height)")
    }
  }

  @Test(arguments: [16, 24, 36])
  func `no line stays empty while there are further rows`(_ height: Int) throws {
    var driver = Driver(
      try TestWorld { world in
        for number in 0..<60 {
          let id = SubscriptionID("as_20000009000000\(10 + number)")
          world.grace(id, AccountID("acc-\(number)"), failed: "2025-11-11", ends: "2025-11-27")
        }
      }, screen: .due, size: Size(width: 120, height: height))
    func emptyLines() -> Int {
      let table = DueScreen.layout(in: driver.model).table
      return driver.lines[table.y..<table.bottom]
        .count { $0.allSatisfy { " │".contains($0) } }
    }
    #expect(emptyLines() == 0)
    driver.press("^f")
    #expect(emptyLines() == 0)
    driver.press("G")
    #expect(driver.pointed.contains("0069"), "\(driver.text)")
  }

  @Test func `an empty ledger says what to do next on every screen`() throws {
    let world = try TestWorld { _ in }
    for screen in Screen.tabs {
      let text = Driver(world, screen: screen).text
      #expect(text.contains("churntop import FILE"), "\(screen)")
    }
  }
}
