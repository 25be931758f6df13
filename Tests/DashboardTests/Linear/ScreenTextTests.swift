import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct ScreenTextTests {
  @Test func `Overview says every count of the picture in words`() throws {
    let lines = try TestWorld.usual().renderer().text(.overview)
    #expect(lines[0] == "Ledger: prod-eu. Time: 20 Nov 2025 17:42Z.")
    #expect(lines.contains("9 subscriptions in production."))
    #expect(lines.contains("grace: 2, -1 in 24 hours, monthly revenue at risk 13.98 EUR"))
    #expect(lines.contains { $0.hasPrefix("Prompts due: 4, of these 4 for more than 24 hours.") })
    #expect(lines.contains("In grace, access ends in < 24 h: 1"))
  }

  @Test func `the first line names a zone that is not UTC`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.zone = TestZone.kolkata
    let lines = ScreenText(model: Driver(world, settings: settings).model).describe()
    #expect(lines[0].hasSuffix("20 Nov 2025 23:12+05:30 Asia/Kolkata."), "\(lines[0])")
  }

  @Test func `Due says who, state, access and prompt in one line each`() throws {
    let lines = try TestWorld.usual().renderer().text(.due)
    let line = try #require(lines.first { $0.contains("Ada Okafor") })
    #expect(
      line
        == "2 of 4. due now: Ada Okafor, as_2000000900000002. State: grace. Access until 26 Nov "
        + "(6d 6h). Store message due for 3d 17h (shown 1x, last 6d ago; rule \"default\").")
  }

  @Test func `Events names the environment and a beginning as the picture does`() throws {
    let lines = try GoldenDetailTests.sandbox().renderer().text(.events)
    let bought = try #require(lines.first { $0.contains("purchased") })
    #expect(bought.contains("as_2000000900000077, new to active, sandbox, paid to"), "\(bought)")
  }

  @Test func `an empty ledger says how to fill it, on screen and in words`() throws {
    let world = try TestWorld { _ in }
    for screen in [Screen.overview, .subscribers, .events] {
      let frame = try world.frame(screen, 80, 24)
      #expect(frame.text.contains("churntop import FILE..."))
      #expect(frame.text.contains("churntop demo"))
    }
    #expect(try world.renderer().text(.overview).contains { $0.contains("churntop import") })
    #expect(try world.frame(.due, 80, 24).text.contains("churntop import"))
  }

  @Test func `messages that name no subscriber are not said to be none`() throws {
    var driver = Driver(try TestWorld { _ in })
    #expect(driver.text.contains("it has received no message yet"))
    driver.model.ledger.heardPosition = 1
    #expect(driver.text.contains("what was received names none, as a store's test."))
    driver.model.overview.figures?.quarantined = 2
    #expect(driver.text.contains("2 messages were refused: churntop quarantine list says why."))
    #expect(!driver.text.contains("no message yet"))
  }
}
