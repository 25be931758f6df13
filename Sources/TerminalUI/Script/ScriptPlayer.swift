/// Plays a script against the screen: says which key comes next, or why it cannot go on.
///
/// A value that never waits itself; whoever plays asks again after the time it names.
public struct ScriptPlayer: Sendable {
  /// What comes next.
  public enum Next: Hashable, Sendable {
    /// A key.
    case press(KeyPress)
    /// Nothing for that many milliseconds, or until the screen changes.
    case wait(Int64)
    /// The rest is the user's.
    case handedOver
    /// The script is over.
    case finished
    /// The screen was not what it should have been.
    case failed(Failure)
  }

  /// What the screen did not show.
  public struct Failure: Hashable, Sendable {
    /// The line of the script.
    public var line: Int
    /// What was expected, in words.
    public var words: String
    /// The screen as it was.
    public var screen: String
  }

  /// The screens that the script kept, as text.
  public private(set) var shown: [String] = []
  private var steps: ArraySlice<ScreenScript.Step>
  private var pace: Int64
  private var patience: Int64 = 10_000
  /// When the present wait is over, or the present expectation has failed.
  private var until: Int64?
  private var isPacing = false

  /// Begins a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - pace: The milliseconds after each key, until the script says otherwise.
  public init(_ script: ScreenScript, pace: Int64) {
    (steps, self.pace) = (script.steps[...], pace)
  }

  /// Whether nothing is left to do.
  public var isOver: Bool { steps.isEmpty }

  /// What comes next.
  ///
  /// - Parameters:
  ///   - frame: What is on the screen.
  ///   - now: The present in milliseconds.
  /// - Returns: What to do.
  public mutating func next(on frame: Frame?, now: Int64) -> Next {
    if isPacing, let until {
      guard now >= until else { return .wait(until - now) }
      (isPacing, self.until) = (false, nil)
    }
    while let step = steps.first {
      switch step.action {
      case .press(let press):
        steps.removeFirst()
        (isPacing, until) = (pace > 0, pace > 0 ? now + pace : nil)
        return .press(press)
      case .wait(let length):
        let end = until ?? now + length
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
          guard now < end else { return .failed(failure(step, text, isShown, frame)) }
          until = end
          return .wait(min(end - now, 100))
        }
        until = nil
      case .show: shown.append(frame?.text ?? "")
      case .stay:
        steps = []
        return .handedOver
      }
      steps.removeFirst()
    }
    return .finished
  }

  /// Whether a row of a frame holds a text.
  static func shows(_ frame: Frame, _ text: String) -> Bool {
    frame.lines.contains { line in
      var rest = Substring(line)
      while rest.count >= text.count {
        if rest.hasPrefix(text) { return true }
        rest.removeFirst()
      }
      return false
    }
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
