import Glibc
import TerminalUI

/// The reading of one key without Enter, outside of the screen.
public enum TerminalKey {
  /// Asks for a key and returns it by its first byte; `nil` at the end of the input, or if the
  /// input is not a terminal.
  ///
  /// From the question on `^C` is a key like any other, so that no signal leaves the terminal
  /// changed. The rest of a key with several bytes is dropped.
  ///
  /// - Parameter ask: Shows the question, which is left out without a terminal.
  /// - Returns: The key.
  /// - Throws: What asking throws.
  public static func read<Failure: Error>(
    _ ask: () throws(Failure) -> Void
  ) throws(Failure) -> Unicode.Scalar? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return nil }
    var changed = usual
    changed.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    withUnsafeMutableBytes(of: &changed.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    // What was typed before the change counts, too.
    guard tcsetattr(STDIN_FILENO, TCSANOW, &changed) == 0 else { return nil }
    defer { _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
    try ask()
    var byte: UInt8 = 0
    guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
    return Unicode.Scalar(byte)
  }
}
