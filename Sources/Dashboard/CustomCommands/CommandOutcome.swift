import TerminalUI

/// The outcome of a custom command.
public struct CommandOutcome: Hashable, Sendable {
  /// The way in which it ended.
  public enum End: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal.
    case signaled(Int32)
    /// The program took longer than allowed and was ended.
    case timedOut
    /// The user ended it.
    case canceled
    /// The program could not be started, for the given reason.
    case notStarted(String)
  }

  /// The command that ran.
  public var command: PreparedCommand
  /// The way in which it ended.
  public var end: End
  /// Its standard output; text from outside.
  public var output: String
  /// Its standard error; text from outside.
  public var complaints: String

  /// Creates an outcome.
  public init(
    _ command: PreparedCommand, _ end: End, output: String = "", complaints: String = ""
  ) {
    (self.command, self.end) = (command, end)
    (self.output, self.complaints) = (output, complaints)
  }

  /// A Boolean value that indicates whether it went well.
  public var isSuccess: Bool { end == .exited(0) }

  /// The outcome in words without a full stop.
  public var sentence: String {
    let name = command.command.name
    return switch end {
    case .exited(0): "\(name) is done"
    case .exited(let status): "\(name) ended with status \(status)"
    case .signaled(let number): "\(name) was ended by signal \(number)"
    case .timedOut:
      "\(name) took longer than \(command.command.patience / 1000) s and was ended"
    case .canceled: "\(name) was canceled"
    case .notStarted(let reason): "\(name) cannot be started: \(reason)"
    }
  }
}

extension CommandOutcome.End {
  /// The end of a program that was given the terminal.
  init(_ status: ProgramStatus) {
    self =
      switch status {
      case .exited(let status): .exited(status)
      case .signaled(let number): .signaled(number)
      case .notStarted(let error): .notStarted("error \(error); is the program installed?")
      }
  }
}
