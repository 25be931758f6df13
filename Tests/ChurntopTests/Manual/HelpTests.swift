import OwnThreads
import ProgramConventions
import Synchronization
import Testing

@testable import churntop

/// How help texts lie on a terminal of 80 columns.
@Suite(.ownThread) struct HelpTests {
  private static let columns = 80

  /// The texts that were asked for, by the words of their commands.
  private static let known = Mutex<[[String]: [String]]>([:])

  /// The lines of a command's help, for which the program is run once.
  static func help(_ words: [String]) throws -> [String] {
    if let lines = known.withLock({ $0[words] }) { return lines }
    let sandbox = try Sandbox()
    sandbox.environment["COLUMNS"] = "\(columns)"
    let outcome = try sandbox.run(words + ["--help"])
    try #require(outcome.status == 0, "\(outcome)")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    known.withLock { $0[words] = lines }
    return lines
  }

  @Test(arguments: ProgramTests.commands)
  func `no line is longer than the terminal`(_ words: [String]) throws {
    for line in try Self.help(words) { #expect(DisplayText.width(line) <= Self.columns, "\(line)") }
  }

  @Test(arguments: ProgramTests.commands)
  func `sentences are broken once only, so that no word stands alone`(_ words: [String]) throws {
    let lines = try Self.help(words)
    let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE") })
    for (line, next) in zip(lines[..<usage], lines[..<usage].dropFirst()) {
      guard let word = next.split(separator: " ").first, !line.isEmpty, !line.hasPrefix(" "),
        !next.hasPrefix(" "), line != line.uppercased()
      else { continue }
      #expect(line.count + 1 + word.count >= Self.columns, "\(line)\n\(next)")
    }
  }

  @Test(arguments: ProgramTests.commands)
  func `an example can be copied, since no line of it is broken`(_ words: [String]) throws {
    let lines = try Self.help(words).prefix { !$0.hasPrefix("USAGE") }
    for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  ") {
      #expect(next.isEmpty || next.hasPrefix("  "), "\(line)\n\(next)")
    }
  }

  @Test(arguments: [["completions"], ["config", "example"], ["man"]])
  func `an example that writes a file makes its folder`(_ words: [String]) throws {
    let sandbox = try Sandbox()
    let examples = try Self.help(words).drop { $0 != "EXAMPLES" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.filter { !$0.contains("| man") }
    #expect(examples.contains { $0.contains("> ~/") })
    let script =
      "set -e\nchurntop() { '\(Sandbox.program)' \"$@\"; }\n"
      + examples.joined(separator: "\n")
    let outcome = try RunningProgram(
      "/bin/bash", ["-c", script], environment: sandbox.environment, folder: sandbox.path,
      input: nil
    ).finish()
    #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(script)\n\(outcome)")
  }

  @Test func `values that need no words have none`() throws {
    #expect(try !Self.help(["frame"]).contains { $0.hasSuffix("- ") })
  }

  @Test func `sentences flow and indented lines stand`() {
    let text = "One line\nand the next.\n\nEXAMPLES\n  churntop list\n  churntop due\n\nEnd\nhere."
    #expect(
      text.flowed
        == "One line and the next.\n\nEXAMPLES\n  churntop list\n  churntop due\n\nEnd here.")
    #expect(text.flowed.flowed == text.flowed)
  }

  @Test(arguments: [
    (["lst"], "There is no command 'lst'. Did you mean 'list'?"),
    (["theme", "lst"], "There is no command 'lst' of 'theme'. Did you mean 'list'?"),
    (["help", "explane"], "There is no command 'explane'. Did you mean 'explain'?"),
    (["qqqq"], "There is no command 'qqqq'. There are: list, due"),
    (["note", "x"], "There is no command 'note'. Did you mean 'prompt note'?"),
  ])
  func `a command that there is not is named with the one meant`(
    _ words: [String], sentence: String
  ) throws {
    let outcome = try Sandbox().run(words)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.diagnostics.contains(sentence), "\(outcome)")
  }

  @Test(arguments: [
    (["list", "--state", "grace"], "Unknown option '--state'. Write --filter 'state:grace'."),
    (["due", "--limit", "3", "--country=JP"], "Write --filter 'country:JP'."),
    (["metrics", "--product"], "Write --filter 'product:VALUE'."),
    (["list", "--stat", "grace"], "Unknown option '--stat'"),
    (["show", "--state", "grace"], "Unknown option '--state'"),
    (["list", "grace"], "Unexpected argument 'grace'. Did you mean --filter 'state:grace'?"),
    (["due", "play", "mei tan"], "Did you mean --filter 'store:play \"mei tan\"'?"),
    (["list", "--limit", "3", "state:grace", "mrr>=5usd"], "--filter 'state:grace mrr>=5usd'?"),
    (["metrics", "ada"], "Unexpected argument 'ada'. Did you mean --filter 'ada'?"),
    (["list", "--loses", "3d"], "Unknown option '--loses'. Write --filter 'loses<3d'."),
    (["digest", "--by", "store"], "Unknown option '--by'"),
    (["list", "--type", "fail"], "Unknown option '--type'"),
    (["events", "--type", "fail"], "Write --filter 'type:fail'."),
    (["due", "--source", "play"], "Unknown option '--source'"),
    (["list", "--heard", "1d"], "Unknown option '--heard'"),
    (["list", "it's"], "Unexpected argument 'it's'"),
    (["doctor", "grace"], "Unexpected argument 'grace'"),
  ])
  func `what is meant as a filter is told as one`(
    _ words: [String], sentence: String
  ) throws {
    let outcome = try Sandbox().run(words)
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.diagnostics.contains(sentence), "\(outcome)")
    #expect(
      outcome.diagnostics.contains("--filter '") == sentence.contains("--filter '"), "\(outcome)")
  }

  @Test(arguments: [
    [], ["help"], ["list", "x"], ["--ledger", "x"], ["help", "list"], ["show", "a"],
  ])
  func `what is a command, or none, is left to the parser`(_ words: [String]) {
    #expect(UnknownCommand.sentence(words, root: Churntop.self) == nil)
  }

  @Test(arguments: ProgramTests.commands)
  func `help names the formats that a command prints and no others`(_ words: [String]) throws {
    let lines = try Self.help(words)
    guard let line = lines.firstIndex(where: { $0.hasPrefix("  --format") }) else { return }
    let text = lines[line...].prefix(2).joined(separator: " ")
    let all = ["text", "json", "ndjson", "csv", "md"]
    guard all.contains(where: text.contains), !text.contains("html"), !text.contains("svg") else {
      return
    }
    let said = text.split { !$0.isLetter }.map(String.init)
    let sandbox = try Sandbox()
    for format in all {
      let outcome = try sandbox.run(
        words + Self.operands(words) + ["--format", format], input: "")
      let isRefused = outcome.status == 2 && outcome.diagnostics.contains("--format:")
      #expect(isRefused == !said.contains(format), "\(format): \(outcome)")
    }
  }

  /// The arguments without which a command is wrong usage.
  private static func operands(_ words: [String]) -> [String] {
    switch words {
    case ["show"], ["explain"], ["prompt", "suppress"], ["prompt", "claim"], ["prompt", "undo"]:
      ["x"]
    case ["import"], ["accounts", "import"], ["products", "import"]: ["-"]
    case ["quarantine", "show"]: ["1"]
    case ["prompt", "shown"]: ["x", "--step", "3"]
    case ["prompt", "snooze"]: ["x", "--for", "3d"]
    case ["prompt", "note"]: ["x", "text"]
    case ["ledger", "copy"]: ["a.sqlite", "b.sqlite"]
    case ["ledger", "prune"]: ["--payloads", "--before", "2026-01-01"]
    default: []
    }
  }
}
