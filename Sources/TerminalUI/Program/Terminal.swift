/// A device that shows frames and delivers events.
///
/// Everything is called by one thread only. No function throws: a closed terminal returns
/// ``TerminalEvent/closed`` and shows nothing.
public protocol Terminal: AnyObject {
  /// The present size.
  var size: Size { get }

  /// Shows a frame; unchanged parts cost nothing.
  func show(_ frame: Frame)

  /// Waits for the next event for so many milliseconds, or indefinitely for `nil`; `nil` if they
  /// expired or the terminal was woken.
  func nextEvent(within milliseconds: Int64?) -> TerminalEvent?

  /// Performs a request that only a terminal can perform.
  func perform(_ request: TerminalRequest)
}
