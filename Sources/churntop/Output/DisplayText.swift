import TerminalUI

/// Foreign text, sanitized for a terminal.
enum DisplayText {
  /// Returns the text without terminal control and characters that reorder a line.
  static func sanitized(_ text: String) -> String { SafeText.sanitized(text) }

  /// Returns the beginning of a text that was given, as a message repeats it.
  static func excerpt(_ text: String) -> String { SafeText.truncated(text, to: 80) }

  /// Returns a code in words: `promptShown` becomes `prompt shown`, and `ran out` is unchanged.
  static func words(_ code: String) -> String {
    var result = ""
    for character in code {
      if character.isUppercase, result.last?.isLowercase == true {
        result += " " + character.lowercased()
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Returns a multi-line text with each line sanitized.
  static func sanitizedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized(String($0)) }
      .joined(separator: "\n")
  }

  /// Returns a text as a line, wrapped between words if a terminal of so many columns shows it.
  static func paragraph(_ text: String, room: Int?) -> String {
    guard let room, room >= 20 else { return text + "\n" }
    return Paragraph(text).lines(width: room).joined(separator: "\n") + "\n"
  }

  /// Returns texts as paragraphs, one below the other.
  static func paragraphs(_ texts: [String], room: Int?) -> String {
    texts.map { paragraph($0, room: room) }.joined()
  }

  /// Returns the number of columns that a sanitized text occupies.
  static func width(_ text: String) -> Int { SafeText.width(of: text) }
}

extension String {
  /// Returns the text with spaces up to a display width.
  func padded(to width: Int, left: Bool = false) -> String {
    let gap = String(repeating: " ", count: max(0, width - DisplayText.width(self)))
    return left ? gap + self : self + gap
  }
}
