import ArgumentParser
import OwnThreads
import ProgramConventions
import Testing

@testable import churntop

@Suite(.ownThread) struct NamedCommandTests {
  @Test(
    arguments: [
      ["list"], ["list", "--filter", "state:grace", "--limit", "3", "--ledger", "x", "--bom"],
      ["list", "--as-of", "-3d", "--readonly", "--timezone", "UTC", "--format", "json"],
      ["show", "id", "--color", "never"], ["prompt", "note", "id", "text", "--config", "c"],
      ["config", "show"], ["ledger", "status"], ["demo", "--seed", "3", "--theme", "mono"],
      // No command, or none that takes arguments.
      ["--ledger", "x"], [], ["list", "--help"], ["help", "list"], ["prompt"],
      ["list", "--bogus", "--help"],
      ["prompt", "--help"],
    ])
  func `a command of its own arguments is that of the root`(_ arguments: [String]) throws {
    let found = try NamedCommand.parse(arguments, root: Churntop.self)
    let expected = try Churntop.parseAsRoot(arguments)
    #expect(type(of: found) == type(of: expected))
    #expect(Self.text(found) == Self.text(expected))
  }

  @Test(arguments: [["list", "--bogus"], ["show"], ["list", "extra"], ["bogus"], ["--version"]])
  func `what is refused is refused as the root does`(_ arguments: [String]) {
    let found = #expect(throws: (any Error).self) {
      try NamedCommand.parse(arguments, root: Churntop.self)
    }
    let expected = #expect(throws: (any Error).self) { try Churntop.parseAsRoot(arguments) }
    func words(_ error: (any Error)?) -> String? {
      error.map { Churntop.fullMessage(for: $0, columns: 80) }
    }
    #expect(words(found) == words(expected))
  }

  @Test func `the deepest word names the command`() {
    let named = NamedCommand(["prompt", "note", "id"], root: Churntop.self)
    #expect(named.command._commandName == "note" && named.words == 2)
    #expect(NamedCommand(["bogus"], root: Churntop.self).words == 0)
  }

  private static func text(_ command: any ParsableCommand) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test(arguments: [
    (["list", "--theme", "mono"], "--theme"), (["show", "--glyphs=ascii", "id"], "--glyphs"),
    (["export", "--as-of", "2020-01-01"], "--as-of"), (["export", "--as-of=rubbish"], "--as-of"),
    (["prompt", "note", "id", "text", "--as-of", "-3d"], "--as-of"),
    (["import", "f", "--as-of", "-3d"], "--as-of"), (["list", "--record", "f"], "--record"),
    (["list", "--limit", "3", "--replay", "f"], "--replay"),
    (["keys", "--ledger", "x"], "--ledger"),
  ])
  func `an option of the root that a command does not have is refused`(
    _ arguments: [String], option: String
  ) throws {
    #expect(throws: CommandError.self) {
      try NamedCommand.parse(arguments, root: Churntop.self)
    }
    let outcome = try Sandbox().run(arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.diagnostics.contains("has no option \(option)"), "\(outcome)")
    #expect(outcome.diagnostics.split(separator: "\n").count == 1, "\(outcome)")
  }
}
