import ConfigurationFiles
import CursesTerminal
import Foundation
import TerminalUI

extension Dependencies {
  /// Whether full screens can be drawn: standard input and output are a terminal that can.
  var canDrawScreens: Bool { isConversation && terminalType != nil }

  /// Whether somebody can answer what is printed.
  private var isConversation: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Why screens are to be told line by line; `nil` where they are not.
  ///
  /// The option goes before the variable, the variable before the setting, and a terminal that can
  /// draw nothing comes last.
  ///
  /// - Parameters:
  ///   - flag: What the option says.
  ///   - setting: Where the configuration turns it on; `nil` where it does not.
  ///   - isPrintable: Whether what is asked for can also be printed and done with.
  /// - Returns: The first line that is told.
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
    return "Screens are told line by line, because a terminal with TERM=\(type) can draw none."
  }

  /// Whether what is printed is told as lines and not as a table: the option goes before the
  /// variable, the variable before the setting.
  func tellsLines(flag: Bool?, setting: Bool) -> Bool {
    if let flag { return flag }
    let variable = environment["ACCESSIBLE", default: ""]
    return variable.isEmpty ? setting : !["0", "false"].contains(variable)
  }

  /// The type of the terminal; `nil` where it is not known or can do nothing.
  var terminalType: String? {
    guard let type = environment["TERM"], !["", "dumb", "unknown"].contains(type) else {
      return nil
    }
    return type
  }

  /// The colours that the terminal's own description states; 0 where there is none.
  private var terminfoColors: Int {
    terminalType.flatMap { TerminalFacts.terminfoColors($0) } ?? 0
  }

  /// How many colours text or screens may use.
  func tier(flag: ColorFlag, isTerminal: Bool) -> ColorTier {
    .decide(
      flag: flag, environment: environment, isTTY: isTerminal,
      terminfoColors: isTerminal ? terminfoColors : 0)
  }
}
