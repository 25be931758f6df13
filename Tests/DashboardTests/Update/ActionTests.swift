import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

struct ActionTests {
  struct Refused: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  @Test func `a snooze asks for its length, shows what follows and records the right subscriber`()
    throws
  {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("z")
    #expect(driver.text.contains("Snooze prompts for: as_2000000900000003"))
    driver.press("2")
    #expect(driver.text.contains("prompts of as_2000000900000003 snoozed until 23 Nov 17:42Z"))
    #expect(driver.text.contains("as_2000000900000003 loses access before the snooze ends"))
    #expect(driver.effects == [])
    driver.press("y")
    let until = TestWorld.now + .days(3)
    #expect(
      driver.effects == [
        .record(
          OperatorAction(
            .promptSnoozed, of: ["as_2000000900000003"], at: TestWorld.now, until: until))
      ])
    #expect(driver.text.contains("Recorded: prompts of as_2000000900000003 snoozed"))
  }

  @Test func `the dates of an open menu follow the present they are counted from`() throws {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.clock = .scaled(start: TestWorld.now, since: TestWorld.now, speed: 86_400)
    var driver = Driver(world, screen: .subscribers, settings: settings)
    driver.press("z")
    #expect(driver.text.contains("1 day, until 21 Nov 17:42Z"))
    driver.wait(.seconds(2))
    #expect(driver.text.contains("1 day, until 23 Nov 17:42Z"), "\(driver.text)")
    driver.press("1")
    #expect(driver.text.contains("snoozed until 23 Nov 17:42Z"), "\(driver.text)")
  }

  @Test func `no writes nothing`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .due)
    driver.press("C", "n")
    #expect(driver.effects == [])
    #expect(driver.text.contains("Nothing was recorded."))
  }

  @Test func `a note is typed, and a letter of it is never a command`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .due)
    driver.press("A")
    driver.type("Q card replaced")
    driver.press("Enter")
    #expect(!driver.model.isFinished)
    #expect(
      driver.effects == [
        .record(
          OperatorAction(
            .noted, of: ["gp_0a1b2c3d4e5f6071"], at: TestWorld.now, text: "Q card replaced"))
      ])
  }

  @Test func `the target is the one at the key press, even if the list moves meanwhile`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("C")
    let answer = WindowAnswer(rows: [], hasBefore: false, hasAfter: false, total: 0)
    driver.model.subscribers.window.replace(with: answer)
    driver.press("y")
    guard case .record(let action) = driver.effects.first else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(action.subscriptions == ["as_2000000900000003"])
  }

  @Test func `read-only says why, in the menu and on the key`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(
      world, screen: .subscribers, settings: world.settings(isReadOnly: true))
    #expect(driver.lines[0].contains("[READ-ONLY]"))
    driver.press("z")
    #expect(driver.text.contains("snooze: READ-ONLY, started with --readonly."))
    driver.press("x")
    #expect(driver.text.contains("(READ-ONLY, started with --readonly)"))
    driver.press("z")
    #expect(driver.effects == [])
  }

  @Test func `what could not be written is said with its reason`() throws {
    var driver = Driver(
      try TestWorld.usual(), screen: .due, recorder: { _ in throw Refused() })
    driver.press("C", "y")
    #expect(driver.text.contains("Nothing was recorded: the disk is full"))
  }

  @Test func `every line of the action menu has a letter and a command`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("x")
    guard case .menu(let menu) = driver.model.input else {
      Issue.record("no menu")
      return
    }
    #expect(Set(menu.items.map(\.key)).count == menu.items.count)
    #expect(menu.items.count == CommandTable.all.count { $0.writes })
  }

  @Test(arguments: [Screen.due, .detail])
  func `who claimed a case is seen at 80 columns`(_ screen: Screen) throws {
    let id: SubscriptionID = "as_2000000900000002"
    let world = try TestWorld { world in
      world.grace(id, "acc-2", failed: "2025-11-11", ends: "2025-11-27")
      world.shown(id, at: "2025-11-14T10:00:00Z")
      world.act(
        id, .claimed, "2025-11-20T09:00:00Z",
        SubscriptionEvent.Action(actor: "mika", until: TestWorld.now + .days(1)))
    }.withProfiles()
    let text = try world.frame(screen, 80, 24, subscription: id).text
    #expect(text.contains("claimed by mika"), "\(text)")
  }
}
