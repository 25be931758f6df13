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
}
