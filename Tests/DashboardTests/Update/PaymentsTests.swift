import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The payments of a subscriber, and the reply to a customer.
struct PaymentsTests {
  static let first: SubscriptionID = "gp_0a1b2c3d4e5f6071"
  static let second: SubscriptionID = "gp_0a1b2c3d4e5f6072"

  /// Somebody who bought twice, and of whose first purchase a payment was refunded and one failed.
  static func world() throws -> TestWorld {
    try TestWorld { world in
      func pay(
        _ id: SubscriptionID, _ kind: EventKind, _ day: String, to end: String, order: String
      ) {
        world.tell(id, kind, TestWorld.time(day), "acc-4") {
          ($0.orderID, $0.paidOrderID, $0.status) = (order, order, .active)
          $0.expiresAt = TestWorld.time(end)
        }
      }
      pay(first, .purchased, "2025-09-01", to: "2025-10-01", order: "GPA.1-2-3-4")
      pay(first, .renewed, "2025-10-01", to: "2025-11-01", order: "GPA.1-2-3-4..0")
      pay(second, .purchased, "2025-10-15", to: "2025-11-15", order: "GPA.5-6-7-8")
      world.tell(first, .refunded, TestWorld.time("2025-10-20"), "acc-4") {
        ($0.orderID, $0.status, $0.price) = ("GPA.1-2-3-4", .active, nil)
        $0.expiresAt = TestWorld.time("2025-11-01")
      }
      world.tell(first, .billingFailed, TestWorld.time("2025-11-01"), "acc-4") {
        ($0.orderID, $0.paidOrderID) = ("GPA.1-2-3-4..1", "GPA.1-2-3-4..0")
        ($0.status, $0.expiresAt) = (.grace, TestWorld.time("2025-11-08"))
        $0.graceEndsAt = TestWorld.time("2025-11-08")
      }
    }.withProfiles()
  }

  private func driver(
    _ width: Int = 120, _ height: Int = 36, outside: DashboardDependencies = DashboardDependencies()
  ) throws -> Driver {
    var driver = Driver(
      try Self.world(), screen: .subscribers, size: Size(width: width, height: height),
      outside: outside)
    driver.press(":")
    driver.type(Self.first.rawValue)
    driver.press("Enter")
    return driver
  }

  @Test func `charged twice is answered in one look`() throws {
    let text = try driver().text
    #expect(text.contains("paid      twice for the same time: also on gp_0a1b2c3d4…"), "\(text)")
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `the dollar key shows the payments and the events`(_ width: Int, _ height: Int) throws {
    var driver = try driver(width, height)
    let before = driver.text
    driver.press("$")
    let text = driver.text
    #expect(text.contains("Payments (4)"), "\(text)")
    #expect(text.contains("6.99 EUR"), "\(text)")
    for word in ["declined", "paid", "refunded"] { #expect(text.contains(word), "\(text)") }
    driver.press("$")
    #expect(driver.model.detail?.pane == .events)
    #expect(!driver.text.contains("Payments (4)") && before.contains("Subscriber"))
  }

  @Test func `a plan without a price says that the price is unknown`() throws {
    let world = try TestWorld { world in
      world.tell("as_2000000900000001", .purchased, TestWorld.time("2025-11-05"), "acc-1") {
        ($0.price, $0.expiresAt) = (nil, TestWorld.time("2025-12-05"))
      }
    }
    var driver = Driver(world, screen: .subscribers)
    driver.press("Enter")
    #expect(driver.text.contains("pro.monthly · unknown price a month"), "\(driver.text)")
  }

  @Test func `a wide screen has the payments beside the events`() throws {
    let text = try driver(160, 45).text
    #expect(text.contains("Payments (4)") && text.contains("Events (4)"), "\(text)")
    #expect(text.contains("1 Nov"), "\(text)")
  }

  @Test(arguments: [(80, 24), (200, 60)])
  func `payments without room for their transactions differ by their ends`(
    _ width: Int, _ height: Int
  ) throws {
    let world = try TestWorld { world in
      for month in 8...11 {
        let paid = TestWorld.time("2025-\(month < 10 ? "0" : "")\(month)-05")
        let kind: EventKind = month == 8 ? .purchased : .renewed
        world.tell("as_2000000900000001", kind, paid, "acc-1") {
          $0.transactionID = "20000009000001\(month + 10)"
          ($0.purchasedAt, $0.expiresAt) = (paid, paid + .days(30))
        }
      }
    }
    var driver = Driver(world, screen: .subscribers, size: Size(width: width, height: height))
    driver.press("Enter", "$")
    for month in 8...11 { #expect(driver.text.contains("01\(month + 10) "), "\(driver.text)") }
  }

  @Test func `the payments look as they were read and approved`() throws {
    for (width, height) in [(120, 36), (160, 45), (60, 16)] {
      var driver = try driver(width, height)
      driver.press("$")
      try Golden.check(driver.text, "payments-\(width)x\(height)")
    }
  }

  @Test func `the timeline has the purchase, and a failure that only a hold tells`() throws {
    let world = try TestWorld { world in
      world.tell(Self.first, .purchased, TestWorld.time("2025-11-05"), "acc-4") {
        ($0.orderID, $0.paidOrderID, $0.status) = ("GPA.1-2-3-4", "GPA.1-2-3-4", .active)
        $0.expiresAt = TestWorld.time("2025-11-15")
      }
      world.tell(Self.first, .holdStarted, TestWorld.time("2025-11-15"), "acc-4") {
        ($0.orderID, $0.paidOrderID) = ("GPA.1-2-3-4..0", "GPA.1-2-3-4")
        ($0.status, $0.expiresAt) = (.hold, TestWorld.time("2025-11-15"))
      }
    }
    let frame = try world.frame(.detail, 120, 36, subscription: Self.first)
    let row = try #require(frame.lines.first { $0.hasPrefix("│ payment ") }, "\(frame.text)")
    #expect(row.filter { "√×".contains($0) } == "√×", "\(frame.text)")
    #expect(frame.text.contains("× declined"))
  }

  @Test func `the linear text tells each payment`() throws {
    let lines = ScreenText(model: try driver().model).describe()
    let payments = lines.filter { $0.hasPrefix("Payment: ") }
    #expect(payments.count == 4)
    #expect(
      payments.first == "Payment: 1 Nov, 6.99 EUR, declined, GPA.1-2-3-4..1, not charged.",
      "\(payments)")
  }

  @Test func `r shows the reply to the customer, and y copies it`() throws {
    let outside = DashboardDependencies(words: { request, _ in
      "Hello,\n\n\(request.form.rawValue)\n"
    })
    var driver = try driver(outside: outside)
    driver.press("r")
    #expect(driver.text.contains("Reply to the customer"), "\(driver.text)")
    #expect(driver.text.contains("Hello,"))
    driver.press("y")
    guard case .terminal(.copy(let text)) = driver.effects.last else {
      Issue.record("\(driver.effects)")
      return
    }
    #expect(text == "Hello,\n\nreply")
    driver.press("Esc")
    #expect(driver.text.contains("Subscriber"))
  }
}
