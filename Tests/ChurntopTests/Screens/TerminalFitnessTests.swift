import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// What terminals, shells and pipes do to the program.
@Suite(.ownThread, .serialized) struct TerminalFitnessTests {
  @Test func `a storm of sizes ends on a whole screen`() throws {
    let session = try TerminalSession(try Sandbox(PlayRecord.usual))
    try #require(session.sees("Overview"))
    for step in 0..<60 {
      session.terminal.resize(columns: 20 + step * 7 % 150, rows: 4 + step * 5 % 50)
    }
    session.terminal.resize(columns: 100, rows: 30)
    #expect(
      session.terminal.wait {
        session.terminal.lines.count == 30
          && session.terminal.lines.last?.contains("? help") == true
      }, "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `ten thousand pasted letters press no key, an open line takes some`() throws {
    let session = try TerminalSession(try Sandbox(PlayRecord.usual))
    try #require(session.sees("Overview"))
    let paste = String(repeating: "Q3zC", count: 2500)
    session.terminal.type("\u{1B}[200~" + paste + "\u{1B}[201~")
    #expect(session.sees("Pasted 10,000 characters"), "\(session.terminal.text)")
    #expect(session.terminal.state == .running)
    #expect(session.terminal.text.contains("[1 Overview]"))
    session.terminal.type("2/\u{1B}[200~" + paste + "\u{1B}[201~")
    #expect(session.sees("Q3zCQ3zC"), "\(session.terminal.text)")
    session.terminal.type("\u{03}")
    #expect(session.terminal.wait { !session.terminal.text.contains("Q3zCQ3zC") })
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `the mouse is reported only while it is on, and never after the end`() throws {
    let session = try TerminalSession(try Sandbox(PlayRecord.usual))
    try #require(session.sees("Overview"))
    #expect(!session.terminal.reportsMouse)
    session.terminal.type("M")
    #expect(session.terminal.wait { session.terminal.reportsMouse })
    // The tab of Due, at the second row: a press and its release in the notation of mode 1006.
    let line = session.terminal.lines[1]
    let range = try #require(line.range(of: "3 Due"))
    let column = line.distance(from: line.startIndex, to: range.lowerBound) + 1
    session.terminal.type("\u{1B}[<0;\(column);2M\u{1B}[<0;\(column);2m")
    #expect(session.sees("[3 Due]"), "\(session.terminal.text)")
    session.terminal.type("\u{1A}")
    #expect(session.terminal.waitForEnd() == .stopped)
    #expect(!session.terminal.reportsMouse)
    session.terminal.resume()
    #expect(session.terminal.wait { session.terminal.reportsMouse })
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `a window that comes to the front shows the latest news`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let session = try TerminalSession(sandbox)
    try #require(session.sees("6 subs"), "\(session.terminal.text)")
    session.terminal.type("\u{1B}[O")
    var record = PlayRecord.active(78)
    record.account = "acct-front"
    try sandbox.run(["import", "-"], input: record.line)
    session.terminal.type("\u{1B}[I")
    #expect(session.sees("7 subs"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test func `without a terminal for input it prints and ends`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let done = try sandbox.run([], input: "j\nq\n")
    #expect(done.status == 0, "\(done)")
    #expect(done.output.contains("STATES"), "\(done)")
    #expect(!done.output.contains("\u{1B}"))
  }

  @Test func `as-of begins with the past and l goes back to now`() throws {
    let session = try TerminalSession(try Sandbox(PlayRecord.usual), ["--as-of", "2026-10-15"])
    #expect(session.sees("AS-OF 15 Oct"), "\(session.terminal.text)")
    session.terminal.type(":live\n")
    #expect(session.sees("FILE"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }
}
