import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// The dashboard of the real program as a conversation.
@Suite(.ownThread, .serialized) struct LinearRunTests {
  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox(PlayRecord.usual)
    try #require(
      try sandbox.run(
        ["accounts", "import", "-"], input: "account,name\nacct-2,Ada Okafor\n"
      ).status == 0)
    return sandbox
  }

  @Test(arguments: [
    ("xterm-256color", [String](), ["ACCESSIBLE": "1"], "because ACCESSIBLE=1"),
    ("xterm-256color", ["--accessible"], [:], "because of --accessible"),
    ("dumb", [], [:], "TERM=dumb cannot draw them"),
  ])
  func `it says why, takes lines and ends without drawing anything`(
    type: String, arguments: [String], environment: [String: String], reason: String
  ) throws {
    let session = try TerminalSession(
      try filled(), arguments, type: type, rows: 60, environment: environment)
    #expect(session.sees(reason), "\(session.terminal.text)")
    #expect(session.sees("Type a number to open"), "\(session.terminal.text)")
    #expect(!session.terminal.isAlternate)
    session.terminal.type("subs\n")
    #expect(session.sees("Ada Okafor"), "\(session.terminal.text)")
    session.terminal.type("q\n")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(!session.hasColor)
  }

  @Test func `the configuration turns it on, an option or the variable off, and keys count`() throws
  {
    let sandbox = try filled()
    try FileManager.default.createDirectory(
      atPath: sandbox.file(".config/churntop"), withIntermediateDirectories: true)
    try sandbox.write(".config/churntop/config.toml", "accessible = true\n")
    try sandbox.write(".config/churntop/keys.toml", "[bind]\n\"why.toggle\" = \"K\"\n")
    let session = try TerminalSession(sandbox, ["due"], rows: 60)
    #expect(session.sees("config.toml:1"), "\(session.terminal.text)")
    #expect(session.sees("K 3 why is 3 due"), "\(session.terminal.text)")
    session.terminal.type("q\n")
    #expect(session.terminal.waitForEnd() == .exited(0))
    let plain = try TerminalSession(sandbox, ["due", "--no-accessible"], rows: 60)
    #expect(plain.terminal.waitForEnd() == .exited(0))
    #expect(!plain.terminal.text.contains("Type a number"))
    let off = try TerminalSession(sandbox, ["due"], rows: 60, environment: ["ACCESSIBLE": "0"])
    #expect(off.terminal.waitForEnd() == .exited(0))
    #expect(!off.terminal.text.contains("Type a number"))
  }

  @Test func `what is wrong with the configuration gives the terminal no commands`() throws {
    let sandbox = try filled()
    try sandbox.makeFolder(".config/churntop")
    try sandbox.write(".config/churntop/keys.toml", "[bind]\n\"\\u001b[31mX\" = \"K\"\n")
    let session = try TerminalSession(sandbox, ["--accessible"], rows: 60)
    #expect(session.sees("Type a number to open"), "\(session.terminal.text)")
    #expect(session.terminal.text.contains("\u{FFFD}[31mX"), "\(session.terminal.text)")
    #expect(!session.hasColor)
    session.terminal.type("q\n")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test func `due begins at its list, and the end of the input is an end`() throws {
    let session = try TerminalSession(
      try filled(), ["due"], rows: 60, environment: ["ACCESSIBLE": "yes"])
    #expect(session.sees("1 of"), "\(session.terminal.text)")
    session.terminal.type("\u{04}")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test func `it can be turned off, and data stays data`() throws {
    let sandbox = try filled()
    sandbox.environment["ACCESSIBLE"] = "1"
    let plain = try TerminalSession(sandbox, ["due", "--no-accessible"], rows: 60)
    #expect(plain.terminal.waitForEnd() == .exited(0))
    #expect(!plain.terminal.text.contains("Type a number"), "\(plain.terminal.text)")
    let json = try TerminalSession(sandbox, ["due", "--format", "json"], rows: 60)
    #expect(json.terminal.waitForEnd() == .exited(0))
    #expect(!json.terminal.text.contains("Type a number"), "\(json.terminal.text)")
    #expect(try sandbox.run("due").status == 0)
  }

  @Test func `rows that nobody can answer are printed as lines where that is asked for`() throws {
    let sandbox = try filled()
    for (arguments, variable, isLines) in [
      (["--accessible"], "", true), ([], "1", true), (["--no-accessible"], "1", false),
      ([], "", false),
    ] {
      sandbox.environment["ACCESSIBLE"] = variable
      let list = try sandbox.run(["list"] + arguments)
      #expect(list.status == 0, "\(list)")
      #expect(list.output.contains("STATE") != isLines, "\(list)")
      #expect(list.lines.contains { $0.hasPrefix("State: ") && $0.contains(" ID: gp_") } == isLines)
      #expect(list.lines.count == (isLines ? 6 : 7), "\(list)")
      let due = try sandbox.run(["due"] + arguments)
      #expect(due.output.contains("STATE") != isLines || due.output.isEmpty, "\(due)")
      let json = try sandbox.run(["list", "--format", "json"] + arguments)
      #expect(try json.json()["items"].elements.count == 6)
    }
  }

  @Test func `a zone is named as it is spelt, and an unknown one is refused everywhere`() throws {
    let sandbox = try filled()
    let list = try sandbox.run("list", "--accessible", "--timezone", "asia/tokyo")
    #expect(list.lines.first?.contains(" Since (Asia/Tokyo): ") == true, "\(list)")
    let shown = try sandbox.run(
      "show", "acct-mei", "--timezone", "Asia/Tokyo", "--as-of", "2026-11-02")
    #expect(shown.output.contains("LAST DAY (Asia/Tokyo)"), "\(shown)")
    #expect(shown.lines.contains { $0.hasPrefix("access") && $0.contains("+09") }, "\(shown)")
    for arguments in [
      ["--accessible"], ["list", "--accessible"], ["due", "--accessible"], ["stats"], ["demo"],
      ["demo", "--accessible"], ["events"], ["show", "acct-mei"], ["explain", "acct-mei"], [],
    ] {
      let refused = try sandbox.run(arguments + ["--timezone", "Mars/X"])
      #expect(refused.status == 2 && refused.output.isEmpty, "\(arguments) \(refused)")
      #expect(refused.diagnostics.contains("'Mars/X' is not a time zone"), "\(refused)")
    }
  }

  @Test func `the demo stands still and is brought forward`() throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(
      sandbox, ["demo", "--subscribers", "40", "--accessible"], rows: 60)
    #expect(session.sees("Type a number"), "\(session.terminal.text)")
    session.terminal.type(":clock +3d\n")
    #expect(session.sees("Going forward to"), "\(session.terminal.text)")
    session.terminal.type("q\n")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(sandbox.names(in: "tmp").isEmpty)
  }
}
