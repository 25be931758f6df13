import Foundation
import OwnThreads
import Testing
import VirtualTerminal

@testable import churntop

/// The program without a ledger.
@Suite(.ownThread, .serialized) struct FirstRunTests {
  @Test func `it says in five lines what to do next`() throws {
    let outcome = try Sandbox().run([])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("There is no ledger at "))
    #expect(FirstRun.lines.count == 5)
    for line in FirstRun.lines {
      #expect(outcome.diagnostics.contains(line), "\(outcome)")
      #expect(line.count <= 78)
    }
  }

  @Test(arguments: [("d", "[DEMO]"), ("t", "Tour: Monday's numbers")])
  func `a key starts the demo or its tour`(key: String, words: String) throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(sandbox, [], columns: 100, rows: 30)
    #expect(session.sees("d starts the demo"), "\(session.terminal.text)")
    session.terminal.type(key)
    #expect(session.sees(words), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd(seconds: 60) == .exited(0))
    #expect(session.isGivenBack)
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test(arguments: ["q", "\u{3}", "\u{1B}"])
  func `any other key leaves the terminal as it was`(key: String) throws {
    let session = try TerminalSession(try Sandbox())
    #expect(session.sees("d starts the demo"), "\(session.terminal.text)")
    session.terminal.type(key)
    #expect(session.terminal.waitForEnd() == .exited(1))
    #expect(session.isGivenBack)
  }

  @Test func `a screen reader gets the lines, and other commands one line`() throws {
    let session = try TerminalSession(try Sandbox(), environment: ["ACCESSIBLE": "1"])
    #expect(session.terminal.waitForEnd() == .exited(1))
    #expect(session.terminal.text.contains("churntop doctor"))
    let list = try Sandbox().run("list")
    #expect(list.status == 1 && list.diagnostics.contains("'churntop import FILE' starts one"))
  }
}
