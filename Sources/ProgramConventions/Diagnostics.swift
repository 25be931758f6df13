import Foundation
import TerminalUI

/// What a program says beside its data, on standard error.
public struct Diagnostics: Sendable {
  /// The program's name, in front of what it says.
  public let program: String

  /// Creates the narration of a program.
  public init(program: String) { self.program = program }

  /// Says a line, with the program's name in front and nothing in it that a terminal acts on.
  public func say(_ text: String) {
    let line = "\(program): " + SafeText.sanitized(text)
    Self.write((Self.columns.map { Self.wrapped(line, columns: $0) } ?? line) + "\n")
  }

  /// Says a line that continues the one before.
  public func detail(_ text: String) {
    Self.write(SafeText.sanitized(text) + "\n")
  }

  /// Replaces the progress line, where a person looks; an empty text removes it.
  public func progress(_ text: String) {
    if isTerminal { Self.write("\r\u{1B}[K" + SafeText.sanitized(text)) }
  }

  /// Whether a person looks at standard error, so that progress may be drawn.
  public var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Says why a command ends and ends the program with the status of the contract.
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

  /// A line broken between its words, so that a terminal does not break it inside of one.
  static func wrapped(_ line: String, columns: Int) -> String {
    Paragraph(line).lines(width: columns).joined(separator: "\n")
  }

  /// The width of the terminal that a person looks at; `nil` where there is none worth breaking
  /// lines for.
  private static var columns: Int? {
    var size = winsize()
    guard isatty(STDERR_FILENO) == 1, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col >= 40
    else { return nil }
    return Int(size.ws_col)
  }

  /// Standard error is where failures are told, so its own failure is told nowhere.
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
