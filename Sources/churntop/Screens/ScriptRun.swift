import Foundation
import ProgramConventions
import TerminalUI

/// A script of keys and expectations for the dashboard, and its outcome.
struct ScriptRun: Sendable {
  let script: ScreenScript
  private let path: String

  /// Reads a script from a file.
  init(path: String) throws(CommandError) {
    self.path = path
    let bytes = try InputFile.read(path, mebibytesMax: 1)
    do throws(ScreenScript.Problem) {
      script = try ScreenScript(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .notUnderstood("\(path):\(error.line): \(error.words).")
    }
  }

  /// Returns a player, slow enough for a person to follow if someone watches.
  func player(isWatched: Bool) -> ScriptPlayer { ScriptPlayer(script, pace: isWatched ? 300 : 0) }

  /// Prints the screens that the script recorded, and throws if it did not succeed.
  func finish(_ outcome: Outcome, output: StandardOutput) throws(CommandError) {
    for screen in outcome.shown { try output.write(screen) }
    try output.flush()
    switch outcome.next {
    case .failed(let failure): try fail(failure)
    case .finished, .handedOver: return
    case .press, .wait, nil:
      throw .failed("\(path): the program ended before the script did.")
    }
  }

  /// Reports a failed expectation with the screen.
  func fail(_ failure: ScriptPlayer.Failure) throws(CommandError) {
    diagnostics.say("\(path):\(failure.line): \(failure.words). The screen was:")
    for line in failure.screen.split(separator: "\n") { diagnostics.detail(String(line)) }
    throw .partlyFailed
  }

  /// The outcome of a script.
  struct Outcome: Sendable {
    /// The last step; `nil` if the script was not finished.
    var next: ScriptPlayer.Next?
    /// The screens that it recorded.
    var shown: [String]
  }
}
