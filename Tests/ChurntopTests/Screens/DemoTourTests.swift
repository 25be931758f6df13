import Foundation
import OwnThreads
import TerminalUI
import Testing
import VirtualTerminal

@testable import churntop

/// The guided tour of the demo.
@Suite(.ownThread, .serialized) struct DemoTourTests {
  /// Returns the milliseconds that steps take, as far as they do not wait for a screen.
  private static func length(of steps: [ScreenScript.Step]) -> Int64 {
    var pace = DemoTrack.pace
    return steps.reduce(0) { length, step in
      switch step.action {
      case .press: return length + pace
      case .wait(let milliseconds): return length + milliseconds
      case .pace(let milliseconds):
        pace = milliseconds
        return length
      case .patience, .expect, .caption, .show, .stay: return length
      }
    }
  }

  @Test(arguments: DemoTrack.allCases) func `a track takes about 90 seconds`(_ track: DemoTrack) {
    let length = Self.length(of: track.script.steps)
    #expect((75_000...110_000).contains(length), "\(length) ms")
  }

  @Test(arguments: DemoTrack.allCases)
  func `a caption can be read in its time, and on a small screen`(_ track: DemoTrack) {
    let chapters = LinearTour.Chapter.all(of: track.script)
    #expect(chapters.count >= 6)
    for chapter in chapters {
      #expect(!chapter.caption.isEmpty, "steps before the first caption")
      #expect(Paragraph(chapter.caption).lines(width: 56).count <= 5, "\(chapter.caption)")
      // People read about 240 words a minute (Brysbaert 2019, doi:10.1016/j.jml.2019.104047).
      let words = chapter.caption.split(separator: " ").count
      #expect(Self.length(of: chapter.steps) >= Int64(words) * 250, "\(chapter.caption)")
    }
  }

  @Test func `keys are named as they are typed`() throws {
    let script = try ScreenScript("caption One\nkey 2 ^g\ntype ab\ncommand clock 0\nkey / x\n")
    let chapter = try #require(LinearTour.Chapter.all(of: script).first)
    #expect(chapter.keys == ["2", "^g", "a", "b", ":clock 0", "Enter", "/x"])
  }

  @Test(arguments: DemoTrack.allCases)
  func `without a terminal a track is told, and each screen is as it should be`(
    _ track: DemoTrack
  ) throws {
    let sandbox = try Sandbox()
    let told = try sandbox.run("demo", "--tour", track.rawValue, "--subscribers", "200")
    #expect(told.status == 0, "\(told.diagnostics)")
    let captions = LinearTour.Chapter.all(of: track.script).map(\.caption)
    for (index, caption) in captions.enumerated() {
      let line = "Tour, \(track.title), \(index + 1) of \(captions.count): \(caption)"
      #expect(told.lines.contains(line), "\(line)")
    }
    #expect(sandbox.names(in: "tmp").isEmpty)
  }

  @Test func `the stories are about people who are there`() throws {
    let told = try Sandbox().run("demo", "--tour", "support", "--subscribers", "200")
    let facts = [
      "2 of 2. Mira Castellano", "has not acknowledged the purchase", "Greta Lindholm",
      "kawaraban.premium.monthly", "Priya Raman",
    ]
    for fact in facts { #expect(told.output.contains(fact), "\(fact)") }
  }

  @Test func `it plays on a terminal, pauses, goes on, and leaves the demo to the user`() throws {
    let sandbox = try Sandbox()
    let session = try TerminalSession(
      sandbox, ["demo", "--tour", "policy", "--subscribers", "60"], columns: 100, rows: 30)
    #expect(session.sees("Tour: a better policy"), "\(session.terminal.text)")
    session.terminal.type(" ")
    #expect(session.sees("a better policy, paused"), "\(session.terminal.text)")
    session.terminal.type("n")
    #expect(session.terminal.wait(seconds: 60, for: "w says why"), "\(session.terminal.text)")
    #expect(session.sees("[3 Due]"), "\(session.terminal.text)")
    session.terminal.type("4")
    #expect(session.sees("^t goes on"), "\(session.terminal.text)")
    #expect(session.sees("[4 Events]"), "\(session.terminal.text)")
    session.terminal.type("\u{14}")
    #expect(session.sees("Space pause"), "\(session.terminal.text)")
    session.terminal.type("q")
    session.terminal.type("1")
    #expect(session.sees("[1 Overview]"), "\(session.terminal.text)")
    #expect(!session.terminal.text.contains("Tour:"), "\(session.terminal.text)")
    session.terminal.type("Q")
    #expect(session.terminal.waitForEnd() == .exited(0))
    #expect(session.isGivenBack)
  }

  @Test func `a screen reader goes from caption to caption`() throws {
    let session = try TerminalSession(
      try Sandbox(), ["demo", "--tour", "--subscribers", "40"], rows: 200,
      environment: ["ACCESSIBLE": "1"])
    #expect(session.sees("Enter goes on, s skips the track"), "\(session.terminal.text)")
    session.terminal.type("s\n")
    #expect(session.sees("Tour, a user calls, 1 of"), "\(session.terminal.text)")
    session.terminal.type("\n")
    #expect(session.sees("Tour, a user calls, 2 of"), "\(session.terminal.text)")
    session.terminal.type("q\n")
    session.terminal.type("due\n")
    #expect(session.sees("Prompts due"), "\(session.terminal.text)")
    session.terminal.type("q\n")
    #expect(session.terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [
    (["demo", "support"], "'support' is a track of the tour"),
    (["demo", "--tour", "--script", "x.script"], "x.script"),
  ])
  func `a track without a tour is not understood`(arguments: [String], words: String) throws {
    let outcome = try Sandbox().run(arguments)
    #expect(outcome.status != 0)
    #expect(outcome.diagnostics.contains(words), "\(outcome)")
  }
}
