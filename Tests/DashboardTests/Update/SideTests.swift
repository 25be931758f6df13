import Dashboard
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The subscriber beside a list on wide screens.
struct SideTests {
  static let wide = Size(width: 160, height: 45)

  @Test func `the subscriber under the cursor stands beside the list at once`() throws {
    let driver = Driver(try TestWorld.usual(), screen: .subscribers, size: Self.wide)
    #expect(driver.model.side?.data?.extra.summary.id == "as_2000000900000003")
    #expect(driver.text.contains("In plain words"))
  }

  @Test func `it follows the cursor after a rest, not at every step`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers, size: Self.wide)
    driver.press("j")
    driver.wait(.milliseconds(79))
    #expect(driver.model.side?.id == "as_2000000900000003")
    driver.press("j")
    driver.wait(.milliseconds(79))
    #expect(driver.model.side?.id == "as_2000000900000003")
    #expect(driver.model.nextWake == driver.clock + .milliseconds(1))
    driver.wait(.milliseconds(1))
    #expect(driver.model.side?.id == "as_2000000900000006")
  }

  @Test func `nothing is asked where there is no room for it`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("j")
    driver.wait(.milliseconds(100))
    #expect(driver.model.side == nil)
    driver.send(.resized(Self.wide))
    #expect(driver.model.side?.id == "as_2000000900000002")
    driver.press("1")
    #expect(!driver.text.contains("In plain words"))
  }
}
