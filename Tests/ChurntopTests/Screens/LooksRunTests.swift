import Foundation
import OwnThreads
import Testing
import VirtualTerminal

/// Themes of the real program under a terminal.
@Suite(.ownThread, .serialized) struct LooksRunTests {
  private func leave(_ session: TerminalSession) {
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `a theme chosen from the list is kept until the next start`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let first = try TerminalSession(sandbox)
    try #require(first.sees("theme: cvd-dark"))
    first.terminal.type("T")
    try #require(first.sees("Enter keep"), "\(first.terminal.text)")
    // The rest of the themes is read while the first screen is up.
    try #require(first.sees("tokyo-night"), "\(first.terminal.text)")
    first.terminal.type("g")
    try #require(first.sees("► catppuccin-mocha"), "\(first.terminal.text)")
    first.terminal.type("jjj")
    #expect(first.sees("► dracula"), "\(first.terminal.text)")
    first.terminal.type("\r")
    #expect(first.sees("Theme: dracula, also next time."), "\(first.terminal.text)")
    let kept = sandbox.file(".local/state/churntop/looks.toml")
    #expect(first.terminal.wait { FileManager.default.fileExists(atPath: kept) })
    leave(first)
    let second = try TerminalSession(sandbox)
    #expect(second.sees("theme: dracula"), "\(second.terminal.text)")
    leave(second)
    let other = try TerminalSession(sandbox, ["--theme", "nord"])
    #expect(other.sees("theme: nord"))
    leave(other)
  }

  @Test func `a saved theme is drawn with at once, a broken one is named and changes nothing`()
    throws
  {
    let sandbox = try Sandbox(PlayRecord.usual)
    let folder = ".config/churntop/themes"
    let session = try TerminalSession(
      sandbox, ["--theme", "cvd-dark"], environment: ["COLORTERM": "truecolor"])
    try #require(session.sees("theme: cvd-dark"))
    func background() -> VirtualCell.Color { session.terminal.cell(column: 50, row: 3).background }
    #expect(background() == .terminal)
    // The folder is made while the dashboard is open.
    try sandbox.makeFolder(folder)
    let text = "inherits = \"nord\"\n[palette]\nbackground = \"#102030\"\n"
    try sandbox.write(folder + "/cvd-dark.toml", text)
    #expect(session.terminal.wait { background() == .rgb(0x102030) }, "\(session.terminal.text)")
    #expect(session.sees("Theme cvd-dark was read again."))
    try sandbox.write(folder + "/cvd-dark.toml", "[palette\n")
    #expect(
      session.sees("themes/cvd-dark.toml:1: the theme is left out"), "\(session.terminal.text)")
    #expect(background() == .rgb(0x102030))
    try sandbox.write(
      folder + "/cvd-dark.toml", text.replacingOccurrences(of: "102030", with: "203040"))
    #expect(session.terminal.wait { background() == .rgb(0x203040) }, "\(session.terminal.text)")
    leave(session)
  }

  @Test func `a light terminal gets the light theme, unless one was chosen`() throws {
    let sandbox = try Sandbox(PlayRecord.usual)
    let chosen = try TerminalSession(sandbox, ["--theme", "cvd-dark"])
    try #require(chosen.sees("theme: cvd-dark"))
    let output = String(decoding: chosen.terminal.output, as: UTF8.self)
    #expect(!output.contains("\u{1B}]11;?"))
    leave(chosen)
    let far = try TerminalSession(sandbox, environment: ["SSH_CONNECTION": "1 2 3 4"])
    try #require(far.sees("theme: cvd-dark"))
    #expect(!String(decoding: far.terminal.output, as: UTF8.self).contains("\u{1B}]11;?"))
    leave(far)
    let stated = try TerminalSession(sandbox, environment: ["COLORFGBG": "0;15"])
    #expect(stated.sees("theme: cvd-light"))
    leave(stated)
  }

  @Test func `where lines may break, signs that cannot are suggested`() throws {
    let session = try TerminalSession(
      try Sandbox(PlayRecord.usual), environment: ["LANG": "ja_JP.UTF-8"])
    #expect(session.sees(":glyphs narrow draws boxes and bars with ASCII"))
    session.terminal.type(":glyphs narrow\r")
    #expect(session.sees("+- "), "\(session.terminal.text)")
    leave(session)
  }
}
