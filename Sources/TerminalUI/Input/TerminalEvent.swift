/// Something that reached the program from its terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(KeyPress)
  /// The terminal has a new size.
  case resize(Size)
  /// Text was pasted; it never counts as keys.
  case paste(String)
  /// The terminal's window gained (`true`) or lost the focus.
  case focus(Bool)
  /// A mouse button or the wheel.
  case mouse(MouseEvent)
  /// The moment of ``Program/nextWake(_:)`` has come.
  case timeout
  /// The first frame is on the screen; whatever may take its time begins now.
  case shown
  /// The terminal's own background, in answer to ``TerminalRequest/askBackground``.
  case background(Color)
  /// The program is back after it was suspended; the screen is drawn anew.
  case resumed
  /// A program that was given the terminal is over; the screen is drawn anew.
  case ran(ProgramStatus)
  /// A signal asks the program to end; the number is the signal's.
  case terminate(signal: Int32)
  /// The terminal is gone: nothing more can be read or shown.
  case closed
}

/// How a program that was given the terminal ended.
public enum ProgramStatus: Hashable, Sendable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal.
  case signaled(Int32)
  /// It could not be started; the system's error number.
  case notStarted(Int32)
}

/// A press of a mouse button, or one notch of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// What was pressed or turned.
  public enum Action: Hashable, Sendable, CaseIterable {
    /// The left button went down.
    case press
    /// The left button came up.
    case release
    /// The pointer moved with the left button down.
    case drag
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned towards the user.
    case wheelDown
  }

  /// What happened.
  public var action: Action
  /// The cell it happened in.
  public var point: Point

  /// Creates an event.
  public init(_ action: Action, at point: Point) {
    self.action = action
    self.point = point
  }
}
