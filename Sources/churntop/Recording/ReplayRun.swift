import CursesTerminal
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// `churntop --replay FILE`: shows a recording on the screen, or prints it if there is none.
struct ReplayRun {
  /// The session of the command.
  let session: Session
  let recording: SessionRecording
  let looks: AppearanceSettings

  /// Reads a recording.
  init(_ session: Session, _ options: AppearanceOptions, path: String) throws(CommandError) {
    self.session = session
    recording = try SessionRecording(path: path)
    looks = try AppearanceSettings(session, options)
    if let warning = recording.warning { diagnostics.say(warning) }
  }

  /// Shows or prints the recording.
  func run() async throws {
    guard session.dependencies.canDrawScreens else { return try print() }
    let recording = recording
    var options = CursesTerminal.Options(
      theme: looks.theme, tier: looks.tier, environment: session.dependencies.environment)
    options.escapeMilliseconds =
      try EscapeDelay(session.settings, environment: session.dependencies.environment).milliseconds
    let end: ProgramEnd
    do throws(TerminalError) {
      end = try await CursesTerminal.withTerminal(options) { terminal in
        let now = MachineClock.now().milliseconds
        var loop = ProgramLoop(
          program: ReplayProgram(), model: ReplayProgram.Model(recording: recording, since: now),
          terminal: terminal, mailbox: Mailbox<ReplayProgram.Message>(),
          clock: { MachineClock.now().milliseconds }, perform: { _ in })
        return loop.run()
      }
    } catch {
      throw CommandError.failed(error.description)
    }
    if case .terminated(let signal) = end { EndingSignals.raiseAnew(signal) }
  }

  /// Prints the keys with their times, and the last screen.
  private func print() throws(CommandError) {
    let output = session.output
    for moment in recording.moments where !moment.keys.isEmpty {
      let keys = DisplayText.sanitized(moment.keys.joined(separator: " "))
      try output.line("\(ReplayProgram.time(moment.at))  \(keys)")
    }
    try output.line()
    if let last = recording.moments.last { try output.write(last.frame.frame().text) }
    try output.flush()
  }
}
