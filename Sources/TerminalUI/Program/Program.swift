/// A full-screen program as three pure functions over its model.
///
/// `update` changes the model and returns effects, which are values and do nothing by themselves;
/// `view` turns the model into a frame. Neither reads a clock: the present is passed with every
/// message as milliseconds since 1970-01-01T00:00:00Z.
///
/// - `message` maps an event to a message, depending on the model.
/// - `update` is called once per message, in order.
/// - `view` is called once after all pending messages have been handled.
public protocol Program {
  /// Everything the screen depends on.
  associatedtype Model
  /// The messages that change the model.
  associatedtype Message: Sendable
  /// The effects that are performed outside the program.
  associatedtype Effect: Sendable

  /// Returns the message of an event; `nil` if the program ignores it.
  func message(for event: TerminalEvent, in model: Model) -> Message?

  /// Applies one message to the model, and returns the effects to perform, in order.
  func update(_ model: inout Model, _ message: Message, now: Int64) -> [Effect]

  /// Returns the frame of the model on a screen of that size.
  ///
  /// The program may cache parts of it between calls; the frame depends on the model and the size
  /// alone.
  mutating func view(_ model: Model, size: Size) -> Frame

  /// Returns the time at which the program needs ``TerminalEvent/timeout``, in milliseconds since
  /// 1970, even without another event before; `nil` for never.
  func nextWake(_ model: Model) -> Int64?

  /// Returns whether the program has finished; called after each round of messages.
  func isFinished(_ model: Model) -> Bool

  /// Returns whether letters are text at present, so that pending ones may be delivered as one
  /// paste.
  func takesText(_ model: Model) -> Bool

  /// Returns the request of an effect to the terminal itself; `nil` for an effect that others
  /// perform.
  func request(for effect: Effect) -> TerminalRequest?
}

extension Program {
  /// Returns `nil`: the program never wakes by itself.
  public func nextWake(_ model: Model) -> Int64? { nil }

  /// Returns false: every letter is a key.
  public func takesText(_ model: Model) -> Bool { false }

  /// Returns `nil`: no effect is a request to the terminal.
  public func request(for effect: Effect) -> TerminalRequest? { nil }
}

/// A request that only the terminal can perform.
public enum TerminalRequest: Hashable, Sendable {
  /// Returns the terminal to the shell until the program is continued.
  case suspend
  /// Redraws every cell, whatever the terminal is assumed to show.
  case repaint
  /// Reports the mouse, or leaves it to the terminal's own selection.
  case mouse(Bool)
  /// Draws with another theme from now on.
  case theme(Theme)
  /// Queries the terminal's background colour; the response may come late or never.
  case askBackground
  /// Copies text to the clipboard of the user's own machine (OSC 52).
  case copy(String)
  /// Runs a program in the terminal until it ends with ``TerminalEvent/ran(_:)``.
  case run([String])
  /// Sounds the bell.
  case bell
}
