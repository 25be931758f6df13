import ConfigurationFiles
import Dashboard
import OwnThreads
import Testing

@testable import churntop

@Suite(.ownThread) struct CommandsConfigurationTests {
  private func commands(_ text: String) throws -> CommandsConfiguration {
    CommandsConfiguration(try ConfigurationFile(path: "c.toml", text: text, kind: .commands))
  }

  @Test func `a command has everything that its table says`() throws {
    let commands = try commands(ConfigurationKind.commands.exampleLines).commands
    #expect(
      commands == [
        CustomCommand(
          name: "crm", key: .menu("c"), title: "Open in the CRM",
          arguments: ["xdg-open", "https://crm.example.com/u/{account}"]),
        CustomCommand(
          name: "refund-sheet", key: .chord("F7"), title: "Put on the refund sheet",
          arguments: ["refund-sheet", "add", "--id={id}", "--order={order_id}"], writes: true,
          confirms: true, output: .pager, patience: 20_000),
      ])
  }

  @Test(arguments: [
    ("[command.a]\nexec = []", "names no program"),
    ("[command.a]\nexec = [\"\"]", "names no program"),
    ("[command.a]\nexec = [\"{id}\", \"x\"]", "a program's name is fixed"),
    ("[command.a]\nexec = [\"x\", \"{phone}\"]", "none of {id}"),
  ])
  func `a command that cannot be run as it is written is left out`(
    text: String, words: String
  ) throws {
    let file = try ConfigurationFile(path: "c.toml", text: text, kind: .commands)
    let commands = CommandsConfiguration(file)
    #expect(commands.commands == [])
    let problems = file.problems + commands.problems
    #expect(problems.contains { $0.text.contains(words) }, "\(problems)")
  }

  @Test func `a program's key is no longer a command's, in print as in the dashboard`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder(".config/churntop")
    let path = try sandbox.write(
      ".config/churntop/commands.toml", "[command.crm]\nexec = [\"x\"]\nkey = \"Q\"\n")
    let map = ConfigurationFolder(path: sandbox.file(".config/churntop")).keyMap
    #expect(map.command(for: "Q", on: .overview) == nil)
    let sentence = "Q on Overview means command.crm (\(path):1), not nav.quit"
    #expect(map.shadowed.map(\.sentence).contains(sentence), "\(map.shadowed)")
    let conflicts = try sandbox.run("keys", "--conflicts")
    #expect(conflicts.diagnostics.contains(sentence), "\(conflicts)")
    let row = try sandbox.run("keys").lines.first { $0.hasPrefix("nav.quit") }
    #expect(row?.contains(" Q ") == false, "\(row ?? "")")
  }

  @Test func `a key runs the first command that wants it`() throws {
    let commands = try commands(
      "[command.b]\nexec = [\"x\"]\nkey = \"!c\"\n[command.a]\nexec = [\"y\"]\nkey = \"!c\"\n")
    #expect(commands.commands.map(\.name) == ["b", "a"])
    #expect(commands.commands.map(\.key) == [.menu("c"), nil])
    #expect(commands.problems.count == 1)
  }
}
