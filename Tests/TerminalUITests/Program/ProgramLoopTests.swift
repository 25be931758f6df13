import TerminalScript
import TerminalUI
import Testing

/// A program that lists what it was told.
private struct Listing: Program {
  /// Whether the first frame on the screen is an event of the list.
  var showsStart = false

  struct Model {
    var lines: [String] = []
    var isFinished = false
    var wake: Int64?
  }

  enum Effect: Hashable, Sendable {
    case fetch(String)
    case bell
  }

  func message(for event: TerminalEvent, in model: Model) -> String? {
    switch event {
    case .key(let press): press.description
    case .resize(let size): "\(size.width)x\(size.height)"
    case .timeout: "timeout"
    case .terminate, .closed: "end"
    case .paste, .focus, .mouse, .resumed, .ran, .background: nil
    case .shown: showsStart ? "shown" : nil
    }
  }

  func update(_ model: inout Model, _ message: String, now: Int64) -> [Effect] {
    model.lines.append("\(message)@\(now)")
    switch message {
    case "q": model.isFinished = true
    case "f": return [.fetch("a"), .bell, .fetch("b")]
    case "w": model.wake = now + 50
    case "timeout": model.wake = nil
    case _: break
    }
    return []
  }

  func view(_ model: Model, size: Size) -> Frame {
    var frame = Frame(size: size)
    frame.put(model.lines.last ?? "empty", at: Point(x: 0, y: 0))
    return frame
  }

  func nextWake(_ model: Model) -> Int64? { model.wake }

  func isFinished(_ model: Model) -> Bool { model.isFinished }

  func request(for effect: Effect) -> TerminalRequest? { effect == .bell ? .bell : nil }
}

@Suite struct ProgramLoopTests {
  private final class Clock {
    var now: Int64 = 100
    var effects: [Listing.Effect] = []
  }

  private func run(
    _ terminal: ScriptedTerminal, clock: Clock, mailbox: Mailbox<String> = Mailbox(),
    showsStart: Bool = false
  ) -> (end: ProgramEnd, model: Listing.Model) {
    var loop = ProgramLoop(
      program: Listing(showsStart: showsStart), model: Listing.Model(), terminal: terminal,
      mailbox: mailbox,
      clock: { clock.now }, perform: { clock.effects.append($0) })
    return (loop.run(), loop.model)
  }

  private func key(_ character: Character) -> ScriptedTerminal.Step {
    .event(.key(KeyPress(character)))
  }

  private let size = Size(width: 12, height: 1)

  @Test func `everything that waits is handled before one draw`() {
    let terminal = ScriptedTerminal(size: size, script: [key("a"), key("b"), key("c"), .pause])
    let (end, model) = run(terminal, clock: Clock())
    #expect(model.lines == ["a@100", "b@100", "c@100", "end@100"])
    #expect(terminal.frames.map(\.lines) == [["empty"], ["c@100"]])
    #expect(end == .closed)
  }

  @Test func `the program learns once that its first frame can be seen, and may change it`() {
    let terminal = ScriptedTerminal(size: size, script: [key("a"), .pause])
    let (_, model) = run(terminal, clock: Clock(), showsStart: true)
    #expect(model.lines == ["shown@100", "a@100", "end@100"])
    #expect(terminal.frames.map(\.lines) == [["empty"], ["shown@100"], ["a@100"]])
  }

  @Test func `an equal frame is not sent again`() {
    let terminal = ScriptedTerminal(
      size: size, script: [.event(.focus(true)), .pause, .event(.paste("x")), .pause])
    _ = run(terminal, clock: Clock())
    #expect(terminal.frames.count == 1)
  }

  @Test func `a finished program handles and draws nothing more`() {
    let terminal = ScriptedTerminal(size: size, script: [key("q"), key("a")])
    let (end, model) = run(terminal, clock: Clock())
    #expect(end == .finished)
    #expect(model.lines == ["q@100"])
    #expect(terminal.frames.count == 1)
  }

  @Test func `messages that arrive with the end are left to the caller`() {
    let mailbox = Mailbox<String>()
    let terminal = ScriptedTerminal(size: size, script: [key("f"), key("q")])
    var loop = ProgramLoop(
      program: Listing(), model: Listing.Model(), terminal: terminal, mailbox: mailbox,
      clock: { 100 },
      perform: { effect in
        if case .fetch(let name) = effect { mailbox.post("got \(name)") }
      })
    #expect(loop.run() == .finished)
    #expect(loop.model.lines == ["f@100", "q@100"])
    #expect(loop.unhandled == ["got a", "got b"])
  }

  @Test func `a new size is drawn even if nothing else changed`() {
    let terminal = ScriptedTerminal(
      size: size, script: [.event(.resize(Size(width: 5, height: 2))), .pause])
    _ = run(terminal, clock: Clock())
    #expect(terminal.frames.map(\.size) == [size, Size(width: 5, height: 2)])
  }

  @Test func `coming back from the shell draws the frame again`() {
    let terminal = ScriptedTerminal(size: size, script: [.event(.resumed), .pause])
    _ = run(terminal, clock: Clock())
    #expect(terminal.frames.count == 2 && terminal.frames[0] == terminal.frames[1])
  }

  @Test func `effects are performed in order and the terminal's by the terminal`() {
    let clock = Clock()
    let terminal = ScriptedTerminal(size: size, script: [key("f")])
    _ = run(terminal, clock: clock)
    #expect(clock.effects == [.fetch("a"), .fetch("b")])
    #expect(terminal.requests == [.bell])
  }

  @Test func `the program is woken when it asked to be`() {
    let clock = Clock()
    let terminal = ScriptedTerminal(
      size: size, script: [key("w"), .pause, key("a"), .pause, .pause],
      onPause: { clock.now += 30 })
    let (_, model) = run(terminal, clock: clock)
    #expect(model.lines == ["w@100", "a@130", "timeout@160", "end@190"])
    #expect(terminal.waits == [nil, 50, 20, 20, nil, nil])
  }

  @Test func `messages from elsewhere arrive in order, also those from before the start`() {
    let mailbox = Mailbox<String>()
    mailbox.post("early")
    let terminal = ScriptedTerminal(
      size: size, script: [.pause],
      onPause: {
        mailbox.post("one")
        mailbox.post("two")
      })
    let (_, model) = run(terminal, clock: Clock(), mailbox: mailbox)
    #expect(model.lines == ["early@100", "one@100", "two@100", "end@100"])
  }

  @Test func `a flood of keys does not keep the screen from being drawn`() {
    let count = ProgramLoop<Listing, ScriptedTerminal>.eventsPerRound
    let terminal = ScriptedTerminal(
      size: size, script: Array(repeating: key("a"), count: count * 3))
    _ = run(terminal, clock: Clock())
    #expect(terminal.frames.count >= 2)
  }

  @Test func `a signal ends the program after it has heard of it`() {
    let terminal = ScriptedTerminal(size: size, script: [.event(.terminate(signal: 15)), key("a")])
    let (end, model) = run(terminal, clock: Clock())
    #expect(end == .terminated(signal: 15))
    #expect(model.lines == ["end@100"])
  }
}
