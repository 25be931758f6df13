import Foundation
import OwnThreads
import ProgramConventions
import Testing

@Suite(.ownThread) struct ThemeCommandTests {
  private let mine = """
    name = "mine"
    inherits = "cvd-dark"

    [palette]
    grace = "#e07060"
    hold = "#e0705f"
    expired = "#202020"

    [roles]
    "state.graec" = "grace"
    "ui.title" = { fg = "grace", attr = "loud" }
    """

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.makeFolder(".config/churntop/themes")
    return sandbox
  }

  @Test func `themes are listed with their figures, the user's own among them`() throws {
    let sandbox = try sandbox()
    sandbox.environment["TERM"] = "xterm-256color"
    try sandbox.write(".config/churntop/themes/mine.toml", mine)
    let list = try sandbox.run("theme", "list")
    #expect(list.status == 0)
    #expect(list.lines.contains { $0.hasPrefix("* cvd-dark") && $0.contains("16.2") }, "\(list)")
    #expect(list.lines.contains { $0.hasPrefix("  mine") && $0.hasSuffix("you") }, "\(list)")
    #expect(list.lines.contains { $0.hasPrefix("  mono") && $0.contains("  -  ") }, "\(list)")
    #expect(!list.output.contains("\u{1B}"))
  }

  @Test(
    arguments: [
      ([:], nil, "cvd-dark"), ([:], "dracula", "dracula"),
      (["CHURNTOP_THEME": "nord"], nil, "nord"),
      (["CHURNTOP_THEME": "auto"], "dracula", "cvd-dark"),
      (["CHURNTOP_THEME": "auto", "COLORFGBG": "0;15"], nil, "cvd-light"),
      (["NO_COLOR": "1"], nil, "mono"),
    ] as [([String: String], String?, String)])
  func `the theme in use is marked and previewed`(
    environment: [String: String], chosen: String?, name: String
  ) throws {
    let sandbox = try sandbox()
    sandbox.environment["TERM"] = "xterm-256color"
    sandbox.environment.merge(environment) { $1 }
    if let chosen {
      try sandbox.makeFolder(".local/state/churntop")
      try sandbox.write(".local/state/churntop/looks.toml", "theme = \"\(chosen)\"\n")
    }
    let list = try sandbox.run("theme", "list")
    #expect(list.lines.filter { $0.hasPrefix("* ") }.count == 1, "\(list)")
    #expect(list.lines.contains { $0.hasPrefix("* \(name) ") }, "\(list)")
    // Where no colours are wanted, asking for some is asking for another theme.
    guard environment["NO_COLOR"] == nil else { return }
    let used = try sandbox.run("theme", "preview", "--colors", "truecolor").output
    #expect(used == (try sandbox.run("theme", "preview", name, "--colors", "truecolor").output))
  }

  @Test func `a preview is a small screen in the colours asked for`() throws {
    let sandbox = try sandbox()
    let plain = try sandbox.run("theme", "preview", "nord")
    #expect(plain.output.contains("┌─ Subscribers ─") && plain.output.contains("□ GRC"))
    #expect(!plain.output.contains("\u{1B}"))
    let full = try sandbox.run("theme", "preview", "nord", "--colors", "truecolor")
    #expect(full.output.contains("48;2;46;52;64"))
    let few = try sandbox.run("theme", "preview", "nord", "--colors", "16", "--glyphs", "ascii")
    #expect(few.output.contains("\u{1B}[93m") && few.output.allSatisfy { $0.isASCII })
    #expect(try sandbox.run("theme", "preview", "nope").status == 4)
    #expect(try sandbox.run("theme", "preview", "--colors", "many").status != 0)
  }

  @Test(arguments: ["nord", "cvd-light", "mono", "terminal-16"])
  func `a shipped theme passes the check`(name: String) throws {
    let outcome = try sandbox().run("theme", "check", name)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("passes: everyone can read its states and distinguish them"))
  }

  @Test func `what needs a look is listed with its place, exit 3`() throws {
    let sandbox = try sandbox()
    let path = try sandbox.write("mine.toml", mine)
    let outcome = try sandbox.run("theme", "check", path)
    #expect(outcome.status == 3, "\(outcome)")
    for line in [
      "! \(path):10: roles.state.graec: no such role, ignored; did you mean \"state.grace\"?",
      "! \(path):11: roles.ui.title.attr: \"loud\" is no attribute; use normal, bold, dim, "
        + "italic, underline or reverse",
      "! state.expired has a contrast of 1.2 where 3.0 is needed (256 colours): move it away from "
        + "the background's lightness",
      "! state.grace and state.hold look the same (16 colours): state another 'c16'",
      "8 things need a look",
    ] { #expect(outcome.lines.contains(line), "\(line)\n\(outcome)") }
    #expect(
      outcome.lines.contains {
        $0.hasPrefix("! state.grace and state.hold are 0.0 apart where 15.0 is needed (")
      })
    #expect(try sandbox.run("theme", "preview", path).status == 0)
  }

  @Test func `a file that is no theme is named with its line`() throws {
    let sandbox = try sandbox()
    let path = try sandbox.write("broken.toml", "name = \"x\"\n[palette\n")
    let broken = try sandbox.run("theme", "check", path)
    #expect(broken.status == 1)
    #expect(broken.diagnostics.contains("\(path):2: the theme is left out, it is not TOML"))
    let missing = try sandbox.run("theme", "check", "./none.toml")
    #expect(missing.status == 1 && missing.diagnostics.contains("./none.toml"))
    let typo = try sandbox.run("theme", "check", "nrod")
    #expect(typo.status == 4 && typo.diagnostics.contains("Did you mean 'nord'?"))
  }
}
