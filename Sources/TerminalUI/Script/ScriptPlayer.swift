/// A player of scripts against the screen, which returns the next key, or the failure of an
/// expectation.
///
/// It is a value that never waits itself; the caller calls again after the time it returns.
public struct ScriptPlayer: Sendable {
  /// The next step of a script.
  public enum Next: Hashable, Sendable {
    /// A key.
    case press(KeyPress)
    /// No action for that many milliseconds, or until the screen changes.
    case wait(Int64)
    /// The rest is the user's.
    case handedOver
    /// The script has ended.
    case finished
    /// An expectation was not met.
    case failed(Failure)
  }

  /// A failed expectation.
  public struct Failure: Hashable, Sendable {
    /// The line of the script.
    public var line: Int
    /// A description of the expectation.
    public var words: String
    /// The screen as it was.
    public var screen: String
  }

  /// The screens that the script recorded, as text.
  public private(set) var shown: [String] = []
  /// The text about the screen; `nil` for none.
  public private(set) var caption: ScreenScript.Caption?
  private var steps: ArraySlice<ScreenScript.Step>
  private var pace: Int64
  private var patience: Int64 = 10_000
  /// The end of the current wait or of the current expectation.
  private var until: Int64?
  private var isPacing = false
  /// The instant at which it stopped; `nil` while it plays.
  private var pausedAt: Int64?
  /// A Boolean value that indicates whether waits are left out until the next caption.
  private var isHurrying = false
  private let isLenient: Bool

  /// Creates a player at the beginning of a script, with the milliseconds after each key unless the
  /// script sets others; a lenient one goes on after a failed expectation.
  public init(_ script: ScreenScript, pace: Int64, isLenient: Bool = false) {
    (steps, self.pace, self.isLenient) = (script.steps[...], pace, isLenient)
  }

  /// A Boolean value that indicates whether it is stopped.
  public var isPaused: Bool { pausedAt != nil }

  /// Stops, or goes on with the rest of the present wait.
  public mutating func togglePause(now: Int64) {
    guard let pausedAt else { return pausedAt = now }
    until = until.map { $0 + now - pausedAt }
    self.pausedAt = nil
  }

  /// Goes on to the next caption without waits, but with all keys and expectations.
  public mutating func hurry() {
    (isHurrying, pausedAt) = (true, nil)
    if case .expect = steps.first?.action, !isPacing { return }
    (isPacing, until) = (false, nil)
  }

  /// A Boolean value that indicates whether no step remains.
  public var isOver: Bool { steps.isEmpty }

  /// Returns the next step on the frame on the screen, at a time in milliseconds.
  public mutating func next(on frame: Frame?, now: Int64) -> Next {
    guard pausedAt == nil else { return .wait(Self.pausedWait) }
    if isPacing, let until {
      guard now >= until else { return .wait(until - now) }
      (isPacing, self.until) = (false, nil)
    }
    while let step = steps.first {
      switch step.action {
      case .press(let press):
        steps.removeFirst()
        let pace = isHurrying ? 0 : pace
        (isPacing, until) = (pace > 0, pace > 0 ? now + pace : nil)
        return .press(press)
      case .wait(let length):
        let end = isHurrying ? now : until ?? now + length
        guard now >= end else {
          until = end
          return .wait(end - now)
        }
        until = nil
      case .pace(let length): pace = length
      case .patience(let length): patience = length
      case .expect(let text, let isShown):
        let end = until ?? now + patience
        if frame.map({ Self.shows($0, text) == isShown }) != true {
          if now < end {
            until = end
            return .wait(min(end - now, 100))
          }
          guard isLenient else { return .failed(failure(step, text, isShown, frame)) }
        }
        until = nil
      case .caption(let caption): (self.caption, isHurrying) = (caption, false)
      case .show: shown.append(frame?.text ?? "")
      case .stay:
        steps = []
        return .handedOver
      }
      steps.removeFirst()
    }
    return .finished
  }

  /// The milliseconds after which a paused player looks again.
  private static let pausedWait: Int64 = 3_600_000

  /// Returns whether a row of a frame contains a text.
  static func shows(_ frame: Frame, _ text: String) -> Bool {
    frame.lines.contains { $0.contains(text) }
  }

  private func failure(
    _ step: ScreenScript.Step, _ text: String, _ isShown: Bool, _ frame: Frame?
  ) -> Failure {
    let verb = isShown ? "does not show" : "still shows"
    return Failure(
      line: step.line, words: "the screen \(verb) '\(text)' after \(patience) ms",
      screen: frame?.text ?? "")
  }
}
