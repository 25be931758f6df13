import Foundation
import OwnThreads
import Testing
import VirtualTerminal

@testable import churntop

/// What the dashboard puts on the clipboard, through the real program.
@Suite(.ownThread, .serialized) struct CopyTextTests {
  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    try #require(
      try sandbox.run(
        ["accounts", "import", "-"], input: "account,name,email\nacct-mei,Mei,mei@example.com\n"
      ).status == 0)
    return sandbox
  }

  private func copy(
    _ key: String, _ keys: String = "", in sandbox: Sandbox, options: [String] = []
  ) throws -> String {
    let session = try TerminalSession(sandbox, ["--as-of", "2026-11-02T00:00Z"] + options)
    try #require(session.sees("AS-OF"), "\(session.terminal.text)")
    session.terminal.type("2")
    try #require(session.sees("LOSES"), "\(session.terminal.text)")
    session.terminal.type(keys + "y" + key)
    #expect(session.sees("Copied"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    return try String(
      contentsOfFile: sandbox.file(".local/state/churntop/last-copy"), encoding: .utf8)
  }

  @Test func `the forms are what the commands print`() throws {
    let sandbox = try filled()
    let when = ["--as-of", "2026-11-02"]
    #expect(
      try copy("j", in: sandbox) + "\n"
        == sandbox.run(["show", "acct-mei", "--format", "json"] + when).output)
    #expect(
      try copy("m", in: sandbox)
        == sandbox.run(["show", "acct-mei", "--format", "md"] + when).output)
    #expect(
      try copy("t", in: sandbox) == sandbox.run(["show", "acct-mei", "--timeline"] + when).output)
    #expect(
      try copy("g", in: sandbox) == sandbox.run(["show", "acct-mei", "--gantt"] + when).output)
  }

  @Test func `people's forms are in the zone and say so, data is in UTC`() throws {
    let sandbox = try filled()
    let zone = ["--timezone", "Asia/Tokyo"]
    let timeline = try copy("t", in: sandbox, options: zone)
    #expect(timeline.contains("as of 2026-11-02 09:00+09"), "\(timeline)")
    #expect(timeline.hasSuffix("Days and times are those of Asia/Tokyo.\n"), "\(timeline)")
    let row = try copy("r", in: sandbox, options: zone)
    #expect(row.contains("Asia/Tokyo"), "\(row)")
    let json = try copy("j", in: sandbox, options: zone)
    #expect(json.contains("Z\"") && !json.contains("Tokyo"), "\(json)")
    let command = try copy("c", in: sandbox, options: zone)
    #expect(command.contains(" --as-of 2026-11-02T00:00:00Z "), "\(command)")
    #expect(command.hasSuffix(" --timezone Asia/Tokyo"), "\(command)")
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let done = try sandbox.run(words + ["--timeline"])
    #expect(done.output.contains("as of 2026-11-02 09:00+09"), "\(done)")
  }

  @Test func `the command prints the same again`() throws {
    let sandbox = try filled()
    let command = try copy("c", in: sandbox)
    #expect(command.hasPrefix("churntop show gp_"), "\(command)")
    #expect(command.contains(" --as-of 2026-11-02T00:00:00Z --ledger "))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let done = try sandbox.run(words + ["--timeline"])
    #expect(done.status == 0, "\(done)")
    #expect(done.output.contains("Mei, grace"), "\(done)")
  }

  @Test func `masked is masked`() throws {
    let sandbox = try filled()
    let copied = try copy("m", "\u{07}", in: sandbox)
    #expect(!copied.contains("Mei"), "\(copied)")
    #expect(!copied.contains("mei@"), "\(copied)")
    #expect(copied.contains("@example.com"))
  }

  @Test func `a gantt has the spans, the prompts and the present`() throws {
    let sandbox = try filled()
    let lines = try sandbox.run("show", "acct-mei", "--gantt", "--as-of", "2026-11-02").lines
    #expect(lines.first == "gantt")
    #expect(
      lines.contains { $0.hasPrefix("  grace :crit, active, 2026-11-01 00:00, ") }, "\(lines)")
    #expect(lines.contains("  as of :crit, milestone, 2026-11-02 00:00, 0d"))
  }

  @Test(arguments: [
    ("as_1000", "as_1000"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$(x)", "'$(x)'"),
    ("", "''"), ("/tmp/l-1.sqlite", "/tmp/l-1.sqlite"), ("é", "'é'"),
  ])
  func `a word of a shell is quoted where it must be`(text: String, quoted: String) {
    #expect(CopyText.quoted(text) == quoted)
  }
}
