import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The first line of every screen.
struct ContextLineTests {
  @Test(arguments: [30, 40, 46, 52, 60, 66, 80, 100, 120, 160])
  func `the ledger is named whatever else is said`(_ width: Int) throws {
    var settings = try TestWorld.usual().settings()
    (settings.ledgerName, settings.isDemo, settings.isReadOnly) = ("prod-eu", true, true)
    var driver = Driver(try .usual(), size: Size(width: width, height: 16), settings: settings)
    let plain = driver.lines[0]
    #expect(plain.contains("prod-eu [DEMO]"), "\(plain)")
    #expect(plain.contains("√"), "\(plain)")
    driver.send(.loading(43))
    let loading = driver.lines[0]
    #expect(loading.contains("prod-eu [DEMO]"), "\(loading)")
    #expect(loading.contains("LOADING 43 %") == (width >= 66), "\(loading)")
    driver.send(.errand(.reading(share: 43)))
    #expect(driver.lines[0].contains("prod-eu [DEMO]"), "\(driver.lines[0])")
  }

  @Test func `a long name gives way, and keeps its beginning`() throws {
    var settings = try TestWorld.usual().settings()
    settings.ledgerName = "subscriptions-of-all-our-apps-in-europe.sqlite"
    let driver = Driver(try .usual(), size: Size(width: 80, height: 24), settings: settings)
    #expect(driver.lines[0].contains("subscriptions-of-al"), "\(driver.lines[0])")
    #expect(driver.lines[0].contains("LIVE 20 Nov 17:42Z"), "\(driver.lines[0])")
  }
}
