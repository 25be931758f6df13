/// A terminal whose frames and events are watched, and into which a script can press keys.
public final class RecordingTerminal<Base: Terminal>: Terminal {
  /// What is told about a terminal.
  public struct Tap {
    /// Called with each frame that is shown.
    public var frame: (Frame) -> Void
    /// Called with each event that reached the program.
    public var event: (TerminalEvent) -> Void
    /// Called with each request of the program.
    public var request: (TerminalRequest) -> Void

    /// Creates a tap.
    public init(
      frame: @escaping (Frame) -> Void = { _ in },
      event: @escaping (TerminalEvent) -> Void = { _ in },
      request: @escaping (TerminalRequest) -> Void = { _ in }
    ) {
      (self.frame, self.event, self.request) = (frame, event, request)
    }
  }

  private let base: Base
  private let tap: Tap
  private let clock: () -> Int64
  private let onEnd: (ScriptPlayer.Next) -> Void
  private var latest: Frame?

  /// The script, until it is over.
  public private(set) var player: ScriptPlayer?
  /// How the script ended; `nil` while it is not over.
  public private(set) var outcome: ScriptPlayer.Next?
  private var kept: [String] = []

  /// The screens that the script kept, as text.
  public var shown: [String] { player?.shown ?? kept }

  /// Watches a terminal.
  ///
  /// - Parameters:
  ///   - base: The terminal.
  ///   - tap: Who is told.
  ///   - player: A script to play.
  ///   - clock: The present in milliseconds.
  ///   - onEnd: Told once how the script ended.
  public init(
    _ base: Base, tap: Tap = Tap(), player: ScriptPlayer? = nil, clock: @escaping () -> Int64,
    onEnd: @escaping (ScriptPlayer.Next) -> Void = { _ in }
  ) {
    (self.base, self.tap, self.player) = (base, tap, player)
    (self.clock, self.onEnd) = (clock, onEnd)
  }

  /// The present size.
  public var size: Size { base.size }

  /// Ends a wait from any thread.
  public var waker: @Sendable () -> Void { base.waker }

  /// Shows a frame and tells of it.
  public func show(_ frame: Frame) {
    latest = frame
    base.show(frame)
    tap.frame(frame)
  }

  /// Does what only a terminal can do, and tells of it.
  public func perform(_ request: TerminalRequest) {
    base.perform(request)
    tap.request(request)
  }

  /// The next event of the terminal or of the script.
  ///
  /// The script presses one key a round, so that what it expects is looked for on the screen that
  /// the key before it led to.
  public func nextEvent(within milliseconds: Int64?) -> TerminalEvent? {
    var patience = milliseconds
    if milliseconds != 0, let step = player?.next(on: latest, now: clock()) {
      switch step {
      case .press(let press): return told(.key(press))
      case .wait(let length): patience = min(patience ?? length, length)
      case .finished, .failed, .handedOver:
        kept = player?.shown ?? []
        (player, outcome) = (nil, step)
        onEnd(step)
      }
    }
    return base.nextEvent(within: patience).map(told)
  }

  /// How the script ended, also where its last key ended the program.
  public var ending: ScriptPlayer.Next? { player?.isOver == true ? .finished : outcome }

  private func told(_ event: TerminalEvent) -> TerminalEvent {
    tap.event(event)
    return event
  }
}
