import ArgumentParser
import Foundation
import OwnThreads
import ProgramConventions
import Synchronization
import Testing

@testable import churntop

@Suite(.ownThread) struct CompletionsCommandTests {
  /// The scripts that were asked for.
  private static let known = Mutex<[CompletionsCommand.Shell: Outcome]>([:])

  /// What the program prints for a shell, for which it is run once.
  static func script(_ shell: CompletionsCommand.Shell) throws -> Outcome {
    try known.withLock { known in
      if let outcome = known[shell] { return outcome }
      let outcome = try Sandbox().run("completions", shell.rawValue)
      known[shell] = outcome
      return outcome
    }
  }

  @Test(arguments: CompletionsCommand.Shell.allCases)
  func `every subcommand is completed`(shell: CompletionsCommand.Shell) throws {
    let outcome = try Self.script(shell)
    #expect(outcome.status == 0)
    let words = Set(
      outcome.output.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    for command in ProgramTests.commands {
      guard let name = command.last else { continue }
      #expect(words.contains("\(name)"), "\(command)")
      guard shell != .fish else { continue }
      let function = (["_churntop"] + command).joined(separator: "_")
      #expect(words.contains("\(function)"), "\(command)")
    }
  }

  @Test func `bash completes what help is wanted for`() throws {
    let sandbox = try Sandbox()
    let script = try sandbox.write("script", Self.script(.bash).output)
    let asking = """
      source \(script)
      COMP_WORDS=(churntop help pro) COMP_CWORD=2 COMP_LINE='churntop help pro' COMP_POINT=17
      _churntop churntop pro help
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try RunningProgram(
      "/bin/bash", ["-c", asking], environment: sandbox.environment, folder: sandbox.path,
      input: nil
    ).finish()
    #expect(outcome.lines == ["products", "prompt"], "\(outcome)")
  }

  @Test(arguments: [CompletionsCommand.Shell.zsh, .fish])
  func `the other shells are told what help is wanted for`(
    shell: CompletionsCommand.Shell
  ) throws {
    let names = ProgramTests.commands.compactMap(\.first).filter { $0 != "help" }
    let line = try #require(
      try Self.script(shell).lines.first {
        shell == .zsh ? $0.contains("'*:subcommands:(") : $0.contains("\"churntop help\" -ge 1")
      })
    for name in names { #expect(line.contains(name), "\(name)") }
  }

  @Test(arguments: CompletionsCommand.Shell.allCases)
  func `the parser's own option writes the same script`(shell: CompletionsCommand.Shell) throws {
    let sandbox = try Sandbox()
    let ours = try Self.script(shell).lines
    #expect(try sandbox.run("--generate-completion-script", shell.rawValue).lines == ours)
  }

  @Test(arguments: CompletionsCommand.Shell.allCases)
  func `the shell itself can read its script`(shell: CompletionsCommand.Shell) throws {
    let program = "/usr/bin/\(shell.rawValue)"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      try Test.cancel("\(program) is not installed")
    }
    let sandbox = try Sandbox()
    let script = try sandbox.write("script", Self.script(shell).output)
    let outcome = try RunningProgram(
      program, ["-n", script], environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(outcome)")
  }
}
