import Foundation
import VirtualTerminal

/// The real program in a terminal of memory.
final class TerminalSession {
  /// The terminal.
  let terminal: VirtualTerminal
  private let sandbox: Sandbox

  /// Starts the program in a terminal of a size and type.
  init(
    _ sandbox: Sandbox, _ arguments: [String] = [], type: String = "xterm-256color",
    columns: Int = 120, rows: Int = 36, environment: [String: String] = [:]
  ) throws {
    self.sandbox = sandbox
    terminal = VirtualTerminal(columns: columns, rows: rows)
    var variables = sandbox.environment
    variables["TERM"] = type
    variables.merge(environment) { $1 }
    guard terminal.spawn(Sandbox.program, arguments: arguments, environment: variables) else {
      throw CocoaError(.executableNotLoadable)
    }
  }

  /// Waits for a text on the screen.
  func sees(_ text: String) -> Bool { terminal.wait(seconds: 30, for: text) }

  /// Whether any cell of the screen has a colour.
  var hasColor: Bool {
    (0..<terminal.rows).contains { row in
      (0..<terminal.columns).contains { column in
        let cell = terminal.cell(column: column, row: row)
        return cell.foreground != .terminal || cell.background != .terminal
      }
    }
  }

  /// Whether the terminal is as a shell wants it.
  var isGivenBack: Bool {
    !terminal.isAlternate && terminal.isCursorVisible && terminal.modes.areCooked
      && !terminal.reportsMouse
  }
}
