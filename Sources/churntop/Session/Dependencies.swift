import ConfigurationFiles
import CursesTerminal
import Foundation
import ProgramConventions
import SubscriptionCore
import TerminalUI

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
  var home: String { environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory() }

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

  /// Opens the standard descriptors that the program was started without.
  ///
  /// Otherwise the next opened file would take their number and receive text meant for a person.
  /// The replacement of input cannot be read and that of output cannot be written, so that using
  /// either still fails.
  static func occupyStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// A Boolean value that indicates whether full screens can be drawn on standard input and output.
  var canDrawScreens: Bool { isConversation && terminalType != nil }

  /// A Boolean value that indicates whether a person can answer.
  private var isConversation: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Returns the first line to print, the reason for printing screens line by line; `nil` if they
  /// are drawn.
  ///
  /// The option takes precedence over the variable, the variable over the setting, given by its
  /// origin if it is on, and the terminal's abilities come last; they do not count for a command
  /// that can also print its answer and end.
  func linearReason(
    flag: Bool?, setting: SettingOrigin? = nil, isPrintable: Bool = false
  ) -> String? {
    guard isConversation, flag != false else { return nil }
    let variable = environment["ACCESSIBLE", default: ""]
    let off = "Turn off: --no-accessible. No redraw, no colour needed."
    if flag == true { return "Accessible mode is on because of --accessible. \(off)" }
    if !["", "0", "false"].contains(variable) {
      return "Accessible mode is on because ACCESSIBLE=\(variable). \(off)"
    }
    if variable.isEmpty, let setting {
      return "Accessible mode is on because of accessible = true, \(setting.text). \(off)"
    }
    guard !isPrintable, terminalType == nil else { return nil }
    let type = environment["TERM", default: ""]
    return
      "Screens are printed line by line, because a terminal with TERM=\(type) cannot draw them."
  }

  /// Returns whether rows are printed as lines instead of a table: the option takes precedence over
  /// the variable, the variable over the setting.
  func tellsLines(flag: Bool?, setting: Bool) -> Bool {
    if let flag { return flag }
    let variable = environment["ACCESSIBLE", default: ""]
    return variable.isEmpty ? setting : !["0", "false"].contains(variable)
  }

  /// The type of the terminal; `nil` if it is unknown or `dumb`.
  var terminalType: String? {
    guard let type = environment["TERM"], !["", "dumb", "unknown"].contains(type) else {
      return nil
    }
    return type
  }

  /// The number of colours in the terminal's description; 0 if there is none.
  private var terminfoColors: Int { terminalType.flatMap { TerminalFacts.terminfoColors($0) } ?? 0 }

  /// Returns the colour tier of text or screens.
  func tier(flag: ColorFlag, isTerminal: Bool) -> ColorTier {
    .decide(
      flag: flag, environment: environment, isTTY: isTerminal,
      terminfoColors: isTerminal ? terminfoColors : 0)
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
