import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// The demo of the real program.
@Suite(.ownThread, .serialized) struct DemoCommandTests {
  @Test func `without a terminal the world is loaded and its Overview printed`() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.run("demo", "--subscribers", "25", "--seed", "7")
    #expect(first.status == 0, "\(first)")
    #expect(first.output.contains("STATES"))
    #expect(sandbox.names(in: "tmp").isEmpty)
    #expect(!sandbox.names(in: "").contains("ledger.sqlite"))
    let second = try sandbox.run("demo", "--subscribers", "25", "--seed", "7")
    #expect(first.output == second.output)
    let other = try sandbox.run("demo", "--subscribers", "25", "--seed", "8")
    #expect(first.output != other.output)
  }

  @Test(arguments: [
    ["--speed", "fast"], ["--for", "ever"], ["--subscribers", "0"], ["--theme", "nope"],
  ])
  func `an option that makes no sense is not understood`(arguments: [String]) throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(sandbox, ["demo"] + arguments)
    #expect(session.terminal.waitForEnd() == .exited(2), "\(session.terminal.text)")
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `it shows a screen at once, runs by itself and ends when told`() throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(
      sandbox, ["demo", "--subscribers", "80", "--for", "6s"])
    #expect(session.sees("[DEMO]"), "\(session.terminal.text)")
    #expect(session.terminal.isAlternate)
    #expect(session.terminal.waitForEnd(seconds: 60) == .exited(0))
    #expect(session.isGivenBack)
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `a large world is shown at once, and its figures grow in little memory`() throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(sandbox, ["demo", "--subscribers", "100000"])
    try #require(session.sees("LOADING 0 %"), "\(session.terminal.text)")
    session.terminal.type("2")
    // A page of the list of those told so far, long before all are.
    let terminal = session.terminal
    try #require(terminal.wait(seconds: 180, for: "LOADING 1 %"), "\(terminal.text)")
    #expect(session.sees("as_…") || session.sees("gp_…"), "\(terminal.text)")
    let folder = try #require(sandbox.names(in: "tmp").first)
    let process = folder.dropFirst("churntop-demo-".count).prefix { $0.isNumber }
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let most = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = try #require(most.flatMap { Int($0.filter(\.isNumber)) })
    #expect(kibibytes < 250 << 10)
    session.terminal.signal(SIGTERM)
    #expect(session.terminal.waitForEnd(seconds: 60) == .signaled(SIGTERM))
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `a signal leaves nothing behind`() throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(sandbox, ["demo", "--subscribers", "80"])
    try #require(session.sees("[DEMO]"))
    session.terminal.signal(SIGTERM)
    #expect(session.terminal.waitForEnd(seconds: 60) == .signaled(SIGTERM))
    #expect(session.isGivenBack)
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `a terminal that goes away is told more than once, and nothing is left`() throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(sandbox, ["demo", "--subscribers", "80"])
    try #require(session.sees("[DEMO]"))
    for _ in 0..<40 {
      session.terminal.signal(SIGHUP)
      usleep(2_000)
    }
    #expect(session.terminal.waitForEnd(seconds: 60) == .signaled(SIGHUP))
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `the signal of a terminal that has gone away may come late`() throws {
    let sandbox = try Sandbox()
    let terminal = VirtualTerminal(columns: 100, rows: 30)
    var variables = sandbox.environment
    variables["TERM"] = "xterm-256color"
    // A shell passes the signal on to what it runs, which has noticed the end by then.
    let shell = """
      exec 3<&0
      "$@" <&3 & child=$!
      trap 'sleep 0.2; kill -HUP $child' HUP
      wait $child
      wait $child
      """
    try #require(
      terminal.spawn(
        "/bin/sh",
        arguments: ["-c", shell, "sh", Sandbox.program, "demo", "--subscribers", "2000"],
        environment: variables))
    try #require(terminal.wait(seconds: 60, for: "LOADING"), "\(terminal.text)")
    terminal.hangUp()
    _ = terminal.waitForEnd(seconds: 120)
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test(arguments: [
    (["--theme", "nrod"], "there is no theme 'nrod'. Did you mean 'nord'?"),
    (["--timezone", "Mars/X"], "--timezone: 'Mars/X' is not a time zone."),
    (["--timezone", "Asia/Tokio"], "Did you mean 'Asia/Tokyo'?"),
    (["--config", "/nope/config.toml"], "/nope/config.toml: cannot be read."),
  ])
  func `without a terminal too nothing is accepted that makes no sense`(
    arguments: [String], words: String
  ) throws {
    let outcome = try Sandbox().run(["demo", "--subscribers", "5"] + arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains(words), "\(outcome)")
  }

  @Test func `times are those of the zone that was asked for`() throws {
    let outcome = try Sandbox().run(
      ["demo", "--subscribers", "20", "--timezone", "Asia/Tokyo"])
    #expect(outcome.lines.first?.contains("2026-11-20 18:00+09") == true, "\(outcome)")
  }

  @Test func `what a killed demo left behind goes with the next one`() throws {
    let sandbox = try Sandbox()
    let running = try sandbox.start(["demo", "--subscribers", "500"])
    #expect(sandbox.waits { sandbox.names(in: "tmp").count == 1 })
    running.signal(SIGKILL)
    _ = running.finish()
    #expect(sandbox.names(in: "tmp").count == 1)
    #expect(try sandbox.run("demo", "--subscribers", "5").status == 0)
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `a link named as the folder of a killed demo is not followed`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("notes")
    try sandbox.write("notes/mine", "x")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("tmp/churntop-demo-\(Int32.max)-x"),
      withDestinationPath: sandbox.file("notes"))
    #expect(try sandbox.run("demo", "--subscribers", "5").status == 0)
    #expect(sandbox.names(in: "notes") == ["mine"])
  }

  @Test func `a signal without a terminal removes the ledger too`() throws {
    let sandbox = try Sandbox()
    let running = try sandbox.start(["demo", "--subscribers", "2000"])
    let isLoading = sandbox.waits {
      guard let folder = sandbox.names(in: "tmp").first else { return false }
      return sandbox.bytes(ofLedger: "tmp/\(folder)/ledger.sqlite") > 2_000_000
    }
    #expect(isLoading)
    running.signal(SIGTERM)
    #expect(running.finish().status == 128 + SIGTERM)
    #expect(sandbox.names(in: "tmp").isEmpty)
  }
}
