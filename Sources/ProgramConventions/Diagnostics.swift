import Foundation
import TerminalUI

/// The messages of a program on standard error, beside its data on standard output.
public struct Diagnostics: Sendable {
  /// The name of the program, the prefix of every message.
  public let program: String

  /// Creates the messages of a program.
  public init(program: String) { self.program = program }

  /// Writes a message after the program's name, without terminal control characters.
  public func say(_ text: String) {
    let line = "\(program): " + SafeText.sanitized(text)
    Self.write((Self.columns.map { Self.wrapped(line, columns: $0) } ?? line) + "\n")
  }

  /// Writes a line that continues the previous message.
  public func detail(_ text: String) { Self.write(SafeText.sanitized(text) + "\n") }

  /// Replaces the progress line on a terminal; an empty text removes it.
  public func progress(_ text: String) {
    if isTerminal { Self.write("\r\u{1B}[K" + SafeText.sanitized(text)) }
  }

  /// A Boolean value that indicates whether standard error is a terminal, so that progress is
  /// shown.
  public var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Reports an error and exits with its status.
  public func end(_ error: CommandError) -> Never {
    for (index, line) in error.lines.enumerated() {
      if index == 0 { say(line) } else { detail(line) }
    }
    if error == .outputClosed {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    exit(error.status.rawValue)
  }

  /// Prints the text that was asked for, such as help or the version, and exits.
  ///
  /// The argument parser prints without looking whether the output takes it.
  public func end(printing text: String) -> Never {
    do throws(CommandError) {
      try StandardOutput().finish(text.isEmpty ? "" : text + "\n")
    } catch {
      end(error)
    }
    exit(ExitStatus.done.rawValue)
  }

  /// Prints the argument parser's message about wrong usage on standard error, and exits.
  ///
  /// The parser repeats arguments as they are, which a script may have from anywhere.
  public func end(usage text: String, status: Int32) -> Never {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      detail(String(line))
    }
    exit(status)
  }

  /// The fewest columns for which the argument parser can break its lines.
  private static let helpColumnsMin = 40

  /// Has the argument parser break its lines for 40 columns where the terminal has fewer, for
  /// which it cannot.
  public func widenHelp() {
    let stated = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    guard let columns = stated ?? StandardOutput().columns, columns < Self.helpColumnsMin else {
      return
    }
    setenv("COLUMNS", String(Self.helpColumnsMin), 1)
  }

  /// Returns a line wrapped between words, so that the terminal does not break one.
  static func wrapped(_ line: String, columns: Int) -> String {
    Paragraph(line).lines(width: columns).joined(separator: "\n")
  }

  /// The width of the terminal; `nil` if standard error is no terminal or too narrow for wrapping.
  private static var columns: Int? {
    StandardOutput(descriptor: STDERR_FILENO).columns.flatMap { $0 >= 40 ? $0 : nil }
  }

  /// Writes to standard error; a failure is ignored, since it cannot be reported anywhere.
  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes {
        Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if written < 0 {
        if errno == EINTR { continue }
        return
      }
      bytes = bytes.dropFirst(written)
    }
  }
}
