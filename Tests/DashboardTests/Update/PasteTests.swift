import EventLedger
import SubscriptionCore
import Synchronization
import TerminalScript
import TerminalUI
import Testing

@testable import Dashboard

/// Ten kilobytes that a terminal did not bracket: they come letter by letter.
struct PasteTests {
  private final class Count {
    var asked = 0
  }

  @Test func `a flood of letters is a few edits, a few frames and a few questions`() throws {
    let world = try TestWorld.usual()
    let keys: [ScriptedTerminal.Step] = ("/" + String(repeating: "ada okafor ", count: 1_000))
      .map { .event(.key(KeyPress($0))) }
    let terminal = ScriptedTerminal(size: Size(width: 80, height: 24), script: keys)
    let mailbox = Mailbox<DashboardMessage>()
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { mailbox.post($0) })
    let count = Count()
    var loop = ProgramLoop(
      program: DashboardProgram(),
      model: DashboardModel(
        settings: world.settings(), machineNow: TestWorld.now, screen: .subscribers),
      terminal: terminal, mailbox: mailbox, clock: { TestWorld.now.milliseconds },
      perform: { effect in
        if case .ask(.window, _, _) = effect { count.asked += 1 }
        mailbox.post(runner.message(for: effect))
      })
    _ = loop.run(first: DashboardProgram.firstMessages(size: terminal.size))
    guard case .filter(let edit) = loop.model.input else {
      Issue.record("the line is closed")
      return
    }
    #expect(edit.field.text.count == LineEditor.charactersMax)
    #expect(edit.error?.text == edit.field.cutWords)
    #expect(LineEditor.charactersMax >= Filter.longestText)
    #expect(terminal.frames.count < 30)
    #expect(count.asked < 30)
  }

  @Test func `a note that does not fit is not recorded without its rest`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("A")
    let text = String(repeating: "n", count: LineEditor.charactersMax + 1)
    driver.send(.paste(text))
    #expect(driver.model.messages.flash?.text.contains("full at 4,096 characters") == true)
    driver.press("Enter")
    #expect(driver.effects == [])
    driver.press("Bksp", "Enter")
    guard case .record(let action)? = driver.effects.last else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(action.text?.count == LineEditor.charactersMax - 1)
  }

  @Test func `letters on a bare screen stay keys, however fast they come`() throws {
    let world = try TestWorld.usual()
    let keys: [ScriptedTerminal.Step] = "jjj".map { .event(.key(KeyPress($0))) }
    let terminal = ScriptedTerminal(
      size: Size(width: 80, height: 24), script: [.pause, .pause] + keys + [.pause])
    let mailbox = Mailbox<DashboardMessage>()
    let runner = EffectRunner(
      ledger: world.ledger, policy: .standard, record: { _ in [] }, post: { mailbox.post($0) })
    var loop = ProgramLoop(
      program: DashboardProgram(),
      model: DashboardModel(
        settings: world.settings(), machineNow: TestWorld.now, screen: .subscribers),
      terminal: terminal, mailbox: mailbox, clock: { TestWorld.now.milliseconds },
      perform: { mailbox.post(runner.message(for: $0)) })
    _ = loop.run(first: DashboardProgram.firstMessages(size: terminal.size))
    #expect(loop.model.subscribers.window.cursor.line == 3)
  }

  @Test(arguments: ["/", ":"])
  func `of a pasted text the name alone is looked up`(_ key: String) throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press(key)
    driver.send(.paste("Ada Okafor <user2@example.com>,\n"))
    #expect(driver.model.input.overlay?.editor?.text == "user2@example.com")
    #expect(driver.text.contains("Of what was pasted, user2@example.com is looked up."))
    driver.press("Enter")
    #expect(driver.text.contains("as_2000000900000002"), "\(driver.text)")
  }

  @Test func `a pasted filter stays whole`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.send(.paste("state:grace email:user2@example.com"))
    #expect(driver.model.input.overlay?.editor?.text == "state:grace email:user2@example.com")
  }
}
