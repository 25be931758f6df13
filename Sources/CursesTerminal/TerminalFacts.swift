import CTerminal
import Glibc
import TerminalUI

/// Properties of the terminal that are available without opening it.
public enum TerminalFacts {
  /// A Boolean value that indicates whether input and output are both a terminal.
  public static var isTerminal: Bool { ct_is_terminal() }

  /// The name and version of the library that draws, such as `ncurses 6.4.20221231`.
  public static var libraryVersion: String { String(cString: ct_library_version()) }

  /// The size of the terminal on standard output; `nil` without one.
  public static var size: Size? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  /// Returns the colours that terminfo states for an entry: 0 for none, `nil` if there is no entry.
  ///
  /// Call it before a screen is opened, or on the thread that opened it.
  public static func terminfoColors(_ name: String) -> Int? {
    let colors = name.withCString { ct_terminfo_colors($0) }
    return colors < 0 ? nil : Int(colors)
  }

  /// Returns the package of Debian and Ubuntu that may have a terminfo entry.
  public static func terminfoPackage(_ name: String) -> String {
    switch name {
    case "xterm-kitty": "kitty-terminfo"
    case "foot", "foot-direct": "foot-terminfo"
    case _: "ncurses-term"
    }
  }
}

/// The end of a program by a signal.
public enum ProcessEnd {
  /// Ends the process by the signal of `ProgramEnd.terminated(signal:)`, after the terminal was
  /// closed, so that the shell sees the reason.
  public static func bySignal(_ number: Int32) -> Never { ct_end_by_signal(number) }
}

/// Synchronized output (mode 2026), with which a frame appears at once.
enum SynchronizedOutput {
  /// The query of the mode (DECRQM, <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>).
  static let question = "\u{1B}[?2026$p"

  /// Returns whether the terminal may be queried: its response comes before the user can leave, and
  /// it does not print unknown sequences.
  ///
  /// A late response would end up in the shell, so remote terminals are not queried.
  static func mayAsk(_ environment: [String: String]) -> Bool {
    let isFar = ["SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"].contains { name in
      environment[name]?.isEmpty == false
    }
    if isFar || environment["TERM_PROGRAM"] == "Apple_Terminal" { return false }
    let terminal = environment["TERM"] ?? ""
    return ["xterm", "tmux", "screen", "rxvt-unicode", "st-", "vte", "konsole", "foot", "wezterm"]
      .contains(where: terminal.hasPrefix)
  }

  /// Returns whether the terminal supports the mode, from its response: the mode is set or reset,
  /// but not permanently.
  static func isOffered(_ numbers: [Int]) -> Bool? {
    guard numbers.count == 2, numbers[0] == 2026 else { return nil }
    return numbers[1] == 1 || numbers[1] == 2
  }

  /// Returns whether the environment identifies a terminal that is known to support the mode.
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
