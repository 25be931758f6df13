import Foundation
import OwnThreads
import Testing
import VirtualTerminal

@Suite(.ownThread) struct DoctorCommandTests {
  private func check(_ name: String, in outcome: Outcome) throws -> TestJSON? {
    try outcome.json()["checks"].elements.first { $0["check"].text == name }
  }

  @Test func `without a ledger there is nothing wrong, and nothing is written`() throws {
    let sandbox = try Sandbox()
    let names = sandbox.names(in: "tmp")
    let outcome = try sandbox.run("doctor", "--format", "json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try outcome.json()["sound"].flag == true)
    let file = try #require(try check("file", in: outcome))
    #expect(file["verdict"].text == "fine" || file["verdict"].text == "note")
    #expect(outcome.output.contains("churntop import FILE"))
    #expect(sandbox.names(in: "tmp") == names)
    #expect(!sandbox.names(in: "").contains { $0.hasPrefix(".") || $0.hasSuffix(".sqlite") })
  }

  @Test func `a sound ledger is said to be sound, and home is no part of the page`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run("doctor")
    #expect(outcome.status == 0, "\(outcome)")
    for line in [
      "PROGRAM", "TERMINAL", "CONFIGURATION", "LEDGER", "STORES", "SQLite", "~/ledger", "ncurses",
    ] {
      #expect(outcome.output.contains(line), "\(line): \(outcome)")
    }
    #expect(outcome.output.contains("sound, as far as that is quick"))
    #expect(outcome.output.contains("1 subscriber of production, 0 others"))
    #expect(!outcome.output.contains(" 0.0 ") && !outcome.output.contains(sandbox.path))
    let page = try sandbox.run("doctor", "--format", "md")
    #expect(page.output.hasPrefix("|"))
    #expect(!page.output.contains(sandbox.path))
  }

  @Test func `a misspelt setting, a damaged ledger and a terminal without a type are problems`()
    throws
  {
    let sandbox = try Sandbox()
    try sandbox.write("config.toml", "theem = \"mono\"\n")
    try sandbox.write("ledger.sqlite", "no database")
    let outcome = try sandbox.run(
      "doctor", "--format", "json", "--config", sandbox.file("config.toml"))
    #expect(outcome.status == 3, "\(outcome)")
    #expect(try outcome.json()["sound"].flag == false)
    let problems = try outcome.json()["checks"].elements.filter { $0["verdict"].text == "problem" }
    #expect(Set(problems.compactMap { $0["area"].text }) == ["configuration", "ledger"])
    #expect(problems.contains { $0["finding"].text?.contains("config.toml:1") == true })
    let lines = try sandbox.run("doctor", "--config", sandbox.file("config.toml"))
    #expect(lines.output.split(separator: "\n").count { $0.hasPrefix("! ") } == problems.count)
  }

  @Test func `a terminal measures the widths and is as it was afterwards`() throws {
    let session = try TerminalSession(
      try Sandbox(PlayRecord.inGrace), ["doctor"], columns: 150, rows: 50)
    let answered = answer(session) { $0.count + 1 }
    #expect(answered > 1)
    #expect(session.terminal.waitForEnd() == .exited(0))
    for text in ["are one column wide", "xterm-256color, 256 colours", "150x50"] {
      #expect(session.terminal.text.contains(text), "\(session.terminal.text)")
    }
    #expect(session.isGivenBack)
  }

  @Test func `glyphs of two columns are a problem, and the narrow ones the advice`() throws {
    let session = try TerminalSession(
      try Sandbox(PlayRecord.inGrace), ["doctor"], columns: 150, rows: 50)
    _ = answer(session) { $0.reduce(1) { $0 + ($1 == "▓" ? 2 : 1) } }
    #expect(session.terminal.waitForEnd() == .exited(3))
    #expect(session.terminal.text.contains("are not one column wide: ▓ 2"))
    #expect(session.terminal.text.contains("--glyphs narrow"))
    #expect(session.isGivenBack)
  }

  @Test func `a terminal that does not answer is given back all the same`() throws {
    let session = try TerminalSession(
      try Sandbox(PlayRecord.inGrace), ["doctor"], columns: 150, rows: 50)
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.terminal.text.contains("does not say where its cursor is"))
    #expect(session.isGivenBack)
  }

  @Test(arguments: [("xterm-256color", true), ("tmux-256color", false)])
  func `a type that tmux does not set is noted inside of it`(type: String, isNoted: Bool) throws {
    let session = try TerminalSession(
      try Sandbox(PlayRecord.inGrace), ["doctor"], type: type, columns: 150, rows: 50,
      environment: ["TMUX": "/tmp/tmux-0/default,1,0"])
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.terminal.text.contains("\(type), 256 colours"))
    #expect(session.terminal.text.contains("inside tmux") == isNoted, "\(session.terminal.text)")
  }

  /// Answers each question for the cursor with a column.
  ///
  /// - Returns: The number of questions.
  private func answer(_ session: TerminalSession, _ column: (Substring) -> Int) -> Int {
    let terminal = session.terminal
    func questions() -> [Substring] {
      String(decoding: terminal.output, as: UTF8.self).split(
        separator: "\u{1B}[6n", omittingEmptySubsequences: false)
    }
    var answered = 0
    while terminal.wait(until: { questions().count - 1 > answered || terminal.state != .running }),
      terminal.state == .running
    {
      let text = questions()[answered].split(separator: "\r").last ?? ""
      terminal.type("\u{1B}[1;\(column(text))R")
      answered += 1
    }
    return answered
  }

  @Test func `a small terminal, and one that terminfo does not know, are problems`() throws {
    let small = try TerminalSession(
      try Sandbox(PlayRecord.inGrace), ["doctor"], columns: 50, rows: 60)
    #expect(small.terminal.waitForEnd() == .exited(3))
    #expect(small.terminal.text.contains("50x60"), "\(small.terminal.text)")
    let unknown = try TerminalSession(
      try Sandbox(PlayRecord.inGrace), ["doctor"], type: "no-such-terminal", columns: 150, rows: 50)
    #expect(unknown.terminal.waitForEnd() == .exited(3))
    #expect(unknown.terminal.text.contains("terminfo does not know"), "\(unknown.terminal.text)")
  }
}
