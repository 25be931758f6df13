import Foundation
import ProgramConventions
import SubscriptionCore

/// The environment of the process: variables, clock, terminal and user.
///
/// It is read once, here; everything below gets values.
struct Dependencies: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// The current time of the system clock.
  var clock: Timestamp
  /// The login name of the user.
  var user: String
  /// Returns whether the user may write a ledger's file, and beside it.
  var mayWrite: @Sendable (String) -> Bool = LedgerLocation.mayWrite
  /// The configuration folder to check instead of the environment's; `nil` for that one.
  var chosenConfigurationFolder: String?

  /// The environment of this process.
  static var current: Dependencies {
    Dependencies(
      environment: ProcessInfo.processInfo.environment, clock: MachineClock.now(),
      user: NSUserName())
  }

  /// Returns a folder according to the XDG base directory specification
  /// (<https://specifications.freedesktop.org/basedir-spec/>).
  ///
  /// A relative path in the variable is ignored, as the specification requires.
  private func folder(_ variable: String, fallback: String) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path + "/churntop" }
    return home + "/" + fallback + "/churntop"
  }

  /// The user's home folder.
  var home: String {
    environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
  }

  /// The default folder of the ledger.
  var dataFolder: String { folder("XDG_DATA_HOME", fallback: ".local/share") }

  /// The default folder of the configuration.
  var configurationFolder: String {
    chosenConfigurationFolder ?? folder("XDG_CONFIG_HOME", fallback: ".config")
  }

  /// The folder of program state.
  var stateFolder: String { folder("XDG_STATE_HOME", fallback: ".local/state") }

  /// The path of the file with the latest copy, in the form that a person writes.
  var lastCopyPlace: String {
    let path = stateFolder + "/last-copy"
    guard let home = environment["HOME"], !home.isEmpty, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// The folder of temporary files.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }
}
