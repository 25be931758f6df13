import ProgramConventions
import Testing

@testable import churntop

struct LeadingOptionsTests {
  @Test(
    arguments: [
      (["--ledger", "x", "list"], ["list", "--ledger", "x"]),
      (["--ledger=x", "list", "--limit", "3"], ["list", "--ledger=x", "--limit", "3"]),
      (["--readonly", "prompt", "note", "id"], ["prompt", "note", "--readonly", "id"]),
      (["--as-of", "-3d", "stats"], ["stats", "--as-of", "-3d"]),
      (["--ledger", "list"], ["--ledger", "list"]),
      (["list", "--ledger", "x"], ["list", "--ledger", "x"]),
      (["--ledger", "x"], ["--ledger", "x"]), (["--help"], ["--help"]), ([], []),
      (["--ledger", "x", "bogus"], ["--ledger", "x", "bogus"]),
      (["--record", "f", "demo"], ["demo", "--record", "f"]),
      (["--asciicast", "f", "demo", "--seed", "3"], ["demo", "--asciicast", "f", "--seed", "3"]),
      (["--record=f", "demo"], ["demo", "--record=f"]),
      (["--replay", "f"], ["--replay", "f"]),
      (["--format", "json", "due"], ["due", "--format", "json"]),
      (["--", "list"], ["--", "list"]),
    ] as [([String], [String])])
  func `options in front are moved behind the command`(given: [String], moved: [String]) {
    #expect(LeadingOptions.moved(given, root: Churntop.self) == moved)
  }

  @Test func `every option of every command is moved with its value`() throws {
    var moved = 0
    // The parser's own 'help' is no command of ours.
    for command in try CommandDescription.program().descendants
    where command.subcommands == nil && command.words.last != "help" {
      let words = Array(command.words.dropFirst())
      for argument in command.arguments ?? [] where argument.kind != "positional" {
        for name in argument.names ?? [] where name.kind == "long" {
          let option = argument.kind == "option" ? [name.typed, "list"] : [name.typed]
          #expect(
            LeadingOptions.moved(option + words + ["rest"], root: Churntop.self)
              == words + option + ["rest"])
          moved += 1
        }
      }
    }
    #expect(moved > 200)
  }
}
