/// A full-screen program as three pure functions over its model.
///
/// `update` changes the model and answers with effects, which are values and do nothing by
/// themselves; `view` turns the model into a frame. Neither looks at a clock: the present arrives
/// as milliseconds since 1970-01-01T00:00:00Z with every message.
///
/// - `message` says what an event means, given the model.
/// - `update` is called once a message, in order.
/// - `view` is called once after all waiting messages have been handled.
public protocol Program {
  /// Everything the screen depends on.
  associatedtype Model
  /// What can happen.
  associatedtype Message: Sendable
  /// What the program wants done outside of it.
  associatedtype Effect: Sendable

  /// The message an event stands for; `nil` when the program has no use for it.
  func message(for event: TerminalEvent, in model: Model) -> Message?

  /// Takes one message into account.
  ///
  /// - Parameters:
  ///   - model: The model to change.
  ///   - message: What happened.
  ///   - now: Milliseconds since 1970.
  /// - Returns: What to do outside, in order.
  func update(_ model: inout Model, _ message: Message, now: Int64) -> [Effect]

  /// The picture of the model on a screen of that size.
  ///
  /// The program may keep parts of it, so as not to draw them again; the picture depends on the
  /// model and the size alone.
  mutating func view(_ model: Model, size: Size) -> Frame

  /// When the program wants ``TerminalEvent/timeout``, in milliseconds since 1970, even if nothing
  /// else happens by then; `nil` for never.
  func nextWake(_ model: Model) -> Int64?

  /// Whether the program is over. It is asked after each round of messages.
  func isFinished(_ model: Model) -> Bool

  /// Whether letters are text at present, so that those that wait together may come as one paste.
  func takesText(_ model: Model) -> Bool

  /// What an effect asks of the terminal itself; `nil` for an effect that others perform.
  func request(for effect: Effect) -> TerminalRequest?
}

extension Program {
  /// Never wakes by itself.
  public func nextWake(_ model: Model) -> Int64? { nil }

  /// Wants every letter as a key.
  public func takesText(_ model: Model) -> Bool { false }

  /// Asks nothing of the terminal.
  public func request(for effect: Effect) -> TerminalRequest? { nil }
}

/// Something only the terminal can do.
public enum TerminalRequest: Hashable, Sendable {
  /// Give the terminal back to the shell until the program is continued.
  case suspend
  /// Draw every cell again, whatever is believed to be on the screen.
  case repaint
  /// Report the mouse, or leave it to the terminal's own selection.
  case mouse(Bool)
  /// Draw with another theme from now on.
  case theme(Theme)
  /// Ask which background the terminal has; it may answer late or never.
  case askBackground
  /// Put text on the clipboard of the user's own machine (OSC 52).
  case copy(String)
  /// Give the terminal to a program until it ends; ``TerminalEvent/ran(_:)`` tells how.
  case run([String])
  /// Sound the bell.
  case bell
}
