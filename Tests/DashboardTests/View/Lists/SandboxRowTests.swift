import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Rows outside production, which figures leave out, and lists of those who ended.
struct SandboxRowTests {
  private func world() throws -> TestWorld {
    try TestWorld { world in
      world.expired("as_2000000900000001", "acc-1", "2025-11-10")
      let end = TestWorld.time("2025-11-12")
      world.tell(
        "as_2000000900000002", .purchased, end - .days(30), "acc-2", environment: .sandbox
      ) { $0.expiresAt = end }
      world.tell("as_2000000900000002", .expired, end, "acc-2", environment: .sandbox) {
        ($0.expiresAt, $0.endReason, $0.status) = (end, .billing, .expired)
      }
    }.withProfiles()
  }

  @Test(arguments: [(120, 36), (80, 24)])
  func `rows of the sandbox are marked and counted`(_ width: Int, _ height: Int) throws {
    var driver = Driver(
      try world(), screen: .subscribers, size: Size(width: width, height: height))
    driver.press("/")
    driver.type("ended>2025-11-01")
    driver.press("Enter")
    #expect(driver.text.contains("2 match, 1 of them sandbox"), "\(driver.text)")
    let marked = driver.lines.filter { $0.contains("(sandbox) ") }
    #expect(marked.count >= 1, "\(driver.text)")
    driver.press("/")
    driver.type("env:production")
    driver.press("Enter")
    #expect(driver.text.contains("1 match"), "\(driver.text)")
    #expect(!driver.text.contains("(sandbox)"), "\(driver.text)")
  }

  @Test func `a list of those who ended has cause and reason`() throws {
    var driver = Driver(try world(), screen: .subscribers)
    #expect(!driver.lines[3].contains("REASON"))
    driver.press("/")
    driver.type("lapsed>2025-11-01")
    driver.press("Enter")
    #expect(driver.lines[3].contains("CAUSE"), "\(driver.text)")
    #expect(driver.lines[3].contains("REASON"))
    #expect(driver.text.contains("involuntary") && driver.text.contains("billing"))
  }

  @Test func `a list of refunds has their dates`() throws {
    let world = try TestWorld { world in
      for (kind, day) in [(EventKind.purchased, "2025-11-01"), (.refunded, "2025-11-12")] {
        let at = TestWorld.time(day)
        world.tell("gp_0a1b2c3d4e5f6071", kind, at, "acc-4") {
          ($0.orderID, $0.paidOrderID) = ("GPA.1", "GPA.1")
          if kind == .refunded { $0.revokedAt = at } else { $0.expiresAt = at + .days(30) }
        }
      }
    }
    var driver = Driver(world, screen: .subscribers)
    #expect(!driver.text.contains("REFUND"), "\(driver.text)")
    driver.press("/")
    driver.type("refunded>2025-11-10")
    driver.press("Enter")
    #expect(driver.text.contains("1 match"), "\(driver.text)")
    #expect(driver.lines[3].contains("REFUND"), "\(driver.text)")
  }
}
