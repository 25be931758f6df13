import CursesTerminal
import ProgramConventions

/// The first words of the program to somebody who has no ledger yet.
struct FirstRun {
  /// The path at which a ledger was expected.
  let path: String

  /// The wish of the user at the terminal.
  enum Wish {
    /// To see the demo.
    case demo
    /// To see the demo's tour.
    case tour
    case leave
  }

  /// The next steps, in five lines.
  static let lines = [
    "Look around:  churntop demo         a simulated world; --tour explains it",
    "Try yours:    churntop import FILE  notifications, receipts, API answers",
    "Go live:      churntopd simulate    with fake stores; 'serve' for real ones",
    "Elsewhere:    churntop --ledger PATH, or CHURNTOP_LEDGER",
    "Any doubt:    churntop doctor       terminal, configuration and ledger",
  ]

  private var headline: String { "There is no ledger at \(DisplayText.sanitized(path)) yet." }

  /// Says what to do, for a program that is not at a terminal, and fails.
  func fail() throws(CommandError) {
    diagnostics.say(headline + " What to do next:")
    for line in Self.lines { diagnostics.detail(line) }
    throw .partlyFailed
  }

  /// Shows what to do and reads one key.
  func ask(_ output: StandardOutput) throws(CommandError) -> Wish {
    let key = try TerminalKey.read { () throws(CommandError) in
      try output.line(headline)
      try output.line("What to do next:")
      for line in Self.lines { try output.line("  " + line) }
      try output.write("d starts the demo, t its tour, any other key leaves: ")
      try output.flush()
    }
    try output.line()
    try output.flush()
    switch key.map(Character.init) {
    case "d", "D": return .demo
    case "t", "T": return .tour
    case _: return .leave
    }
  }
}
