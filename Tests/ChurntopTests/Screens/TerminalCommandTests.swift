import OwnThreads
import Testing
import VirtualTerminal

/// Commands of the user that get the terminal, through the real program.
@Suite(.ownThread, .serialized) struct TerminalCommandTests {
  @Test func `every run has the modes of the shell, which gets them back`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let runs = sandbox.file("runs")
    try sandbox.makeFolder(".config/churntop")
    try sandbox.write(
      ".config/churntop/commands.toml",
      """
      [command.modes]
      key = "!m"
      title = "the modes of the terminal"
      exec = ["sh", "-c", "echo >> $0; stty -a; stty raw; echo run $(wc -l < $0) is over",
        "\(runs)"]
      output = "terminal"
      """)
    let session = try TerminalSession(sandbox)
    try #require(session.sees("Overview"), "\(session.terminal.text)")
    session.terminal.type("2")
    for run in 1...3 {
      try #require(session.sees("LOSES"), "\(session.terminal.text)")
      session.terminal.type("!m")
      try #require(session.sees("run \(run) is over"), "\(session.terminal.text)")
      #expect(session.terminal.text.contains(" icanon"), "\(run): \(session.terminal.text)")
      #expect(!session.terminal.text.contains("-icanon"), "\(run): \(session.terminal.text)")
      session.terminal.type(" ")
    }
    try #require(session.sees("LOSES"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }
}
