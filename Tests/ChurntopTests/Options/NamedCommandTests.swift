import ArgumentParser
import Testing

@testable import churntop

struct NamedCommandTests {
  @Test(
    arguments: [
      ["list"], ["list", "--filter", "state:grace", "--limit", "3", "--ledger", "x", "--bom"],
      ["list", "--as-of", "-3d", "--readonly", "--timezone", "UTC", "--format", "json"],
      ["show", "id", "--color", "never"], ["prompt", "note", "id", "text", "--config", "c"],
      ["config", "show"], ["ledger", "status"], ["demo", "--seed", "3", "--theme", "mono"],
      // Options of the root alone, which goes first then.
      ["list", "--theme", "mono"], ["show", "--glyphs", "ascii", "id"],
      // No command, or none that takes arguments.
      ["--ledger", "x"], [], ["list", "--help"], ["help", "list"], ["prompt"],
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
}
