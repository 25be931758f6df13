import CursesTerminal
import Foundation
import TerminalUI

extension Surroundings {
  /// Whether full screens can be drawn: standard input and output are a terminal that can.
  var canDrawScreens: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && terminalType != nil
      && !isLinear
  }

  /// Whether screens are to be read out line by line instead.
  private var isLinear: Bool {
    !["", "0", "false"].contains(environment["ACCESSIBLE", default: ""])
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

  /// How many colours text may use.
  func tier(flag: ColorFlag, isTerminal: Bool) -> ColorTier {
    .decide(
      flag: flag, environment: environment, isTTY: isTerminal,
      terminfoColors: isTerminal ? terminfoColors : 0)
  }
}
