import CursesTerminal
import Dashboard
import EventLedger
import Foundation
import SubscriptionCore
import TerminalUI

/// The dashboard on a ledger, from the first frame until the terminal is given back.
struct DashboardRun {
  private let session: Session
  private let looks: Looks

  /// Puts the dashboard together; says what is wrong with the looks while there is a screen to
  /// say it on.
  init(_ session: Session, _ options: LooksOptions) throws(CommandError) {
    self.session = session
    looks = try Looks(session, options)
    for warning in looks.warnings { Narration.say(warning) }
  }

  /// Runs on a ledger of one's own.
  func run(on ledger: any Ledger) async throws(CommandError) {
    var settings = looks.settings(
      ledgerName: session.name, clock: .live, isReadOnly: session.isReadOnly,
      actor: session.actor)
    if session.isAsOf { settings.startsAsOf = session.now }
    let recorder = ScreenActions(ledger: ledger, actor: session.actor, isSimulated: false)
    try await show(settings, ledger: ledger, recorder: recorder, demo: nil)
  }

  /// Runs on a simulated world while it is being fed.
  func run(_ demo: DemoRun, ledger: any Ledger) async throws(CommandError) {
    var settings = looks.settings(
      ledgerName: "demo", clock: demo.firstClock, isReadOnly: session.isReadOnly,
      actor: session.actor)
    settings.isDemo = true
    settings.masksPersonalData = true
    let recorder = ScreenActions(ledger: ledger, actor: session.actor, isSimulated: true)
    try await show(settings, ledger: ledger, recorder: recorder, demo: demo)
  }

  private func show(
    _ settings: DashboardSettings, ledger: any Ledger, recorder: ScreenActions, demo: DemoRun?
  ) async throws(CommandError) {
    let mailbox = Mailbox<DashboardMessage>(wake: CursesTerminal.wake)
    let post: @Sendable (DashboardMessage) -> Void = { message in
      if !mailbox.post(message) { Task { await mailbox.send(message) } }
    }
    let feeding = demo?.start(settings.clock, post: post)
    let runner = EffectRunner(
      ledger: ledger, policy: session.policy, record: recorder.record,
      clock: { clock in demo?.follow(clock) }, outside: outside(demo), post: post)
    let model = DashboardModel(settings: settings, machineNow: Surroundings.now())
    let options = CursesTerminal.Options(
      theme: looks.theme, tier: looks.tier, environment: session.surroundings.environment)
    let end: ProgramEnd
    do throws(TerminalError) {
      end = try await CursesTerminal.withTerminal(options) { terminal in
        var loop = ProgramLoop(
          program: DashboardProgram(), model: model, terminal: terminal, mailbox: mailbox,
          clock: { Surroundings.now().milliseconds }, perform: runner.perform)
        return loop.run(first: DashboardProgram.firstMessages(size: terminal.size))
      }
    } catch {
      await feeding?.end()
      throw .failed(error.description)
    }
    await feeding?.end()
    if let problem = demo?.problem { Narration.say(problem) }
    try finish(end, demo: demo)
  }

  /// What the dashboard leaves to the program around it.
  private func outside(_ demo: DemoRun?) -> Outside {
    let words = ScreenWords(session)
    let export = ScreenExport(time: session.time)
    return Outside(
      words: words.words, export: export.write, jump: { instant in demo?.jump(to: instant) })
  }

  /// Ends as the terminal's end asks: a signal takes its usual effect once all is put away.
  private func finish(_ end: ProgramEnd, demo: DemoRun?) throws(CommandError) {
    switch end {
    case .finished: return
    case .terminated(let signal):
      demo?.folder.remove()
      EndingSignals.raiseAnew(signal)
    case .closed:
      demo?.folder.remove()
      EndingSignals.raiseAnew(SIGHUP)
    }
  }
}
