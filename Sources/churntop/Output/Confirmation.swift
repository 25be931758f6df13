import Foundation
import ProgramConventions

/// A question before something that cannot be undone, answered by a word that has to be typed.
struct Confirmation {
  /// The word.
  var word: String
  /// The question, with the word.
  var question: String
  /// The message where no question can be asked.
  var unattended: String
  /// The message where something else was typed.
  var declined: String

  /// Asks on the terminal.
  ///
  /// - Throws: `CommandError` without a terminal, and unless the word is typed.
  func require() throws(CommandError) {
    guard isatty(STDIN_FILENO) == 1, diagnostics.isTerminal else {
      throw .notUnderstood(unattended)
    }
    diagnostics.say(question)
    guard readLine() == word else { throw .failed(declined) }
  }
}
