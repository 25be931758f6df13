import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// How soon access and the stores' tries end.
struct LossLineTests {
  /// A world with a grace whose end no store stated, and a hold whose tries should be over.
  static func world() throws -> TestWorld {
    try TestWorld { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-29")
      world.grace("as_2000000900000003", "acc-3", failed: "2025-11-18", ends: "2025-11-21")
      world.tell("as_2000000900000004", .purchased, now(-35), "acc-4") { $0.expiresAt = now(-5) }
      world.tell("as_2000000900000004", .billingFailed, now(-5), "acc-4") {
        $0.expiresAt = now(-5)
        $0.status = .grace
        $0.inBillingRetry = true
      }
      world.hold("gp_0a1b2c3d4e5f6071", "acc-5", failed: "2025-10-21", holdFrom: "2025-10-24")
      world.tell("as_2000000900000005", .purchased, now(-92), "acc-6") { $0.expiresAt = now(-62) }
      world.tell("as_2000000900000005", .billingFailed, now(-62), "acc-6") {
        $0.expiresAt = now(-62)
        $0.status = .hold
        $0.inBillingRetry = true
      }
    }
  }

  private static func now(_ days: Int) -> Timestamp { TestWorld.now + .days(days) }

  @Test func `each line counts those whom its list shows, and nobody is left out`() throws {
    let world = try Self.world()
    let figures = try world.ledger.figures(at: TestWorld.now)
    var counted: [SubscriptionState: Int] = [:]
    for line in LossLine.allCases {
      let filter = try Filter.parse(line.filterText)
      let rows = try world.ledger.subscribers(SubscriberQuery(filter: filter)).rows
      #expect(line.counter(in: figures).count == rows.count, "\(line)")
      for row in rows { counted[row.status.state, default: 0] += 1 }
    }
    #expect(counted == [.grace: 3, .hold: 2])
    #expect(LossLine.accessUnknown.counter(in: figures).count == 1)
    #expect(LossLine.retryOver.counter(in: figures).count == 1)
    #expect(LossLine.retry24h.counter(in: figures).count == 0)
    #expect(LossLine.accessLater.counter(in: figures).count == 1)
  }

  @Test func `an end in the past and an unknown one have lines of their own`() throws {
    var driver = Driver(try Self.world(), size: Size(width: 120, height: 40))
    func line(_ title: String) -> String {
      driver.lines.first { $0.contains(title) }.map { line in
        line.split(separator: "│").first { $0.contains(title) }.map(String.init) ?? ""
      } ?? ""
    }
    #expect(line("end not known").contains(" 1 "), "\(driver.text)")
    #expect(line("already over").contains(" 1 "), "\(driver.text)")
    driver.press("Tab", "Tab", "j", "j", "j", "j", "Enter")
    #expect(driver.model.subscribers.filterText == LossLine.accessUnknown.filterText)
    #expect(driver.text.contains("1 match"), "\(driver.text)")
    driver.press("1", "j", "Enter")
    #expect(driver.model.subscribers.filterText == LossLine.retryOver.filterText)
    #expect(driver.text.contains("1 match"), "\(driver.text)")
  }

  @Test func `where nobody is in them, there are no such lines`() throws {
    let driver = Driver(try .usual(), size: Size(width: 120, height: 40))
    #expect(!driver.text.contains("end not known") && !driver.text.contains("already over"))
    #expect(driver.model.overview.lossLines.count == 7)
  }

  @Test func `Detail tells an end of retries that has passed as passed`() throws {
    for size in [Size(width: 120, height: 36), Size(width: 80, height: 24)] {
      var driver = Driver(try Self.world(), screen: .subscribers, size: size)
      driver.press(":")
      driver.type("open as_2000000900000005")
      driver.press("Enter")
      #expect(driver.text.contains("end 18 Nov"), "\(driver.text)")
      #expect(driver.text.contains(size.width == 120 ? "was to end" : "18 Nov passed"))
      #expect(!driver.text.contains("until 18 Nov"), "\(driver.text)")
      if size.width == 120 { #expect(driver.text.contains("(2d ago)"), "\(driver.text)") }
    }
  }

  @Test func `what several currencies add to the first one is named in the heading`() throws {
    let world = try TestWorld { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-29")
      for number in 3...5 {
        let id = SubscriptionID("as_200000090000000\(number)")
        let failed = Self.now(-2)
        func money(_ facts: inout StoreFacts) {
          facts.price = Money(micros: 790_000_000, currency: ["JPY", "USD", "KRW"][number - 3])
        }
        let account = AccountID("acc-\(number)")
        world.tell(id, .purchased, failed - .days(30), account) {
          $0.expiresAt = failed
          money(&$0)
        }
        world.tell(id, .billingFailed, failed, account) {
          $0.expiresAt = failed
          $0.graceEndsAt = TestWorld.now + .hours(20)
          $0.status = .grace
          $0.inBillingRetry = true
          money(&$0)
        }
      }
    }
    let driver = Driver(world, size: Size(width: 120, height: 40))
    #expect(driver.text.contains("USERS  MRR +currencies"), "\(driver.text)")
    #expect(driver.text.contains(" +2"), "\(driver.text)")
    let usual = Driver(try .usual())
    #expect(!usual.text.contains("+currencies"))
  }
}
