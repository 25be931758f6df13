import Glibc

/// A measurement of the columns in which a terminal draws characters.
///
/// Each text is written and erased again, and between the two the terminal is asked for its cursor
/// (Device Status Report, `ESC [ 6 n`;
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>). That is the only certain way: the
/// width of box drawing and blocks depends on the terminal's font and settings.
public enum WidthProbe {
  /// The characters of a text that are asked for at once.
  private static let charactersMax = 16
  /// The tenths of a second that the terminal has for an answer.
  private static let patience: UInt8 = 10

  /// Returns the characters, of those meant to be drawn in one column, that the terminal does not
  /// draw so, with their columns; `nil` if it does not answer, or if input and output are not both
  /// a terminal.
  ///
  /// What is typed meanwhile is lost.
  public static func wide(among characters: [Character]) -> [(character: Character, columns: Int)]?
  {
    guard TerminalFacts.isTerminal,
      let restore = TerminalKey.readingByByte(minimum: 0, tenths: patience, when: TCSAFLUSH)
    else { return nil }
    defer { restore() }
    return wide(among: characters, columns: columns(of:))
  }

  /// Returns the characters that are not one column wide by a function that measures a text.
  static func wide(
    among characters: [Character], columns: (String) -> Int?
  ) -> [(character: Character, columns: Int)]? {
    var found: [(character: Character, columns: Int)] = []
    for first in stride(from: 0, to: characters.count, by: charactersMax) {
      let some = characters[first..<min(first + charactersMax, characters.count)]
      guard let width = columns(String(some)) else { return nil }
      guard width != some.count else { continue }
      for character in some {
        guard let width = columns(String(character)) else { return nil }
        if width != 1 { found.append((character, width)) }
      }
    }
    return found
  }

  /// Writes a text at the beginning of the line, and returns how far the cursor moved.
  private static func columns(of text: String) -> Int? {
    let bytes = Array("\r\(text)\u{1B}[6n".utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { return nil }
    defer { _ = write(STDOUT_FILENO, "\r\u{1B}[K", 4) }
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while answer.count < 64, read(STDIN_FILENO, &byte, 1) == 1 {
      answer.append(byte)
      if byte == UInt8(ascii: "R"), let column = column(in: answer) { return column - 1 }
    }
    return nil
  }

  /// Returns the column of a cursor report at the end of bytes, `ESC [ row ; column R`.
  static func column(in bytes: [UInt8]) -> Int? {
    guard bytes.last == UInt8(ascii: "R"), let start = bytes.lastIndex(of: 0x1B) else { return nil }
    let report = String(decoding: bytes[start...].dropFirst().dropLast(), as: UTF8.self)
    let numbers = report.dropFirst().split(separator: ";").map { Int($0) }
    guard report.first == "[", numbers.count == 2, numbers[0] != nil else { return nil }
    return numbers[1]
  }
}
