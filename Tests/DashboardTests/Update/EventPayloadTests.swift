import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The payload beside the events, and how much was heard.
struct EventPayloadTests {
  @Test func `the payload under the cursor is there at once, and follows after a rest`() throws {
    var driver = Driver(try TestWorld.lively(), screen: .events)
    #expect(driver.text.contains("\"gracePeriodExpiresDate\": 6 Dec 17:41Z"), "\(driver.text)")
    let first = driver.model.events.payload?.line.key
    driver.press("j")
    driver.wait(.milliseconds(79))
    #expect(driver.model.events.payload?.line.key == first)
    #expect(driver.model.nextWake == driver.clock + .milliseconds(1))
    #expect(driver.text.contains("Reading the payload"))
    driver.wait(.milliseconds(1))
    #expect(driver.model.events.payload?.line.key == driver.model.events.selectedLine?.key)
    #expect(!driver.text.contains("Reading the payload"))
  }

  @Test(arguments: [(80, 24), (60, 16), (40, 10)])
  func `nothing is asked where there is no room for it`(_ width: Int, _ height: Int) throws {
    let driver = Driver(
      try TestWorld.lively(), screen: .events, size: Size(width: width, height: height))
    #expect(driver.model.events.payload == nil)
    #expect(driver.lines.count == height)
  }

  @Test func `Enter opens the whole payload, and o the subscriber with the cursor on the event`()
    throws
  {
    var driver = Driver(try TestWorld.lively(), screen: .events)
    driver.press("j", "Enter")
    #expect(driver.text.contains("Payload: DID_RENEW/BILLING_RECOVERY"), "\(driver.text)")
    driver.press("Esc", "o")
    #expect(driver.model.screen == .detail)
    #expect(driver.model.detail?.id == "as_2000000900000003")
    driver.press("Esc")
    #expect(driver.model.screen == .events)
    #expect(driver.model.events.cursor.line == 1)
  }

  @Test func `what was received lately is counted up to the present on screen`() throws {
    var driver = Driver(try TestWorld.lively(), screen: .events)
    let rate = try #require(driver.model.events.rate)
    #expect(driver.text.contains("\(rate.lastHour)/h"))
    #expect(rate.total > rate.lastHour)
    driver.wait(.hours(3))
    #expect(driver.text.contains("0/h"), "\(driver.text)")
    #expect(driver.text.contains("nothing arrived in the last two hours"))
  }

  @Test func `linear output tells the same`() throws {
    let lines = try TestWorld.lively().renderer().text(.events)
    #expect(lines.contains { $0.contains("in the last hour") && $0.contains("peak") })
    let filtered = try TestWorld.lively().renderer().text(.events, filter: "type:unknown")
    #expect(filtered.contains { $0.hasPrefix("Filter type:unknown: 1 match") }, "\(filtered)")
    #expect(filtered.contains { $0.contains("BRAND_NEW") })
  }

  @Test(arguments: [
    (120, 36, ["Tab", "Tab", "Tab"]), (120, 36, ["w"]), (80, 24, ["Tab", "Tab"]), (80, 24, ["w"]),
    (60, 16, []),
  ])
  func `in Detail no payload opens of an event that is not on screen`(
    _ width: Int, _ height: Int, _ keys: [String]
  ) throws {
    var driver = Driver(
      try .usual(), screen: .subscribers, size: Size(width: width, height: height))
    driver.press("Enter")
    for key in keys { driver.press(key) }
    #expect(!driver.text.contains("Events ("), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.model.input == .none)
    #expect(driver.text.contains("The events are not on screen"), "\(driver.text)")
  }

  @Test(arguments: [(80, 24), (120, 36), (160, 45)])
  func `while the reasons are shown in full, w is offered for less`(
    _ width: Int, _ height: Int
  ) throws {
    var driver = Driver(
      try .usual(), screen: .subscribers, size: Size(width: width, height: height))
    driver.press("Enter")
    #expect(driver.text.contains("w why") || width == 160, "\(driver.text)")
    driver.press("w")
    #expect(!driver.text.contains("w why"), "\(driver.text)")
    #expect(driver.text.contains("w less"), "\(driver.text)")
  }
}
