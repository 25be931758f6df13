/// The event loop of a program in a terminal: wait, handle everything that is pending, draw once,
/// repeat.
///
/// A frame equal to the one on the screen is not sent. A flood of input cannot prevent drawing,
/// because a round handles at most ``eventsPerRound`` events.
public struct ProgramLoop<P: Program, T: Terminal> {
  /// The maximum number of events handled between two frames.
  public static var eventsPerRound: Int { 512 }

  /// The model, for inspection afterwards.
  public private(set) var model: P.Model
  /// The messages that had arrived when the program finished, which it did not handle.
  public private(set) var unhandled: [P.Message] = []
  private var program: P
  private let terminal: T
  private let mailbox: Mailbox<P.Message>
  private let clock: () -> Int64
  private let perform: (P.Effect) -> Void
  private var shown: Frame?
  private var hasShown = false
  private var end: ProgramEnd?

  /// Creates a loop by a clock in milliseconds since 1970, and a function that starts an effect and
  /// returns at once.
  ///
  /// The messages of effects come by the mailbox, which should wake the terminal.
  public init(
    program: P, model: P.Model, terminal: T, mailbox: Mailbox<P.Message>,
    clock: @escaping () -> Int64, perform: @escaping (P.Effect) -> Void
  ) {
    (self.program, self.model, self.terminal) = (program, model, terminal)
    (self.mailbox, self.clock, self.perform) = (mailbox, clock, perform)
  }

  /// Handles some messages, then runs until the program has finished or its terminal is closed, and
  /// returns the reason.
  public mutating func run(first: [P.Message] = []) -> ProgramEnd {
    // Messages posted before the terminal was open did not wake it.
    for message in first + mailbox.drain() { update(message) }
    while true {
      if let end { return end }
      if program.isFinished(model) { return .finished }
      draw()
      round()
    }
  }

  private mutating func draw() {
    let frame = program.view(model, size: terminal.size)
    guard frame != shown else { return }
    terminal.show(frame)
    shown = frame
    guard !hasShown else { return }
    hasShown = true
    handle(.shown)
    draw()
  }

  /// Waits for an event, then handles everything that is pending.
  private mutating func round() {
    var event = terminal.nextEvent(within: patience)
    var count = 0
    while let next = event {
      count += 1
      var following: TerminalEvent?
      if let letter = next.letter, program.takesText(model) {
        following = handle(letters: letter, &count)
      } else {
        handle(next)
      }
      guard end == nil, !program.isFinished(model) else { break }
      if count >= Self.eventsPerRound {
        if let following { handle(following) }
        break
      }
      event = following ?? terminal.nextEvent(within: 0)
    }
    guard end == nil else { return }
    for message in mailbox.drain() {
      if program.isFinished(model) { unhandled.append(message) } else { update(message) }
    }
    if program.isFinished(model) { return }
    if let wake = program.nextWake(model), wake <= clock() { handle(.timeout) }
  }

  /// Handles a letter and the letters pending after it as one text: a paste without brackets comes
  /// letter by letter, and each would be an edit of its own.
  ///
  /// - Returns: The event after the letters, if one was read already.
  private mutating func handle(letters first: Character, _ count: inout Int) -> TerminalEvent? {
    var text = String(first)
    var following: TerminalEvent?
    while count < Self.eventsPerRound, let next = terminal.nextEvent(within: 0) {
      count += 1
      guard let letter = next.letter else {
        following = next
        break
      }
      text.append(letter)
    }
    if text.count == 1 {
      handle(.key(KeyPress(first)))
    } else {
      handle(.paste(text))
    }
    return following
  }

  /// The milliseconds until the program needs to be woken.
  private var patience: Int64? {
    program.nextWake(model).map { max(0, $0.subtractingReportingOverflow(clock()).partialValue) }
  }

  private mutating func handle(_ event: TerminalEvent) {
    switch event {
    case .closed: end = .closed
    case .terminate(let signal): end = .terminated(signal: signal)
    case .resumed, .ran, .resize: shown = nil
    case .key, .paste, .focus, .mouse, .timeout, .shown, .background: break
    }
    if let message = program.message(for: event, in: model) { update(message) }
  }

  private mutating func update(_ message: P.Message) {
    for effect in program.update(&model, message, now: clock()) {
      guard let request = program.request(for: effect) else {
        perform(effect)
        continue
      }
      if request == .repaint { shown = nil }
      terminal.perform(request)
    }
  }
}

extension TerminalEvent {
  /// The letter that a key types; `nil` for any other event.
  fileprivate var letter: Character? {
    guard case .key(let press) = self else { return nil }
    return press.typed
  }
}
