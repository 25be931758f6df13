/// A place where frames are shown and events come from.
///
/// Everything but ``waker`` is called by one thread only. Nothing throws: a terminal that is gone
/// answers ``TerminalEvent/closed`` and shows nothing.
public protocol Terminal: AnyObject {
  /// The present size.
  var size: Size { get }

  /// Shows a frame; what does not change costs nothing.
  func show(_ frame: Frame)

  /// Waits for the next event.
  ///
  /// - Parameter milliseconds: How long to wait at most; 0 only looks, `nil` waits for ever.
  /// - Returns: The event; `nil` when the time ran out or the terminal was woken by ``waker``.
  func nextEvent(within milliseconds: Int64?) -> TerminalEvent?

  /// A function that ends a wait from any thread at once.
  var waker: @Sendable () -> Void { get }

  /// Does what only a terminal can do.
  func perform(_ request: TerminalRequest)
}
