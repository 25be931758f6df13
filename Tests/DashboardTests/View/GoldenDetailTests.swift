import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

/// What support opens on Detail, as text.
struct GoldenDetailTests {
  /// A subscriber in hold with a second purchase, a late notification, a payload and a request.
  static func world() throws -> TestWorld {
    let id: SubscriptionID = "as_2000000900000002"
    return try TestWorld { world in
      world.raw = Array(PayloadTests.notification.utf8)
      world.grace(id, "acc-2", failed: "2025-10-28", ends: "2025-11-13")
      world.tell(id, .holdStarted, TestWorld.time("2025-11-13T00:00:00Z"), "acc-2") {
        $0.status = .hold
        $0.inBillingRetry = true
      }
      world.late = .days(8)
      world.tell(id, .priceChanged, TestWorld.time("2025-11-04T00:00:00Z"), "acc-2")
      world.late = .seconds(2)
      world.tell("as_2000000900000044", .purchased, TestWorld.time("2025-11-16T00:00:00Z"), "acc-2")
      {
        $0.product = "pro.yearly"
        $0.expiresAt = TestWorld.time("2026-11-16T00:00:00Z")
      }
      world.act(
        id, .refreshRequested, "2025-11-20T17:00:00Z", SubscriptionEvent.Action(actor: "mira"))
    }.withProfiles()
  }

  /// A sandbox subscription whose months last five minutes.
  static func sandbox() throws -> TestWorld {
    let now = TestWorld.now
    return try TestWorld { world in
      for minute in [-21, -16, -11] {
        world.tell(
          "as_2000000900000077", minute == -21 ? .purchased : .renewed, now + .minutes(minute),
          "acc-7", environment: .sandbox
        ) { $0.expiresAt = now + .minutes(minute + 5) }
      }
      world.tell(
        "as_2000000900000077", .billingFailed, now + .minutes(-6), "acc-7",
        name: "DID_FAIL_TO_RENEW/GRACE_PERIOD", environment: .sandbox
      ) {
        $0.expiresAt = now + .minutes(-6)
        $0.graceEndsAt = now + .minutes(4)
        $0.status = .grace
        $0.inBillingRetry = true
      }
    }
  }

  static func open(
    _ world: TestWorld, _ width: Int, _ height: Int, _ id: String, _ keys: [String]
  ) throws -> String {
    var driver = Driver(
      world, screen: .subscribers, size: Size(width: width, height: height))
    driver.press("/")
    driver.type("id:\(id)")
    driver.press("Enter", "Enter")
    for key in keys { driver.press(key) }
    return driver.text
  }

  static let pictures: [(String, Int, Int, [String])] = [
    ("call", 120, 36, []), ("call", 80, 24, []), ("call", 80, 24, ["Tab", "Tab"]),
    ("call", 60, 16, ["Tab", "Tab"]), ("call-why", 120, 36, ["w"]), ("call-why", 80, 24, ["w"]),
    ("call-payload", 120, 36, ["j", "Enter"]),
    ("call-payload", 60, 16, ["Tab", "Tab", "j", "Enter"]),
  ]

  @Test(arguments: pictures)
  func `a call to support looks as it was drawn before`(
    _ picture: (String, Int, Int, [String])
  ) throws {
    let (name, width, height, keys) = picture
    let text = try Self.open(try Self.world(), width, height, "as_2000000900000002", keys)
    let suffix = keys == ["Tab", "Tab"] ? "-words" : ""
    try Golden.check(text, "\(name)-\(width)x\(height)\(suffix)")
  }

  @Test func `sandbox months are drawn in minutes`() throws {
    let text = try Self.open(try Self.sandbox(), 120, 36, "as_2000000900000077", [])
    #expect(text.contains("1 min / cell"))
    try Golden.check(text, "sandbox-120x36")
  }

  @Test func `what ended in the last months has its end in view`() throws {
    let text = try Self.open(try .usual(), 120, 36, "as_2000000900000007", [])
    let access = try #require(text.split(separator: "\n").first { $0.hasPrefix("│ access   ━") })
    #expect(access.contains("·"), "\(text)")
  }

  @Test func `a test purchase that ended hours ago is seen at its end`() throws {
    let now = TestWorld.now
    let world = try TestWorld { world in
      world.tell(
        "as_2000000900000077", .purchased, now - .hours(4), "acc-7", environment: .sandbox
      ) { $0.expiresAt = now - .hours(4) + .minutes(5) }
      world.tell(
        "as_2000000900000077", .expired, now - .hours(4) + .minutes(5), "acc-7",
        environment: .sandbox
      ) {
        $0.expiresAt = now - .hours(4) + .minutes(5)
        $0.status = .expired
      }
    }
    let text = try Self.open(world, 120, 36, "as_2000000900000077", [])
    #expect(text.contains("today is later (t)"), "\(text)")
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("│ access   ━") }, "\(text)")
  }

  @Test(arguments: [(60, 16), (80, 24), (120, 36), (160, 45)])
  func `what is not real money says so at every size`(_ size: (Int, Int)) throws {
    let (sandbox, real) = (try Self.sandbox(), try Self.world())
    let text = try Self.open(sandbox, size.0, size.1, "as_2000000900000077", [])
    #expect(text.contains("Subscriber: sandbox, no real money"), "\(text)")
    let other = try Self.open(real, size.0, size.1, "as_2000000900000002", [])
    #expect(!other.contains("no real money"))
  }

  @Test func `panning out of the present says where it is`() throws {
    let keys = Array(repeating: "h", count: 20)
    let text = try Self.open(try Self.world(), 120, 36, "as_2000000900000002", keys)
    #expect(text.contains("today is later (t)"))
  }
}
