import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// The What-if screen of the real program under a terminal, beside the command.
@Suite(.ownThread, .serialized) struct WhatIfScreenTests {
  private static let asOf = ["--as-of", "2026-11-10T00:00:00Z"]

  /// The screen with 14 days of grace at Google Play and a cap of three.
  private func session(_ sandbox: Sandbox) throws -> TerminalSession {
    let session = try TerminalSession(sandbox, Self.asOf)
    try #require(session.sees("AS-OF"), "\(session.terminal.text)")
    session.terminal.type("6")
    try #require(session.sees("SIMULATION, nothing is written"), "\(session.terminal.text)")
    try #require(session.sees("1 episode of 90 d"), "\(session.terminal.text)")
    session.terminal.type(":set play-grace=14\r:set cap=3\r")
    let isReplayed = session.terminal.wait(seconds: 30) {
      let lines = session.terminal.lines
      return lines.contains { $0.contains("Google Play cap") && $0.contains("→") }
        && lines.contains { $0.contains("simulated in") }
    }
    try #require(isReplayed, "\(session.terminal.text)")
    return session
  }

  private func finish(_ session: TerminalSession) {
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test(arguments: [("c", "csv"), ("j", "json"), ("l", "ndjson"), ("m", "md")])
  func `a file of the screen is what whatif prints`(key: String, format: String) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let printed = try sandbox.run(
      ["whatif", "--play-grace", "14", "--cap", "3", "--format", format] + Self.asOf)
    #expect(printed.status == 0 && !printed.output.isEmpty, "\(printed)")
    let session = try session(sandbox)
    session.terminal.type("e\(key)\u{15}\(sandbox.file("out"))\r")
    #expect(session.sees("Wrote 1 episode"), "\(session.terminal.text)")
    finish(session)
    let file = try String(contentsOfFile: sandbox.file("out"), encoding: .utf8)
    #expect(file == printed.output)
  }

  @Test func `a saved candidate is one for the command, and no file is replaced unasked`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let before = try sandbox.run("export").output
    let session = try session(sandbox)
    session.terminal.type("S\u{15}\(sandbox.file("saved.toml"))\r")
    #expect(session.sees("Saved the candidate to"), "\(session.terminal.text)")
    session.terminal.type("S\u{15}\(sandbox.file("saved.toml"))\r")
    #expect(session.sees("There is a file"), "\(session.terminal.text)")
    session.terminal.type("n")
    _ = session.sees("Save the candidate policy as")
    session.terminal.type("\u{1B}")
    _ = session.terminal.wait(seconds: 1) { false }
    finish(session)
    func output(_ candidate: [String]) throws -> String {
      let outcome = try sandbox.run(["whatif"] + candidate + ["--format", "json"] + Self.asOf)
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.output
    }
    let read = try output(["--policy", sandbox.file("saved.toml")])
    #expect(try read == output(["--play-grace", "14", "--cap", "3"]))
    #expect(try sandbox.run("export").output == before)
  }
}
