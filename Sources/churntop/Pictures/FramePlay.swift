import Dashboard
import ProgramConventions
import TerminalUI

/// The keys that lead to the screens of `churntop frame`: those of an option, a script, or none.
struct FramePlay: Sendable {
  /// The keys as a script; `nil` for the first screen as it is.
  private let script: ScreenScript?
  /// The script's file; `nil` for the keys of the option.
  private let run: ScriptRun?

  /// The milliseconds after a key that a script does not pace itself.
  private static let pace: Int64 = 700

  /// Reads the keys of the option or of a file.
  init(keys: String?, scriptPath: String?) throws(CommandError) {
    guard keys == nil || scriptPath == nil else {
      throw .notUnderstood("--keys and --script exclude each other; put the keys into the script.")
    }
    if let scriptPath {
      let run = try ScriptRun(path: scriptPath)
      (self.run, script) = (run, run.script)
      return
    }
    run = nil
    do throws(ScreenScript.Problem) {
      script = try keys.map { keys throws(ScreenScript.Problem) in
        try ScreenScript("key \(keys)")
      }
    } catch {
      throw .notUnderstood("--keys: \(error.words).")
    }
  }

  /// A Boolean value that indicates whether the screens on the way count, not only the last one.
  var isScript: Bool { run != nil }

  /// The size that the script states, or the usual one.
  var size: Size { script?.size ?? Size(width: 120, height: 36) }

  /// Presses the keys.
  ///
  /// - Returns: The screens that the script recorded, as text.
  /// - Throws: A `CommandError` if a screen is not as the script expects.
  func press(on dashboard: inout HeadlessDashboard) throws(CommandError) -> [String] {
    guard let script else { return [] }
    let (failure, shown) = dashboard.play(script, pace: Self.pace)
    if let failure { try run?.fail(failure) }
    return shown
  }
}
