import CTerminal
import TerminalUI

/// What can be learnt about the terminal without opening it.
public enum TerminalFacts {
  /// Whether input and output are both a terminal.
  public static var isTerminal: Bool { ct_is_terminal() }

  /// The colours that terminfo states for an entry: 0 for none, `nil` when there is no entry.
  ///
  /// To be called before a screen is opened, or by the thread that opened it.
  public static func terminfoColors(_ name: String) -> Int? {
    let colors = name.withCString { ct_terminfo_colors($0) }
    return colors < 0 ? nil : Int(colors)
  }
}

/// The way out for a program that a signal has asked to end.
public enum ProcessEnd {
  /// Ends the process by the signal, after the terminal was closed, so that a shell sees why.
  ///
  /// - Parameter number: The signal's number, from ``TerminalUI/ProgramEnd/terminated(signal:)``.
  /// - Returns: Never.
  public static func bySignal(_ number: Int32) -> Never { ct_end_by_signal(number) }
}

/// Whether a frame can be sent so that it appears at once (mode 2026).
enum SynchronizedOutput {
  /// The question whether the terminal has the mode (DECRQM,
  /// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>).
  static let question = "\u{1B}[?2026$p"

  /// Whether the terminal may be asked: its answer comes before the user can leave, and it does
  /// not print what it does not know.
  ///
  /// An answer that comes late ends up in the shell, so none is asked for from afar.
  static func mayAsk(_ environment: [String: String]) -> Bool {
    let isFar = ["SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"].contains { name in
      environment[name]?.isEmpty == false
    }
    if isFar || environment["TERM_PROGRAM"] == "Apple_Terminal" { return false }
    let terminal = environment["TERM"] ?? ""
    return ["xterm", "tmux", "screen", "rxvt-unicode", "st-", "vte", "konsole", "foot", "wezterm"]
      .contains(where: terminal.hasPrefix)
  }

  /// Whether the terminal has the mode, by its answer: the mode is set or reset, but not for good.
  static func isOffered(_ numbers: [Int]) -> Bool? {
    guard numbers.count == 2, numbers[0] == 2026 else { return nil }
    return numbers[1] == 1 || numbers[1] == 2
  }

  /// Terminals known to have it are recognised by what they put into the environment.
  static func isKnownGood(_ environment: [String: String]) -> Bool {
    if environment["TMUX"]?.isEmpty == false || environment["STY"]?.isEmpty == false {
      return false
    }
    let terminal = environment["TERM"] ?? ""
    let entries = ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour"]
    if entries.contains(where: terminal.hasPrefix) { return true }
    if environment["WT_SESSION"]?.isEmpty == false { return true }
    return ["WezTerm", "ghostty", "iTerm.app"].contains(environment["TERM_PROGRAM"] ?? "")
  }
}
