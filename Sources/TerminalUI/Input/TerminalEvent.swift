/// An event from the terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(KeyPress)
  /// The terminal has a new size.
  case resize(Size)
  /// Text was pasted; it is never interpreted as keys.
  case paste(String)
  /// The terminal's window gained (`true`) or lost the focus.
  case focus(Bool)
  /// A mouse button or the wheel.
  case mouse(MouseEvent)
  /// The time of ``Program/nextWake(_:)`` has come.
  case timeout
  /// The first frame is on the screen; slow work may begin now.
  case shown
  /// The terminal's background colour, in response to ``TerminalRequest/askBackground``.
  case background(Color)
  /// The program was continued after a suspension; the screen is redrawn.
  case resumed
  /// A program that ran in the terminal has ended; the screen is redrawn.
  case ran(ProgramStatus)
  /// A signal requests the end of the program; the number is the signal's.
  case terminate(signal: Int32)
  /// The terminal was closed: nothing more can be read or shown.
  case closed
}

/// The end of a program that ran in the terminal.
public enum ProgramStatus: Hashable, Sendable {
  /// The program exited with a status.
  case exited(Int32)
  /// A signal ended it.
  case signaled(Int32)
  /// The program could not be started; the system's error number.
  case notStarted(Int32)
}

/// A press of a mouse button, or one notch of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse event.
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

  /// The kind.
  public var action: Action
  /// The cell at the pointer.
  public var point: Point

  /// Creates an event.
  public init(_ action: Action, at point: Point) { (self.action, self.point) = (action, point) }
}
