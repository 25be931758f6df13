/// A terminal of memory: it plays a script of events and keeps every frame it was shown.
///
/// When the script is over it answers ``TerminalEvent/closed``, so a program under test ends.
public final class ScriptedTerminal: Terminal {
  /// One step of a script.
  public enum Step: Sendable {
    /// An event, at once when asked.
    case event(TerminalEvent)
    /// Nothing until the wait is over, or until the terminal is woken.
    case pause
  }

  /// The present size; a resize event of the script changes it.
  public private(set) var size: Size
  /// The frames shown, in order.
  public private(set) var frames: [Frame] = []
  /// What the program asked of the terminal, in order.
  public private(set) var requests: [TerminalRequest] = []
  /// The waits the program was ready for, in milliseconds; `nil` stands for ever.
  public private(set) var waits: [Int64?] = []
  private var script: [Step]
  private let onPause: () -> Void

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: Its size at first.
  ///   - script: What happens, in order.
  ///   - onPause: Called at each pause, for a test to move its clock or to post messages.
  public init(size: Size, script: [Step], onPause: @escaping () -> Void = {}) {
    self.size = size
    self.script = script.reversed()
    self.onPause = onPause
  }

  /// Creates a terminal where keys are pressed one after another, each after a frame was drawn.
  ///
  /// - Parameters:
  ///   - size: Its size.
  ///   - keys: Presses in the notation of key tables; those it cannot read are left out.
  public convenience init(size: Size, keys: [String]) {
    let presses = keys.compactMap(KeyPress.init(notation:))
    self.init(size: size, script: presses.flatMap { [.event(.key($0)), .pause] })
  }

  /// Keeps a frame.
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

  /// Wakes nobody, for nobody sleeps here.
  public var waker: @Sendable () -> Void { {} }

  /// Keeps a request.
  public func perform(_ request: TerminalRequest) { requests.append(request) }
}
