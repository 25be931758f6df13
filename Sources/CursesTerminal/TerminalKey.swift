import Glibc
import TerminalUI

/// The reading of one key without Enter, outside of the screen.
public enum TerminalKey {
  /// Asks for a key and returns it by its first byte; `nil` at the end of the input, or without a
  /// terminal, where the question is left out.
  ///
  /// From the question on `^C` is a key like any other. The rest of a key with several bytes is
  /// dropped.
  ///
  /// - Throws: What asking throws.
  public static func read<Failure: Error>(
    _ ask: () throws(Failure) -> Void
  ) throws(Failure) -> Unicode.Scalar? {
    // What was typed before the change counts, too.
    guard let restore = readingByByte(minimum: 1, tenths: 0, when: TCSANOW) else { return nil }
    defer { restore() }
    try ask()
    var byte: UInt8 = 0
    guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
    return Unicode.Scalar(byte)
  }

  /// Changes the terminal so that its input comes byte by byte and is not shown, and returns the
  /// function that changes it back; `nil` if it cannot be changed.
  ///
  /// Keys send no signals: an interruption in between would leave the terminal like this. A read
  /// waits for the minimum of bytes, or for so many tenths of a second.
  static func readingByByte(minimum: UInt8, tenths: UInt8, when: Int32) -> (() -> Void)? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return nil }
    var changed = usual
    changed.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    withUnsafeMutableBytes(of: &changed.c_cc) { keys in
      keys[Int(VMIN)] = minimum
      keys[Int(VTIME)] = tenths
    }
    guard tcsetattr(STDIN_FILENO, when, &changed) == 0 else { return nil }
    return { [usual] in
      var usual = usual
      _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
    }
  }
}
