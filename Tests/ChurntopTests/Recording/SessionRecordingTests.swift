import ProgramConventions
import SubscriptionCore
import TerminalUI
import Testing

@testable import churntop

/// Recordings, written and read back.
@Suite struct SessionRecordingTests {
  private func picture(_ text: String, size: Size = Size(width: 12, height: 2)) -> Frame {
    var frame = Frame(size: size)
    frame.put(text, at: Point(x: 0, y: 1), role: .header)
    frame.overlay(.cursor, in: Rect(x: 0, y: 1, width: 2, height: 1))
    frame.cursor = Point(x: 0, y: 1)
    return frame
  }

  private func recording(_ pictures: [Frame]) -> [String] {
    var lines = [
      RecordingLine.head(
        size: Size(width: 12, height: 2), startedAt: .epoch, asOf: nil, ledger: "demo"
      ).compact
    ]
    var last: RecordedFrame?
    for (index, picture) in pictures.enumerated() {
      let frame = RecordedFrame(picture)
      let at = Int64(index) * 500
      lines.append(RecordingLine.key(KeyPress("j"), at: at).compact)
      lines.append(RecordingLine.frame(frame, after: last, at: at).compact)
      last = frame
    }
    return lines + [RecordingLine.end(frames: pictures.count, at: 9000).compact]
  }

  private func read(_ lines: [String]) throws -> SessionRecording {
    try SessionRecording(Array(lines.joined(separator: "\n").utf8), name: "case.tape")
  }

  @Test func `every screen comes back as it was, wide letters and marks too`() throws {
    let pictures = [
      picture("田中 a\u{301}b"), picture("Ada"), picture("Ada"),
      picture("x", size: Size(width: 5, height: 3)),
    ]
    let recording = try read(recording(pictures))
    #expect(recording.moments.map { $0.frame.frame() } == pictures)
    #expect(recording.moments.map(\.at) == [0, 500, 1000, 1500])
    #expect(recording.moments.allSatisfy { $0.keys == ["j"] })
    #expect(recording.warning == nil)
  }

  @Test func `a recording that was cut off is shown as far as it goes`() throws {
    let lines = recording([picture("a"), picture("b"), picture("c")])
    let cut = try read(Array(lines.dropLast(2)) + [String(lines[lines.count - 2].dropLast(9))])
    #expect(cut.moments.count == 2)
    #expect(cut.warning == "case.tape ends in the middle; what there is is shown.")
  }

  @Test(arguments: [
    (["hello"], "is not a recording made with"),
    ([#"{"churntopSession":2}"#], "was recorded by a newer churntop"),
    ([#"{"churntopSession":1}"#], "holds no screen"),
    ([#"{"churntopSession":1}"#, "nonsense", #"{"t":1,"end":0}"#], "case.tape:2: this line"),
    ([#"{"churntopSession":1}"#, #"{"t":1,"rows":{"99":[]}}"#], "case.tape:2: this line"),
    ([#"{"churntopSession":1}"#, #"{"t":1,"size":[9999,1],"rows":{}}"#], "case.tape:2: this line"),
    ([#"{"churntopSession":1}"#, #"{"t":1,"rows":{"1":[["a"]]}}"#], "case.tape:2: this line"),
    ([#"{"churntopSession":1,"columns":-1}"#, #"{"t":1,"rows":{}}"#], "is not a recording"),
  ])
  func `what is damaged is named with its place`(lines: [String], words: String) {
    #expect {
      _ = try read(lines)
    } throws: { error in
      (error as? CommandError)?.lines.first?.contains(words) == true
    }
  }

  @Test func `what a recording holds never reaches the terminal raw`() throws {
    let recording = try read([
      #"{"churntopSession":1,"columns":20,"lines":1}"#,
      #"{"t":1,"rows":{"0":[["\u001b]52;c;aGk=\u0007hi","ui.fg"]]}}"#, #"{"t":2,"end":1}"#,
    ])
    let text = try #require(recording.moments.first).frame.frame().text
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `the replay steps, plays at its speed and waits no longer than it must`() throws {
    let recording = try read(recording([picture("one"), picture("two"), picture("three")]))
    let program = ReplayProgram()
    var model = ReplayProgram.Model(recording: recording, since: 0)
    let size = Size(width: 80, height: 5)
    #expect(program.nextWake(model) == 500)
    _ = program.update(&model, .wake, now: 499)
    #expect(program.view(model, size: size).text.contains("one"))
    _ = program.update(&model, .wake, now: 500)
    #expect(program.view(model, size: size).text.contains("two"))
    _ = program.update(&model, .key(KeyPress(".")), now: 600)
    #expect(program.nextWake(model) == 850)
    _ = program.update(&model, .key(KeyPress("h")), now: 700)
    #expect(program.view(model, size: size).text.contains("one"))
    #expect(program.nextWake(model) == nil)
    #expect(
      program.view(model, size: size).lines.last?.contains("REPLAY paused 0:00 of 0:01") == true)
    _ = program.update(&model, .key(KeyPress("q")), now: 800)
    #expect(program.isFinished(model))
  }
}
