/// Runs the user's own programs, one at a time, without the terminal.
public protocol CommandRunning: Sendable {
  /// Runs a program to its end, at most as long as its command allows.
  func run(_ prepared: PreparedCommand) -> CommandOutcome

  /// Ends the program that is running, if there is one.
  func cancel()
}
