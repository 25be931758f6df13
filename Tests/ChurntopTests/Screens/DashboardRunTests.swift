import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// The dashboard of the real program under a terminal.
@Suite(.ownThread, .serialized) struct DashboardRunTests {
  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox(PlayRecord.usual)
    let accounts = "account,name\nacct-1,山田太郎\nacct-2,Ada Okafor\n"
    try #require(
      try sandbox.run(["accounts", "import", "-"], input: accounts).status == 0)
    return sandbox
  }

  @Test func `screens are opened by their keys and q leaves a clean terminal`() throws {
    let session = try TerminalSession(try filled())
    #expect(session.sees("Overview"), "\(session.terminal.text)")
    #expect(session.terminal.isAlternate)
    #expect(session.hasColor)
    session.terminal.type("2")
    #expect(session.sees("山田太郎"), "\(session.terminal.text)")
    #expect(session.sees("Ada Okafor"))
    session.terminal.type("?")
    #expect(session.sees("filter"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `wide names keep the columns straight`() throws {
    let session = try TerminalSession(try filled())
    session.terminal.type("2")
    try #require(session.sees("山田太郎") && session.sees("Ada Okafor"))
    let rows = (0..<session.terminal.rows).filter { row in
      let line = session.terminal.lines[row]
      return line.contains("山田太郎") || line.contains("Ada Okafor")
    }
    #expect(rows.count >= 2)
    let edge = session.terminal.columns - 1
    for row in rows {
      #expect(
        session.terminal.cell(column: edge, row: row).text
          == session.terminal.cell(column: edge, row: rows[0]).text)
    }
    session.terminal.type("Q")
    _ = session.terminal.waitForEnd()
  }

  @Test func `a resize is followed`() throws {
    let session = try TerminalSession(try filled())
    try #require(session.sees("Overview"))
    session.terminal.resize(columns: 80, rows: 24)
    #expect(session.terminal.wait { session.terminal.lines.last?.contains("help") == true })
    #expect(session.terminal.lines.count == 24)
    session.terminal.resize(columns: 40, rows: 8)
    session.terminal.resize(columns: 120, rows: 36)
    #expect(session.terminal.wait { session.terminal.lines.last?.contains("help") == true })
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [
    ("xterm-256color", ["NO_COLOR": "1"], [String]()),
    ("xterm-256color", [:], ["--color", "never"]),
    ("vt100", [:], []),
  ])
  func `without colour nothing is coloured and everything is there`(
    type: String, environment: [String: String], arguments: [String]
  ) throws {
    let session = try TerminalSession(
      try filled(), arguments, type: type, columns: 80, rows: 24, environment: environment)
    #expect(session.sees("Overview"), "\(session.terminal.text)")
    session.terminal.type("2")
    #expect(session.sees("Ada Okafor"), "\(session.terminal.text)")
    #expect(!session.hasColor)
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test(arguments: ["dumb", ""])
  func `a terminal that can do nothing gets the Overview as text`(type: String) throws {
    let session = try TerminalSession(try filled(), ["--no-accessible"], type: type)
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.terminal.text.contains("with anomalies"), "\(session.terminal.text)")
    #expect(!session.terminal.isAlternate)
  }

  @Test func `an unknown terminal is told so and left alone`() throws {
    let session = try TerminalSession(try filled(), type: "no-such-terminal")
    #expect(session.terminal.waitForEnd() == .exited(1))
    #expect(session.terminal.text.contains("no-such-terminal"), "\(session.terminal.text)")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal ends it as signals do, with the terminal given back`(number: Int32) throws {
    let session = try TerminalSession(try filled())
    try #require(session.sees("Overview"))
    session.terminal.signal(number)
    #expect(session.terminal.waitForEnd() == .signaled(number))
    #expect(session.isGivenBack, "\(session.terminal.text)")
  }

  @Test func `a crash gives the terminal back`() throws {
    // The runtime's own report of a crash takes longer than a test waits.
    let session = try TerminalSession(
      try filled(), environment: ["SWIFT_BACKTRACE": "enable=no"])
    try #require(session.sees("Overview"))
    session.terminal.signal(SIGSEGV)
    #expect(session.terminal.waitForEnd() == .signaled(SIGSEGV))
    #expect(session.isGivenBack, "\(session.terminal.text)")
  }

  @Test func `it stops on Ctrl-Z and comes back whole`() throws {
    let session = try TerminalSession(try filled())
    try #require(session.sees("Overview"))
    session.terminal.type("\u{1A}")
    #expect(session.terminal.waitForEnd() == .stopped)
    #expect(session.isGivenBack)
    session.terminal.resume()
    #expect(session.terminal.wait { session.terminal.isAlternate })
    #expect(session.sees("Overview"))
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test func `an import by another process appears by itself`() throws {
    let sandbox = try filled()
    let session = try TerminalSession(sandbox)
    session.terminal.type("4")
    try #require(session.sees("Events"))
    var record = PlayRecord.active(77)
    record.account = "acct-newcomer"
    try sandbox.run(["import", "-"], input: record.line)
    try sandbox.run(
      ["accounts", "import", "-"], input: "account,name\nacct-newcomer,Nova Arrival\n")
    session.terminal.type("1")
    #expect(session.sees("7 sub") || session.sees("Nova"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test func `a closed window ends it`() throws {
    let session = try TerminalSession(try filled())
    try #require(session.sees("Overview"))
    session.terminal.hangUp()
    #expect(session.terminal.waitForEnd() != .running)
  }
}
