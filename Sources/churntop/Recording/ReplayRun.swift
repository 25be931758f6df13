import CursesTerminal
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// `churntop --replay FILE`: a recording on the screen, or as text where there is none.
struct ReplayRun {
  /// What the command works with.
  let session: Session
  /// The recording.
  let tape: ScreenTape
  /// How it looks.
  let looks: Looks

  /// Reads a recording.
  init(_ session: Session, _ options: LooksOptions, path: String) throws(CommandError) {
    self.session = session
    tape = try ScreenTape(path: path)
    looks = try Looks(session, options)
    if let warning = tape.warning { narration.say(warning) }
  }

  /// Shows it.
  func run() async throws {
    guard session.surroundings.canDrawScreens else { return try print() }
    let tape = tape
    var options = CursesTerminal.Options(
      theme: looks.theme, tier: looks.tier, environment: session.surroundings.environment)
    options.escapeMilliseconds =
      try EscapeDelay(session.settings, environment: session.surroundings.environment).milliseconds
    let end: ProgramEnd
    do throws(TerminalError) {
      end = try await CursesTerminal.withTerminal(options) { terminal in
        let now = MachineClock.now().milliseconds
        var loop = ProgramLoop(
          program: ReplayProgram(), model: ReplayProgram.Model(tape: tape, since: now),
          terminal: terminal, mailbox: Mailbox<ReplayProgram.Message>(),
          clock: { MachineClock.now().milliseconds }, perform: { _ in })
        return loop.run()
      }
    } catch {
      throw CommandError.failed(error.description)
    }
    if case .terminated(let signal) = end { EndingSignals.raiseAnew(signal) }
  }

  /// The keys with their times, and the last screen.
  private func print() throws(CommandError) {
    let output = session.output
    for moment in tape.moments where !moment.keys.isEmpty {
      try output.line("\(ReplayProgram.time(moment.at))  \(moment.keys.joined(separator: " "))")
    }
    try output.line()
    if let last = tape.moments.last { try output.write(last.frame.frame().text) }
    try output.flush()
  }
}
