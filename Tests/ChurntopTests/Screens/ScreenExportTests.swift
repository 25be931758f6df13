import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// Files that the dashboard writes, through the real program.
@Suite(.ownThread, .serialized) struct ScreenExportTests {
  /// A ledger of 601 subscribers, from which the tests have copies.
  private static let ledger = Result {
    let sandbox = try Sandbox(PlayRecord.inGrace + (1...600).map(PlayRecord.active))
    // The file alone may lack what is still in its log.
    try #require(try sandbox.run("backup", sandbox.file("copy")).status == 0)
    return try Data(contentsOf: URL(filePath: sandbox.file("copy")))
  }

  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("ledger.sqlite", bytes: Array(try Self.ledger.get()))
    return sandbox
  }

  private func export(
    _ sandbox: Sandbox, _ keys: String, to name: String, then words: String
  ) throws {
    let session = try TerminalSession(sandbox, ["--as-of", "2026-11-02"])
    try #require(session.sees("AS-OF"), "\(session.terminal.text)")
    let isEvents = words.contains("event")
    session.terminal.type(isEvents ? "4" : "2")
    try #require(session.sees(isEvents ? "from the newest" : "LOSES"), "\(session.terminal.text)")
    session.terminal.type(keys + "\u{15}" + sandbox.file(name) + "\r")
    #expect(session.sees(words), "\(session.terminal.text)")
    // A lone Escape is one only when nothing follows it at once.
    session.terminal.type("\u{1B}")
    _ = session.terminal.wait(seconds: 1) { false }
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [("c", "csv"), ("j", "json"), ("l", "ndjson"), ("m", "md")])
  func `a file is what list prints, over many pages`(key: String, format: String) throws {
    let sandbox = try filled()
    try export(sandbox, "e" + key, to: "out", then: "Wrote 601 rows")
    let printed = try sandbox.run("list", "--as-of", "2026-11-02", "--format", format)
    let file = try String(contentsOfFile: sandbox.file("out"), encoding: .utf8)
    #expect(file == printed.output)
    #expect(sandbox.names(in: "").filter { $0.contains(".part-") }.isEmpty)
  }

  @Test(arguments: [("c", "csv"), ("j", "json"), ("l", "ndjson"), ("m", "md")])
  func `a file of the digest is what digest prints`(key: String, format: String) throws {
    let sandbox = try filled()
    let session = try TerminalSession(sandbox, ["--as-of", "2026-11-02"])
    try #require(session.sees("AS-OF"), "\(session.terminal.text)")
    session.terminal.type("D")
    try #require(session.sees("Digest as of"), "\(session.terminal.text)")
    session.terminal.type("e\(key)\u{15}\(sandbox.file("out"))\r")
    #expect(session.sees("Wrote 15 figures"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    let printed = try sandbox.run("digest", "--as-of", "2026-11-02", "--format", format)
    let file = try String(contentsOfFile: sandbox.file("out"), encoding: .utf8)
    #expect(file == printed.output)
  }

  @Test func `~ is the home of the environment, and a folder is not offered for replacement`()
    throws
  {
    let sandbox = try filled()
    try sandbox.makeFolder("folder")
    let session = try TerminalSession(sandbox, ["--as-of", "2026-11-02"])
    try #require(session.sees("AS-OF"), "\(session.terminal.text)")
    session.terminal.type("2")
    try #require(session.sees("LOSES"), "\(session.terminal.text)")
    session.terminal.type("ec\u{15}~/folder\r")
    #expect(session.sees("/folder is a folder"), "\(session.terminal.text)")
    #expect(!session.terminal.text.contains("replace it"), "\(session.terminal.text)")
    try #require(mkfifo(sandbox.file("pipe"), 0o600) == 0)
    session.terminal.type("\u{15}~/pipe\r")
    #expect(session.sees("is a device or a pipe"), "\(session.terminal.text)")
    session.terminal.type("\u{15}~/out.csv\r")
    #expect(session.sees("Wrote 601 rows"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(sandbox.names(in: "").contains("out.csv"))
  }

  @Test func `a file of marked rows has these alone`() throws {
    let sandbox = try filled()
    try export(sandbox, " j e" + "l", to: "out", then: "Wrote 2 rows")
    let list = try sandbox.run("list", "--as-of", "2026-11-02", "--format", "ndjson")
    let file = try String(contentsOfFile: sandbox.file("out"), encoding: .utf8)
    let rows = file.split(separator: "\n").map(String.init)
    #expect(rows.count == 2 && Set(rows).isSubset(of: Set(list.lines)), "\(file)")
  }

  @Test(arguments: [("c", "csv"), ("j", "json"), ("l", "ndjson"), ("m", "md")])
  func `a file of events is what events prints`(key: String, format: String) throws {
    let sandbox = try filled()
    let printed = try sandbox.run(
      "events", "--as-of", "2026-11-02", "--limit", "5000", "--format", format)
    let lines = try sandbox.run(
      "events", "--as-of", "2026-11-02", "--limit", "5000", "--format", "ndjson")
    let count = lines.output.split(separator: "\n").count
    try #require(count > 600)
    try export(sandbox, "e" + key, to: "out", then: "Wrote \(count) events")
    let file = try String(contentsOfFile: sandbox.file("out"), encoding: .utf8)
    #expect(file == printed.output)
  }

  @Test(arguments: [("c", "csv"), ("j", "json"), ("l", "ndjson"), ("m", "md")])
  func `a file of metrics is what metrics prints`(key: String, format: String) throws {
    let sandbox = try filled()
    func printed(_ format: String) throws -> String {
      try sandbox.run(
        "metrics", "--as-of", "2026-11-02", "--by", "store", "--format", format
      ).output
    }
    let count = try printed("ndjson").split(separator: "\n").count
    let session = try TerminalSession(sandbox, ["--as-of", "2026-11-02"])
    try #require(session.sees("AS-OF"), "\(session.terminal.text)")
    session.terminal.type("5")
    try #require(session.sees("1 failed renewal"), "\(session.terminal.text)")
    session.terminal.type("b")
    try #require(session.sees("► google-play"), "\(session.terminal.text)")
    // The file has the effect of prompts, which comes after the figures.
    session.terminal.type("P")
    try #require(session.sees("Effect of prompts: failures of 4"), "\(session.terminal.text)")
    session.terminal.type("P")
    session.terminal.type("e\(key)\u{15}\(sandbox.file("out"))\r")
    #expect(session.sees("Wrote \(count) figures"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    let file = try String(contentsOfFile: sandbox.file("out"), encoding: .utf8)
    let output = try printed(format)
    #expect(file == output)
  }

  @Test func `filter and order go with it, and a file is not replaced by itself`() throws {
    let sandbox = try filled()
    try export(sandbox, "/state:grace\rec", to: "grace.csv", then: "Wrote 1 row ")
    let before = try String(contentsOfFile: sandbox.file("grace.csv"), encoding: .utf8)
    #expect(before.split(separator: "\r\n").count == 2, "\(before)")
    try export(sandbox, "ec", to: "grace.csv", then: "There is a file")
    #expect(try String(contentsOfFile: sandbox.file("grace.csv"), encoding: .utf8) == before)
  }

  @Test func `a place that cannot be written is named`() throws {
    let sandbox = try filled()
    try export(sandbox, "ec", to: "no/such/folder.csv", then: "Nothing was written")
  }
}
