import ConfigurationFiles
import CursesTerminal
import Foundation
import TerminalUI

extension Dependencies {
  /// A Boolean value that indicates whether full screens can be drawn on standard input and output.
  var canDrawScreens: Bool { isConversation && terminalType != nil }

  /// A Boolean value that indicates whether a person can answer.
  private var isConversation: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Returns the reason for printing screens line by line; `nil` if they are drawn.
  ///
  /// The option takes precedence over the variable, the variable over the setting, and the
  /// terminal's abilities come last.
  ///
  /// - Parameters:
  ///   - flag: The option.
  ///   - setting: The origin of the setting if it is on; `nil` otherwise.
  ///   - isPrintable: Whether the command can also print its answer and end.
  /// - Returns: The first line to print.
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
  private var terminfoColors: Int {
    terminalType.flatMap { TerminalFacts.terminfoColors($0) } ?? 0
  }

  /// Returns the colour tier of text or screens.
  func tier(flag: ColorFlag, isTerminal: Bool) -> ColorTier {
    .decide(
      flag: flag, environment: environment, isTTY: isTerminal,
      terminfoColors: isTerminal ? terminfoColors : 0)
  }
}
