import TerminalUI

/// Text from outside, made fit for a terminal.
enum DisplayText {
  /// The text without anything that a terminal would act on or that would reorder a line.
  static func sanitized(_ text: String) -> String { SafeText.sanitized(text) }

  /// A code as people read it: `promptShown` is `prompt shown`, and `ran out` stays.
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

  /// A text of several lines, each made fit.
  static func sanitizedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized(String($0)) }
      .joined(separator: "\n")
  }

  /// The number of columns that a sanitised text takes on a screen.
  static func width(_ text: String) -> Int { SafeText.width(of: text) }
}
