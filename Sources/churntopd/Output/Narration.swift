import Foundation
import TerminalUI

/// What the program tells on standard error, beside the data on standard output.
enum Narration {
  /// Says a line, with the program's name in front and nothing in it that a terminal acts on.
  static func say(_ text: String) { write("churntopd: " + SafeText.sanitized(text) + "\n") }

  /// Whether a person looks at standard error, so that progress may be drawn.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Replaces the progress line; an empty text removes it.
  static func progress(_ text: String) {
    if isTerminal { write("\r\u{1B}[K" + text) }
  }

  /// Writes data to standard output.
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
