import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct MaskingTests {
  @Test func `an account keeps its stand-in, and accounts differ`() {
    let names = (1...40).map { Masking.name(of: AccountID("acc-\($0)")) }
    #expect(names == (1...40).map { Masking.name(of: AccountID("acc-\($0)")) })
    #expect(Set(names).count > 30)
    #expect(names.allSatisfy { $0.hasPrefix("*") }, "nobody takes a stand-in for a name")
  }

  @Test(arguments: [
    ("ada@example.com", "a***@example.com"), ("a@b@c.d", "a***@c.d"), ("nobody", ""), ("", ""),
  ])
  func `a mail address keeps its first letter and its domain`(_ pair: (String, String)) {
    #expect(Masking.email(pair.0, mark: "*") == pair.1)
  }

  @Test(arguments: [Screen.overview, .subscribers, .due, .events, .detail])
  func `no name and no address is left on a masked screen`(_ screen: Screen) throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.masksPersonalData = true
    let renderer = ScreenRenderer(
      ledger: world.ledger, policy: .standard, settings: settings, machineNow: TestWorld.now)
    let size = Size(width: 120, height: 36)
    let text = try renderer.frame(screen, size: size, subscription: "as_2000000900000002").text
    let lines = try renderer.text(screen, subscription: "as_2000000900000002")
    for secret in ["Ada", "Okafor", "Achebe", "user2@", "田中"] {
      #expect(!text.contains(secret))
      #expect(!lines.joined().contains(secret))
    }
  }

  @Test func `the mask goes on and off with its key`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    #expect(!driver.lines[0].contains("MASKED"))
    driver.press("^g")
    #expect(!driver.text.contains("Ada Okafor"))
    #expect(driver.lines[0].contains("[MASKED]"))
    driver.press("^g")
    #expect(driver.text.contains("Ada Okafor"))
  }
}
