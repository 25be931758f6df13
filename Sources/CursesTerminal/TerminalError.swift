/// The reason for which a full-screen program cannot run.
public enum TerminalError: Error, Hashable, Sendable {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// No terminfo entry has the name in `TERM`.
  case unknownTerminal(String)
  /// The terminal cannot place its cursor.
  case incapableTerminal(String)
  /// A system call failed; the number is its errno.
  case system(Int32)
}

extension TerminalError: CustomStringConvertible {
  /// A one-sentence message for the user, which includes what to do.
  public var description: String {
    switch self {
    case .notATerminal:
      "The input or the output is no terminal; run it in one, or ask for plain output."
    case .unknownTerminal(""):
      "The variable TERM is not set; set it to your terminal's name, such as xterm-256color."
    case .unknownTerminal(let name):
      "There is no terminfo entry \"\(name)\"; "
        + "install \(TerminalFacts.terminfoPackage(name)) or set TERM to xterm-256color."
    case .incapableTerminal(let name):
      "The terminal \"\(name)\" cannot place its cursor; ask for plain output."
    case .system(let number):
      "The terminal could not be opened (error \(number)); close the program that holds it."
    }
  }
}
