import Foundation
import OwnThreads
import ProgramConventions
import Testing
import VirtualTerminal

/// Scripts and recordings of the real program.
@Suite(.ownThread, .serialized) struct ScriptRunTests {
  private func demo(_ sandbox: Sandbox, _ script: String, _ more: String...) throws -> Outcome {
    let path = try sandbox.write("tour.script", script)
    return try sandbox.run(["demo", "--subscribers", "25", "--script", path] + more)
  }

  private static let loaded = "size 100x30\nwithin 60s\nexpect Z stops time\n"

  @Test func `a script presses, checks and shows without a terminal`() throws {
    let sandbox = try Sandbox()
    let done = try demo(
      sandbox,
      Self.loaded + """
        key 3
        expect DUE SINCE
        command asof -2d
        expect AS-OF
        command live
        expect LIVE
        show
        """)
    #expect(done.status == 0, "\(done)")
    #expect(done.lines.contains { $0.contains("[3 Due]") }, "\(done)")
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `a demo stores no choice of glyphs, and a script depends on none`() throws {
    let sandbox = try Sandbox()
    let looks = ".local/state/churntop/looks.toml"
    let script = Self.loaded + "expect \u{250C}\ncommand glyphs narrow\nexpect Glyphs: narrow.\n"
    let first = try demo(sandbox, script)
    #expect(first.status == 0, "\(first)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.file(looks)))
    try sandbox.makeFolder(".local/state/churntop")
    try sandbox.write(looks, "glyphs = \"narrow\"\n")
    #expect(try demo(sandbox, script).status == 0)
  }

  @Test func `a screen that is not as expected fails with the line and the screen`() throws {
    let done = try demo(try Sandbox(), Self.loaded + "within 300ms\nexpect Nobody of that name")
    #expect(done.status == 1, "\(done)")
    #expect(
      done.diagnostics.contains(
        "tour.script:5: the screen does not show 'Nobody of that name' after 300 ms"))
    #expect(done.diagnostics.contains("[1 Overview]"))
  }

  @Test func `a script that makes no sense is not run`() throws {
    let done = try demo(try Sandbox(), "jump 3")
    #expect(done.status == 2, "\(done)")
    #expect(done.diagnostics.contains("tour.script:1: 'jump' is no instruction"))
  }

  @Test func `a session is recorded masked, and replayed without its ledger`() throws {
    let sandbox = try Sandbox()
    let (recording, cast) = (sandbox.file("case.tape"), sandbox.file("case.cast"))
    let done = try demo(
      sandbox, Self.loaded + "key 2\nexpect LOSES\nkey Q", "--record", recording, "--asciicast",
      cast)
    #expect(done.status == 0, "\(done)")
    #expect(done.diagnostics.contains("Names are masked"))
    let replayed = try sandbox.run("--replay", recording)
    #expect(replayed.status == 0, "\(replayed)")
    #expect(replayed.lines.contains { $0.contains("[2 Subscribers]") }, "\(replayed)")
    let head = try #require(
      String(contentsOfFile: cast, encoding: .utf8).split(separator: "\n").first)
    #expect(head.hasPrefix(#"{"version":2,"width":100,"height":30"#), "\(head)")
    let again = try demo(sandbox, Self.loaded, "--record", recording)
    #expect(again.status == 1)
    #expect(again.diagnostics.contains("Choose another name"), "\(again)")
  }

  @Test func `a replay on a terminal steps and leaves it clean`() throws {
    let sandbox = try Sandbox()
    let recording = sandbox.file("case.tape")
    #expect(
      try demo(sandbox, Self.loaded + "key 2\nexpect LOSES\nkey Q", "--record", recording).status
        == 0)
    let session = try TerminalSession(sandbox, ["--replay", recording], columns: 110, rows: 32)
    #expect(session.sees("REPLAY"), "\(session.terminal.text)")
    session.terminal.type("G")
    #expect(session.sees("[2 Subscribers]"), "\(session.terminal.text)")
    session.terminal.type("q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `a script runs before an audience, and stay leaves the rest to the user`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "tour.script", "pace 0ms\nwithin 60s\nexpect Z stops time\nkey 2\nexpect LOSES\nstay\n")
    let session = try TerminalSession(
      sandbox, ["demo", "--subscribers", "25", "--script", path])
    // What the script waits for last is what hands over.
    #expect(session.terminal.wait(seconds: 60, for: "LOSES"))
    session.terminal.type("4")
    #expect(session.sees("[4 Events]"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }
}
