import Foundation
import TerminalUI

/// What a command says beside its data, on standard error.
enum Narration {
  /// Says a line, with the program's name in front and nothing in it that a terminal acts on.
  static func say(_ text: String) {
    let line = "churntop: " + DisplayText.sanitized(text)
    write((columns.map { wrapped(line, columns: $0) } ?? line) + "\n")
  }

  /// A line broken between its words, so that a terminal does not break it inside of one.
  static func wrapped(_ line: String, columns: Int) -> String {
    Paragraph(line).lines(width: columns).joined(separator: "\n")
  }

  /// The width of the terminal that a person looks at; `nil` where there is none worth breaking
  /// lines for.
  private static var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Says a line that continues the one before.
  static func detail(_ text: String) {
    write(DisplayText.sanitized(text) + "\n")
  }

  /// Whether a person looks at standard error, so that progress may be drawn.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Replaces the progress line; an empty text removes it.
  static func progress(_ text: String) {
    write("\r\u{1B}[K" + DisplayText.sanitized(text))
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
