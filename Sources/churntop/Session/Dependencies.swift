import Foundation
import ProgramConventions
import SubscriptionCore

/// What the program was started in: environment variables, clock, terminal, user.
///
/// Read once, here; everything below gets values.
struct Dependencies: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// The present by the machine's clock.
  var clock: Timestamp
  /// The login name of the user.
  var user: String
  /// Tells whether the user may write a ledger's file, and beside it.
  var mayWrite: @Sendable (String) -> Bool = LedgerLocation.mayWrite
  /// Another folder for the configuration than the environment's; `nil` for that one.
  var chosenConfigurationFolder: String?

  /// The surroundings of this process.
  static var current: Dependencies {
    Dependencies(
      environment: ProcessInfo.processInfo.environment, clock: MachineClock.now(),
      user: NSUserName())
  }

  /// The folder of a kind by the XDG base directory specification
  /// (<https://specifications.freedesktop.org/basedir-spec/>).
  ///
  /// A relative path in the variable does not count, as the specification asks.
  private func folder(_ variable: String, fallback: String) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path + "/churntop" }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return home + "/" + fallback + "/churntop"
  }

  /// Where the ledger lies unless told otherwise.
  var dataFolder: String { folder("XDG_DATA_HOME", fallback: ".local/share") }

  /// Where the configuration lies unless told otherwise.
  var configurationFolder: String {
    chosenConfigurationFolder ?? folder("XDG_CONFIG_HOME", fallback: ".config")
  }

  /// Where what the program remembers lies.
  var stateFolder: String { folder("XDG_STATE_HOME", fallback: ".local/state") }

  /// The file of the latest copy, as a person would write it.
  var lastCopyPlace: String {
    let path = stateFolder + "/last-copy"
    guard let home = environment["HOME"], !home.isEmpty, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// Where temporary files go.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }
}
