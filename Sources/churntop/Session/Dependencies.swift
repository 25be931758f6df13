import ConfigurationFiles
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
  /// The problems of the variables that ``checked`` leaves out.
  private(set) var variableProblems: [ConfigurationProblem] = []

  /// The environment of this process.
  static var current: Dependencies {
    Dependencies(
      environment: ProcessInfo.processInfo.environment, clock: MachineClock.now(),
      user: NSUserName())
  }

  /// The environment without the variables of settings whose texts are no values.
  var checked: Dependencies {
    var checked = self
    for key in ConfigurationKey.allCases {
      guard let text = environment[key.variable], !text.isEmpty,
        let problem = key.shape.problem(ofWord: text)
      else { continue }
      checked.environment[key.variable] = nil
      checked.variableProblems.append(
        ConfigurationProblem(path: "$" + key.variable, line: 0, text: "'\(text)' \(problem)"))
    }
    return checked
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

extension ValueShape {
  /// Returns the problem of a variable's text, to follow it in quotes; `nil` if it is a value.
  fileprivate func problem(ofWord text: String) -> String? {
    switch self {
    case .text(let rule): return rule.problem(text)
    case .integer(let range):
      guard let number = Int(text), range.contains(number) else {
        return "is not a number from \(range.lowerBound) to \(range.upperBound)."
      }
      return nil
    case .boolean: return Settings.flag(text) == nil ? "is not true or false." : nil
    case .anyOf(let shapes):
      let problems = shapes.map { $0.problem(ofWord: text) }
      return problems.contains(nil) ? nil : problems.compactMap(\.self).first
    case .list, .table: return nil
    }
  }
}
