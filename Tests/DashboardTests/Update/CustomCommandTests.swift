import EventLedger
import SubscriptionCore
import Synchronization
import TerminalUI
import Testing

@testable import Dashboard

/// The user's own programs, from the key to what came of them.
struct CustomCommandTests {
  /// Runs nothing and says what it was given.
  private final class FixedRunner: CommandRunning {
    let end: CommandOutcome.End
    init(_ end: CommandOutcome.End = .exited(0)) { self.end = end }
    func run(_ prepared: PreparedCommand) -> CommandOutcome {
      CommandOutcome(
        prepared, end, output: "printed \(prepared.arguments.joined(separator: "|"))\n",
        complaints: end == .exited(0) ? "" : "it \u{1B}[31mbroke\n")
    }
    func cancel() {}
  }

  private static let crm = CustomCommand(
    name: "crm", key: .menu("c"), title: "Open in the CRM", arguments: ["open", "u/{account}"])
  private static let sheet = CustomCommand(
    name: "sheet", key: .chord("F7"), title: "Refund sheet", arguments: ["add", "--id={id}"],
    writes: true, confirms: true)
  private static let top = CustomCommand(
    name: "top", key: .chord("w"), arguments: ["top", "-b"], output: .terminal)

  private func driver(
    _ commands: [CustomCommand], screen: Screen = .subscribers,
    end: CommandOutcome.End = .exited(0),
    settings: DashboardSettings? = nil
  ) throws -> Driver {
    Driver(
      try TestWorld.usual(), screen: screen, settings: settings,
      preferences: DashboardPreferences(commands: commands), commands: FixedRunner(end))
  }

  @Test func `the menu runs a program about the row under the cursor and shows what it prints`()
    throws
  {
    var driver = try driver([Self.crm, Self.sheet])
    let row = try #require(driver.model.subscribers.window.selectedRow?.summary)
    let account = try #require(row.account)
    driver.press("!")
    #expect(driver.text.contains("Open in the CRM"))
    driver.press("c")
    #expect(driver.text.contains("crm is done"))
    #expect(driver.text.contains("$ open u/\(account)"))
    #expect(driver.text.contains("printed open|u/\(account)"))
    driver.press("Esc")
    #expect(!driver.text.contains("printed"))
    #expect(driver.model.tasks.running == nil)
  }

  @Test func `one that confirms shows its arguments and runs only after a yes`() throws {
    var driver = try driver([Self.sheet])
    let id = try #require(driver.model.subscribers.window.selectedRow?.summary.id)
    driver.press("F7")
    #expect(driver.text.contains("without a shell: add --id=\(id)"))
    #expect(driver.text.contains("changes something outside"))
    driver.press("x")
    driver.press("n")
    #expect(driver.effects == [])
    driver.press("F7", "y")
    #expect(driver.effects.count == 1)
    #expect(driver.text.contains("sheet is done"))
  }

  @Test func `one that writes is greyed with the reason where nothing may be written`() throws {
    var settings = try TestWorld.usual().settings(isReadOnly: true)
    settings.readOnlyReason = "set by config.toml:2"
    var driver = try driver([Self.sheet, Self.crm], settings: settings)
    driver.press("!")
    #expect(driver.text.contains("(READ-ONLY, set by config.toml:2)"))
    driver.press("Esc", "F7")
    #expect(driver.text.contains("Refund sheet: READ-ONLY, set by config.toml:2."))
    #expect(driver.effects == [])
  }

  @Test func `a failure shows status and the first words of its complaint, made safe`() throws {
    var driver = try driver([Self.crm], end: .exited(3))
    driver.press("!", "c")
    #expect(driver.text.contains("crm ended with status 3: it"))
    #expect(driver.text.contains("broke"))
    #expect(!driver.text.contains("\u{1B}"))
  }

  @Test func `a program's own key wins over a default`() throws {
    var driver = try driver([Self.top])
    driver.press("w")
    #expect(driver.effects == [.terminal(.run(["top", "-b"]))])
    let program = DashboardProgram()
    let message = try #require(program.message(for: .ran(.exited(0)), in: driver.model))
    driver.send(message)
    #expect(driver.text.contains("top is done"))
    #expect(program.message(for: .ran(.exited(0)), in: driver.model) == nil)
  }

  @Test func `while one runs another waits, and ^C ends it`() throws {
    var driver = try driver([Self.crm])
    driver.model.tasks.running = try PreparedCommand(Self.top, about: nil, values: [:])
    driver.press("!", "c")
    #expect(driver.text.contains("top is still running; ^C ends it"))
    driver.press("Esc", "^c")
    #expect(driver.effects == [.cancelCommand])
    #expect(!driver.model.isFinished)
  }

  @Test func `where nobody is under the cursor, one about a subscriber says so`() throws {
    var driver = try driver([Self.crm, Self.top], screen: .overview)
    driver.press("!", "c")
    #expect(driver.text.contains("No subscriber is under the cursor."))
    driver.press("Esc", "w")
    #expect(driver.effects == [.terminal(.run(["top", "-b"]))])
  }

  @Test func `without commands the key tells where they come from`() throws {
    var driver = try driver([])
    driver.press("!")
    #expect(driver.text.contains("churntop config example commands"))
    driver.press(":")
    driver.type("run backup")
    driver.press("Enter")
    #expect(driver.text.contains("churntop config example commands"), "\(driver.text)")
    #expect(!driver.text.contains("needs one of"), "\(driver.text)")
  }
}
