import TerminalScript
import TerminalUI
import Testing

@Suite struct RecordingTerminalTests {
  @Test func `a script presses into any terminal, and frames and events are told`() throws {
    let base = ScriptedTerminal(
      size: Size(width: 10, height: 1), script: [.event(.key(KeyPress("u"))), .pause])
    var told: [TerminalEvent] = []
    var frames = 0
    var requests: [TerminalRequest] = []
    var ends: [ScriptPlayer.Next] = []
    let tapped = RecordingTerminal(
      base,
      tap: RecordingTerminal<ScriptedTerminal>.Tap(
        frame: { _ in frames += 1 }, event: { told.append($0) },
        request: { requests.append($0) }),
      player: ScriptPlayer(try ScreenScript("key s\nshow"), pace: 0), clock: { 0 },
      onEnd: { ends.append($0) })
    var frame = Frame(size: base.size)
    frame.put("hello", at: Point(x: 0, y: 0))
    tapped.show(frame)
    tapped.perform(.bell)
    #expect(tapped.nextEvent(within: nil) == .key(KeyPress("s")))
    // A look never presses: the screen is drawn between two keys of a script.
    #expect(tapped.nextEvent(within: 0) == .key(KeyPress("u")))
    #expect(tapped.nextEvent(within: nil) == nil)
    #expect(ends == [.finished])
    #expect(tapped.shown == ["hello\n"])
    #expect(told == [.key(KeyPress("s")), .key(KeyPress("u"))])
    #expect(frames == 1)
    #expect(requests == [.bell])
    #expect(base.frames.count == 1)
  }

  @Test func `captions are shown over frames, and the keys of a tour do not reach the program`()
    throws
  {
    let base = ScriptedTerminal(
      size: Size(width: 24, height: 8), script: [.event(.key(KeyPress("n"))), .pause])
    let track = TourPlayer.Track(
      title: "first", script: try ScreenScript("caption Look\nwait 9s\nkey a\nwait 9s"))
    let terminal = RecordingTerminal(
      base, tour: TourPlayer([track], pace: 0), clock: { 0 })
    terminal.show(Frame(size: base.size))
    #expect(base.frames.last?.text.contains("Look") == false)
    #expect(terminal.nextEvent(within: nil) == nil)
    #expect(base.frames.last?.text.contains("Look") == true)
    #expect(terminal.nextEvent(within: nil) == .key(KeyPress("a")))
    // A frame of the program gets the caption as well.
    terminal.show(Frame(size: base.size))
    #expect(base.frames.last?.text.contains("Tour: first") == true)
    #expect(base.waits.first == 9000)
  }
}
