import TerminalUI

/// A terminal for tests: it plays a script of events and records every frame.
///
/// At the end of the script it returns ``TerminalEvent/closed``, so a program under test ends.
public final class ScriptedTerminal: Terminal {
  /// One step of a script.
  public enum Step: Sendable {
    /// An event, returned at once.
    case event(TerminalEvent)
    /// No event until the wait is over, or until the terminal is woken.
    case pause
  }

  /// The present size; a resize event of the script changes it.
  public private(set) var size: Size
  /// The frames shown, in order.
  public private(set) var frames: [Frame] = []
  /// The program's requests to the terminal, in order.
  public private(set) var requests: [TerminalRequest] = []
  /// The timeouts of the program's waits, in milliseconds; `nil` for none.
  public private(set) var waits: [Int64?] = []
  private var script: [Step]
  private let onPause: () -> Void

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: Its size at first.
  ///   - script: The events, in order.
  ///   - onPause: Called at each pause, for a test to advance its clock or to post messages.
  public init(size: Size, script: [Step], onPause: @escaping () -> Void = {}) {
    self.size = size
    self.script = script.reversed()
    self.onPause = onPause
  }

  /// Creates a terminal in which keys are pressed one after another, each after a frame was drawn.
  ///
  /// - Parameters:
  ///   - size: Its size.
  ///   - keys: Presses in the notation of key tables; invalid ones are skipped.
  public convenience init(size: Size, keys: [String]) {
    let presses = keys.compactMap(KeyPress.init(notation:))
    self.init(size: size, script: presses.flatMap { [.event(.key($0)), .pause] })
  }

  /// Records a frame.
  public func show(_ frame: Frame) { frames.append(frame) }

  /// Plays the next step.
  public func nextEvent(within milliseconds: Int64?) -> TerminalEvent? {
    let isLook = milliseconds == 0
    if !isLook { waits.append(milliseconds) }
    guard let step = script.last else { return isLook ? nil : .closed }
    switch step {
    case .pause:
      if isLook { return nil }
      script.removeLast()
      onPause()
      return nil
    case .event(let event):
      script.removeLast()
      if case .resize(let new) = event { size = new }
      return event
    }
  }

  /// Records a request.
  public func perform(_ request: TerminalRequest) { requests.append(request) }
}
