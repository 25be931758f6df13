import TerminalUI
import Testing

@Suite struct ScriptPlayerTests {
  private func frame(_ text: String) -> Frame {
    var frame = Frame(size: Size(width: 20, height: 2))
    frame.put(text, at: Point(x: 3, y: 1))
    return frame
  }

  @Test func `keys come at their pace`() throws {
    var player = ScriptPlayer(try ScreenScript("key a b"), pace: 300)
    #expect(player.next(on: nil, now: 0) == .press(KeyPress("a")))
    #expect(player.next(on: nil, now: 100) == .wait(200))
    #expect(player.next(on: nil, now: 300) == .press(KeyPress("b")))
    #expect(player.next(on: nil, now: 600) == .finished)
  }

  @Test func `an expectation waits for its screen and no longer`() throws {
    var player = ScriptPlayer(
      try ScreenScript("within 1s\nexpect due\nkey q"), pace: 0)
    #expect(player.next(on: frame("Reading"), now: 0) == .wait(100))
    #expect(player.next(on: frame("Prompts due"), now: 500) == .press(KeyPress("q")))
    var other = ScriptPlayer(try ScreenScript("within 1s\n\nexpect not due"), pace: 0)
    #expect(other.next(on: frame("due"), now: 0) == .wait(100))
    guard case .failed(let failure) = other.next(on: frame("due"), now: 1000) else {
      Issue.record("it did not fail")
      return
    }
    #expect(failure.line == 3)
    #expect(failure.words == "the screen still shows 'due' after 1000 ms")
    #expect(failure.screen.contains("due"))
  }

  @Test func `a wait is one wait, and a screen is kept`() throws {
    var player = ScriptPlayer(try ScreenScript("wait 1s\nshow\nstay\nkey q"), pace: 0)
    #expect(player.next(on: frame("x"), now: 0) == .wait(1000))
    #expect(player.next(on: frame("x"), now: 400) == .wait(600))
    #expect(player.next(on: frame("x"), now: 1000) == .handedOver)
    #expect(player.shown == ["\n   x\n"])
  }
}
