/// A terminal wrapper that observes frames and events, and plays a script of keys or a tour.
public final class RecordingTerminal<Base: Terminal>: Terminal {
  /// The callbacks that observe a terminal.
  public struct Tap {
    /// Called with each frame that is shown.
    public var frame: (Frame) -> Void
    /// Called with each event that reached the program.
    public var event: (TerminalEvent) -> Void
    /// Called with each request of the program.
    public var request: (TerminalRequest) -> Void

    /// Creates the callbacks.
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
  /// The tour, until it is over.
  public private(set) var tour: TourPlayer?
  private var box: CaptionBox?
  /// The outcome of the script; `nil` while it is running.
  public private(set) var outcome: ScriptPlayer.Next?
  private var kept: [String] = []

  /// The screens that the script recorded, as text.
  public var shown: [String] { player?.shown ?? kept }

  /// Wraps a terminal to play a script or a tour in it, by a clock in milliseconds; the outcome of
  /// a script is reported once.
  public init(
    _ base: Base, tap: Tap = Tap(), player: ScriptPlayer? = nil, tour: TourPlayer? = nil,
    clock: @escaping () -> Int64,
    onEnd: @escaping (ScriptPlayer.Next) -> Void = { _ in }
  ) {
    (self.base, self.tap, self.player, self.tour) = (base, tap, player, tour)
    (self.clock, self.onEnd) = (clock, onEnd)
  }

  /// The present size.
  public var size: Size { base.size }

  /// Shows a frame with the caption of the script or the tour, and reports it.
  public func show(_ frame: Frame) {
    latest = frame
    let frame = frame.captioned(box)
    base.show(frame)
    tap.frame(frame)
  }

  /// Shows the latest frame again if the caption has changed.
  private func renewCaption() {
    let present =
      tour?.box ?? player?.caption.map { CaptionBox(text: $0.text, isAbove: $0.isAbove) }
    guard present != box else { return }
    box = present
    if let latest, latest.size == base.size { show(latest) }
  }

  /// Performs a request and reports it.
  public func perform(_ request: TerminalRequest) {
    base.perform(request)
    tap.request(request)
  }

  /// Returns the next event of the terminal or of the script.
  ///
  /// The script presses one key per round, so that its expectations are checked on the screen after
  /// the previous key.
  public func nextEvent(within milliseconds: Int64?) -> TerminalEvent? {
    var patience = milliseconds
    if milliseconds != 0,
      let step = tour?.next(on: latest, now: clock()) ?? player?.next(on: latest, now: clock())
    {
      defer { renewCaption() }
      switch step {
      case .press(let press): return told(.key(press))
      case .wait(let length): patience = min(patience ?? length, length)
      case .finished, .failed, .handedOver:
        kept = player?.shown ?? []
        (player, tour, outcome) = (nil, nil, step)
        onEnd(step)
      }
    }
    guard let event = base.nextEvent(within: patience) else { return nil }
    if case .key(let press) = event, tour?.handle(press, now: clock()) == true {
      renewCaption()
      return nil
    }
    return told(event)
  }

  /// The outcome of the script, even if its last key ended the program.
  public var ending: ScriptPlayer.Next? { player?.isOver == true ? .finished : outcome }

  private func told(_ event: TerminalEvent) -> TerminalEvent {
    tap.event(event)
    return event
  }
}
