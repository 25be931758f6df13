import Foundation
import LedgerSQLite
import OwnThreads
import SubscriptionCore
import TerminalUI
import Testing

@testable import churntop

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Screens that the real program prints.
@Suite(.ownThread, .serialized) struct FrameCommandTests {
  private static let demo = ["--demo", "--subscribers", "25", "--size", "100x30"]

  @Test(arguments: [
    "overview", "subscribers", "due", "events", "metrics", "whatif", "detail", "help",
  ])
  func `every screen of the demo is a picture`(screen: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(["frame", screen, "--format", "svg"] + Self.demo)
    #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(outcome)")
    #expect(XMLParser(data: Data(outcome.output.utf8)).parse())
    #expect(outcome.output.contains("<title id=\"title\">churntop: "))
    #expect(outcome.output.contains("LIVE 20 Nov"))
    #expect(sandbox.names(in: "tmp").isEmpty && !sandbox.names(in: "").contains("ledger.sqlite"))
  }

  @Test(arguments: [("1h", true), ("9000d", false)])
  func `a store is silent by the setting, as on the screen`(stale: String, isAlarm: Bool) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    sandbox.environment["CHURNTOP_STALE"] = stale
    let outcome = try sandbox.run("frame", "overview", "--size", "100x30")
    #expect(outcome.lines.first?.hasSuffix("!") == isAlarm, "\(outcome)")
  }

  @Test func `the same command prints the same bytes, whatever the terminal`() throws {
    let arguments = ["frame", "due", "--format", "svg", "--keys", "j z Enter"] + Self.demo
    let sandbox = try Sandbox()
    let first = try sandbox.run(arguments)
    sandbox.environment["LANG"] = "C"
    sandbox.environment["NO_COLOR"] = "1"
    sandbox.environment["TERM"] = "linux"
    #expect(try sandbox.run(arguments).output == first.output)
    #expect(first.output.contains("#5fd7ff"), "the theme's own colours")
  }

  @Test func `the same command prints the same bytes, whatever was chosen on screen`() throws {
    let sandbox = try Sandbox()
    func print() throws -> [String] {
      try ["text", "svg"].map {
        try sandbox.run(["frame", "due", "--format", $0, "--keys", ": g l y p h s"] + Self.demo)
          .output
      }
    }
    let before = try print()
    try sandbox.makeFolder(".local/state/churntop")
    try sandbox.write(
      ".local/state/churntop/looks.toml", "theme = \"dracula\"\nglyphs = \"narrow\"\n")
    #expect(try print() == before)
    sandbox.environment["COLORFGBG"] = "0;15"
    #expect(try print() == before)
  }

  @Test func `the present is no other time, and AS-OF is what --as-of asks for`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let now = try sandbox.run("frame", "overview")
    #expect(now.output.contains("FILE ") && !now.output.contains("AS-OF"), "\(now)")
    let read = try sandbox.run("frame", "overview", "--readonly")
    #expect(read.output.contains("FILE ") && !read.output.contains("AS-OF"), "\(read)")
    let past = try sandbox.run("frame", "overview", "--as-of", "2026-11-03")
    #expect(past.output.contains("AS-OF 3 Nov"), "\(past)")
    let keys = try sandbox.run("frame", "overview", "--keys", "j")
    #expect(keys.output.contains("FILE ") && !keys.output.contains("LIVE"), "\(keys)")
  }

  @Test(arguments: [[], ["--keys", "j"]])
  func `rows ahead of the clock are as of their instant, as in a list`(_ keys: [String]) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let ahead = Timestamp(seconds: Int64(Date().timeIntervalSince1970)) + .days(3)
    let ledger = try SQLiteLedger(path: sandbox.file("ledger.sqlite"), policy: .standard)
    try ledger.advance(to: ahead)
    try ledger.close()
    let frame = try sandbox.run(["frame", "overview"] + keys)
    #expect(frame.output.contains("AS-OF "), "\(frame)")
    #expect(frame.diagnostics.contains("ahead of this clock"), "\(frame)")
  }

  @Test func `the formats show the same screen`() throws {
    let sandbox = try Sandbox()
    func print(_ format: String) throws -> String {
      let outcome = try sandbox.run(["frame", "subscribers", "--format", format] + Self.demo)
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.output
    }
    let text = try print("text")
    #expect(text.contains("[2 Subscribers]") && !text.contains("\u{1B}"))
    let ansi = try print("ansi")
    #expect(ansi.contains("\u{1B}[") && ansi.contains("Subscribers"))
    let plain = ansi.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
      .map { String($0.replacing(#/ +$/#, with: "")) }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(plain.filter { !$0.isEmpty } == lines)
    #expect(try print("html").hasPrefix("<!DOCTYPE html>\n"))
    let cast = try print("asciicast").split(separator: "\n")
    let head = #"{"version":2,"width":100,"height":30,"timestamp":1795165200,"title":"churntop","#
    #expect(cast.first?.hasPrefix(head) == true)
    #expect(cast.count == 3 && cast[1].hasPrefix(#"[0,"o","#) && cast[2] == #"[1,"o",""]"#)
  }

  @Test func `keys lead to any state, and nothing is written into a ledger`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let before = try sandbox.run("events", "--format", "ndjson").output
    func frame(_ keys: String, _ more: String...) throws -> Outcome {
      try sandbox.run(
        ["frame", "subscribers", "--as-of", "2026-11-03", "--keys", keys] + more)
    }
    #expect(try frame("Enter").output.contains("Subscribers ► gp_"))
    #expect(try frame("? ").output.contains("THIS SCREEN"))
    #expect(try frame("/ g r a c e").output.contains("grace"))
    let snoozed = try frame("z Enter")
    #expect(snoozed.status == 0, "\(snoozed)")
    #expect(try sandbox.run("events", "--format", "ndjson").output == before)
    let wrong = try frame("j nokey")
    #expect(wrong.status == 2 && wrong.diagnostics.contains("--keys: 'nokey' is not a key"))
  }

  @Test func `names are hidden on demand and by the setting`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let profile = "account,name,email\nacct-mei,Mei Tanaka,mei@example.com\n"
    let path = try sandbox.write("accounts.csv", profile)
    #expect(try sandbox.run("accounts", "import", path).status == 0)
    let arguments = ["frame", "detail", "--as-of", "2026-11-03", "--format", "svg"]
    #expect(try sandbox.run(arguments).output.contains("Mei Tanaka"))
    #expect(try !sandbox.run(arguments + ["--mask"]).output.contains("Mei Tanaka"))
    sandbox.environment["CHURNTOP_MASK"] = "true"
    #expect(try !sandbox.run(arguments).output.contains("Mei Tanaka"))
  }

  @Test func `a script makes a picture move, and checks what it shows`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "tour.script", "size 100x30\nkey 2\nexpect LOSES\nwait 2s\nkey j j\nkey 3\nexpect DUE SINCE\n"
    )
    let arguments = ["frame", "overview", "--demo", "--subscribers", "25", "--script", path]
    let moving = try sandbox.run(arguments + ["--format", "svg"])
    #expect(moving.status == 0, "\(moving)")
    #expect(moving.output.contains("@keyframes") && moving.output.contains("width=\"928\""))
    #expect(XMLParser(data: Data(moving.output.utf8)).parse())
    let cast = try sandbox.run(arguments + ["--format", "asciicast"])
    #expect(cast.lines.last?.hasPrefix("[4.8,") == true, "\(cast.lines.last ?? "")")
    try sandbox.write("tour.script", "key 2\nwithin 300ms\nexpect Nobody of that name\n")
    let failed = try sandbox.run(arguments)
    #expect(failed.status == 1, "\(failed)")
    #expect(failed.diagnostics.contains("tour.script:3: the screen does not show"))
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `the article lists the colours of pictures`() throws {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let article = top.appending(path: "Sources/churntop/churntop.docc/Recording.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    func row(_ name: String, _ dark: UInt32, _ light: UInt32) -> String {
      "| \(name) | `\(Color.rgb(dark).notation)` | `\(Color.rgb(light).notation)` |\n"
    }
    let (dark, light) = (PictureColors.dark, PictureColors.light)
    #expect(text.contains(row("background", dark.background, light.background)))
    #expect(text.contains(row("text", dark.foreground, light.foreground)))
    for (index, name) in Color.names.enumerated() {
      #expect(text.contains(row(name, dark.sixteen[index], light.sixteen[index])), "\(name)")
    }
  }

  @Test(arguments: [
    (["frame", "due", "mei"], "only 'detail' shows one subscriber"),
    (["frame", "due", "--seed", "3"], "add --demo"),
    (["frame", "due", "--demo", "--ledger", "x"], "--demo has a ledger of its own"),
    (["frame", "due", "--demo", "--subscribers", "0"], "a number from 1 to 100000"),
    (["frame", "due", "--demo", "--as-of", "2020-01-01"], "the demo's world runs from"),
    (["frame", "due", "--demo", "--keys", "j", "--script", "x"], "exclude each other"),
    (["frame", "due", "--demo", "--script", "/nope"], "/nope"),
  ])
  func `what makes no sense is refused with what to do`(
    arguments: [String], words: String
  ) throws {
    let outcome = try Sandbox().run(arguments)
    #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.diagnostics.contains(words), "\(outcome)")
  }
}
