import Foundation
import GRDB
import OwnThreads
import Testing
import VirtualTerminal

/// The dashboard of the real program while a newer one takes the ledger over.
@Suite(.ownThread, .serialized) struct NewerLedgerTests {
  private func upgrade(_ sandbox: Sandbox) throws {
    let newer = try DatabaseQueue(path: sandbox.file("ledger.sqlite"))
    try newer.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    try newer.close()
  }

  @Test(arguments: [[String](), ["--readonly"]])
  func `the dashboard gives the terminal back and says what to start`(
    _ arguments: [String]
  ) throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let session = try TerminalSession(sandbox, arguments)
    try #require(session.sees("Overview"), "\(session.terminal.text)")
    try upgrade(sandbox)
    #expect(session.terminal.waitForEnd() == .exited(1))
    #expect(session.isGivenBack)
    let text = session.terminal.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("a newer program keeps this ledger in version 99"), "\(text)")
    #expect(text.contains("start the new churntop"), "\(text)")
    let again = try sandbox.run(["stats"])
    #expect(again.status == 1 && again.diagnostics.contains("version 99"))
  }

  @Test func `a conversation ends with the same words`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let session = try TerminalSession(sandbox, rows: 60, environment: ["ACCESSIBLE": "1"])
    try #require(session.sees("Type a number to open"), "\(session.terminal.text)")
    try upgrade(sandbox)
    session.terminal.type("subs\n")
    #expect(session.terminal.waitForEnd() == .exited(1))
    let text = session.terminal.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("start the new churntop"), "\(text)")
  }
}
