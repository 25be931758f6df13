import ArgumentParser
import Foundation
import OwnThreads
import ProgramConventions
import Testing

@testable import churntop

/// What holds for the program as a whole.
@Suite(.ownThread) struct ProgramTests {
  /// Every command with the words that name it.
  static let commands: [[String]] = named(Churntop.self, [])

  private static func named(
    _ command: any ParsableCommand.Type, _ words: [String]
  ) -> [[String]] {
    [words] + command.configuration.subcommands.flatMap { named($0, words + [$0._commandName]) }
  }

  @Test(arguments: commands)
  func `help teaches by examples that fit 80 columns`(words: [String]) throws {
    let lines = try HelpTests.help(words)
    let text = lines.joined(separator: "\n")
    let isGroup = words == ["accounts"]
    #expect(isGroup || text.contains("churntop " + words.joined(separator: " ")))
    #expect(isGroup || text.contains("EXAMPLE") || words.isEmpty, "\(words)")
    for line in lines { #expect(line.count <= 80 || line.contains("USAGE"), "\(line)") }
  }

  @Test func `every command of the contract is there`() {
    let names = Set(Self.commands.map { $0.joined(separator: " ") })
    for name in [
      "import", "accounts import", "list", "due", "events", "stats", "show", "explain",
      "prompt shown", "prompt snooze", "prompt suppress", "prompt note", "prompt claim",
      "prompt undo", "quarantine list", "quarantine show", "quarantine retry", "quarantine drop",
      "verify", "rebuild", "backup", "export", "erase", "frame", "keys", "config show",
      "theme list", "theme preview", "theme check", "demo", "completions", "man", "doctor",
    ] { #expect(names.contains(name), "\(name)") }
  }

  @Test func `without a subcommand and without a terminal the Overview is printed`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run([])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1 subscription\n"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func `a first start without a ledger says what to do`() throws {
    let outcome = try Sandbox().run([])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("churntop import"))
    #expect(outcome.diagnostics.contains("churntop demo"))
  }

  @Test func `the version is one line`() throws {
    let outcome = try Sandbox().run("--version")
    #expect(outcome.status == 0 && outcome.lines == [ProgramVersion.line(of: "churntop")])
  }

  @Test func `a reader that leaves ends the program without a word`() throws {
    let sandbox = try Sandbox((1...400).map(PlayRecord.active))
    let shell = try RunningProgram(
      "/bin/bash",
      ["-c", "'\(Sandbox.program)' list --format json | head -c 1; echo ${PIPESTATUS[0]}"],
      environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    #expect(shell.output == "{141\n" || shell.output == "{0\n", "\(shell)")
    #expect(shell.diagnostics.isEmpty, "\(shell)")
  }

  @Test func `a full disk behind the output is an error`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let shell = try RunningProgram(
      "/bin/bash", ["-c", "'\(Sandbox.program)' list > /dev/full"],
      environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    #expect(shell.status == 1)
    #expect(shell.diagnostics.contains("no space left"), "\(shell)")
  }

  @Test(arguments: ["--help", "--version", "help list", "config", "list --help"])
  func `help that cannot be written is an error as well`(words: String) throws {
    let sandbox = try Sandbox()
    let shell = try RunningProgram(
      "/bin/bash", ["-c", "'\(Sandbox.program)' \(words) > /dev/full"],
      environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    #expect(shell.status == 1, "\(shell)")
    #expect(shell.diagnostics.contains("no space left"), "\(shell)")
  }

  @Test(
    arguments: [
      (["--help"], 0, "USAGE"), (["list", "--help"], 0, "USAGE"), (["config"], 0, "USAGE"),
      (["list", "--bogus"], 64, "Unknown option '--bogus'"), (["show"], 64, "Usage: churntop show"),
      (["list", "--state", "grace"], 64, "--filter 'state:grace'"),
      (["lst"], 64, "Did you mean 'list'?"),
    ] as [([String], Int32, String)], ["26", "1", "0", "-3"])
  func `a terminal that is too narrow for help gets lines of 40 columns`(
    _ case: (words: [String], status: Int32, text: String), columns: String
  ) throws {
    let sandbox = try Sandbox()
    sandbox.environment["COLUMNS"] = columns
    let outcome = try sandbox.run(`case`.words)
    #expect(outcome.status == `case`.status, "\(outcome)")
    let text = (outcome.output + outcome.diagnostics).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(text.contains(`case`.text), "\(outcome)")
  }

  @Test func `keys are listed as text and as the table of the article`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("keys").output.contains("help.open"))
    #expect(try sandbox.run("keys", "--markdown").lines.first == "| keys | what it does | where |")
    #expect(try sandbox.run("keys", "--conflicts").status == 0)
  }

  @Test(arguments: ["overview", "subscribers", "due", "events", "detail", "help"])
  func `a screen is printed in the size asked for`(screen: String) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run(
      "frame", screen, "--size", "80x24", "--as-of", "2026-11-03", "--glyphs", "ascii")
    #expect(outcome.status == 0, "\(outcome)")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 25)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.allSatisfy(\.isASCII) })
    #expect(try sandbox.run("frame", screen, "--size", "wide").status == 2)
    let large = try sandbox.run("frame", screen, "--size", "9999x9999")
    #expect(large.diagnostics.contains("not a size from 1x1 to 1000x1000"), "\(large)")
  }
}
