import Foundation

/// What a command says beside its data, on standard error.
enum Narration {
  /// Says a line, with the program's name in front and nothing in it that a terminal acts on.
  static func say(_ text: String) {
    write("churntop: " + DisplayText.sanitized(text) + "\n")
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
