import ConfigurationFiles
import CursesTerminal
import Dashboard
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// A session of the dashboard on a ledger, from the first frame until the terminal is restored.
struct DashboardRun {
  private let session: Session
  private let looks: AppearanceSettings
  private let recording: RecordingOptions
  private let script: ScriptRun?
  private let tour: TourPlayer?
  private let keyMap: KeyMap
  private let preferences: DashboardPreferences
  private let escapeDelay: EscapeDelay

  /// Creates a session; problems of the user's files are shown on its screen.
  ///
  /// A script and a tour use the default keys, since they are written for them.
  init(
    _ session: Session, _ options: AppearanceOptions,
    for use: AppearanceSettings.Use = .dashboard, recording: RecordingOptions,
    script: ScriptRun? = nil, tour: TourPlayer? = nil
  ) throws(CommandError) {
    (self.session, self.recording) = (session, recording)
    (self.script, self.tour) = (script, tour)
    looks = try AppearanceSettings(session, options, for: use)
    escapeDelay = try EscapeDelay(session.settings, environment: session.dependencies.environment)
    guard script == nil, tour == nil else {
      (keyMap, preferences) = (.standard, DashboardPreferences())
      return
    }
    let folder = ConfigurationFolder(path: session.dependencies.configurationFolder)
    keyMap = folder.keyMap
    let damage = session.settings.damage.map { [$0.problem.sentence] } ?? []
    preferences = DashboardPreferences(
      folder, map: keyMap,
      notes: damage + session.settings.problems.map(\.sentence) + looks.warnings
        + [escapeDelay.warning].compactMap(\.self))
  }

  /// Runs on the user's ledger.
  func run(on ledger: any Ledger) async throws {
    var settings = looks.settings(
      ledgerName: session.name, clock: session.dashboardClock, isReadOnly: session.isReadOnly,
      actor: try session.actor(in: ledger))
    if session.isAsOf { settings.startsAsOf = session.now }
    settings.masksPersonalData = try session.settings.flag(.mask) || recording.isOn
    try settings.take(session, ledger)
    if ledger.rebuildState == .outdated { settings.otherPolicy = session.policy }
    settings.condition = session.condition(of: ledger)()
    settings.startsWithMouse = try session.settings.flag(.mouse)
    settings.refresh = try session.refresh
    let recorder = ScreenActions(ledger: ledger, actor: settings.actor, clock: session.present)
    try await show(settings, ledger: ledger, recorder: recorder, demo: nil)
  }

  /// Returns the stored state of the lists, if this session may resume it: a session in the
  /// present, on the user's ledger, that is neither recorded nor of a simulation.
  private func sessionState(_ settings: DashboardSettings) -> SessionState? {
    guard !settings.isDemo, script == nil, !recording.isOn, !session.isAsOf,
      session.acceleration == nil
    else { return nil }
    return SessionState(
      stateFolder: session.dependencies.stateFolder, ledger: session.address,
      views: preferences.views)
  }

  /// Runs on a simulated world while it is fed.
  func run(_ demo: DemoRun, ledger: any Ledger) async throws {
    var settings = looks.settings(
      ledgerName: "demo", clock: demo.firstClock, isReadOnly: session.isReadOnly,
      actor: try session.actor(in: ledger))
    settings.isDemo = true
    settings.rates = session.rates
    settings.masksPersonalData = true
    settings.undoFor = try session.undoFor
    let recorder = ScreenActions(ledger: ledger, actor: settings.actor, clock: nil)
    try await show(settings, ledger: ledger, recorder: recorder, demo: demo)
  }

  /// The state of the screens after they were closed.
  private typealias Left = (
    end: ProgramEnd, ending: String?, memory: DashboardMemory, unhandled: [DashboardMessage],
    outcome: ScriptRun.Outcome
  )

  private func show(
    _ settings: DashboardSettings, ledger: any Ledger, recorder: ScreenActions, demo: DemoRun?
  ) async throws(CommandError) {
    let mailbox = Mailbox<DashboardMessage>(wake: CursesTerminal.wake)
    let post: @Sendable (DashboardMessage) -> Void = { message in
      if !mailbox.post(message) { Task { await mailbox.send(message) } }
    }
    let feeding = demo?.start(settings.clock, post: post)
    let undo = script == nil ? session.undoStore(settings) : nil
    let (journal, undoProblem) = undo?.read(now: session.present()) ?? (UndoJournal(), nil)
    let runner = effectRunner(ledger, recorder, undo, demo, post: post)
    let news = LedgerEngine.watch(ledger) { post(.stirred) }
    defer { news?.stop() }
    let places = sessionState(settings)
    var settings = try settled(settings, lastVisit: places?.lastVisit)
    (settings.isToldOfNews, settings.policy) = (news != nil, ledger.policy)
    settings.isShared = ledger is any PresenceKeeping
    var preferences = preferences
    let hiding = settings.audit == .hidden ? settings.hidingReason : nil
    preferences.notes += [session.permissionNote, hiding, places?.problem, undoProblem]
      .compactMap(\.self)
    let model = DashboardModel(
      settings: settings, machineNow: MachineClock.now(), keyMap: keyMap,
      preferences: preferences, memory: places?.memory ?? DashboardMemory(), journal: journal)
    var options = CursesTerminal.Options(
      theme: looks.theme, tier: looks.tier, environment: session.dependencies.environment)
    options.escapeMilliseconds = escapeDelay.milliseconds
    let watch = looks.follow(post)
    defer { watch?.end() }
    if let script, !session.dependencies.canDrawScreens {
      options.headless = (script.script.size, "xterm-256color")
    }
    let recording = try screenRecorder(settings)
    let player = script?.player(isWatched: session.dependencies.canDrawScreens)
    let tour = tour
    let left: Left
    do throws(TerminalError) {
      left = try await CursesTerminal.withTerminal(options) { terminal in
        let tapped = RecordingTerminal(
          terminal,
          tap: RecordingTerminal<CursesTerminal>.Tap(
            frame: { recording?.show($0) }, event: { recording?.note($0) },
            request: { recording?.note($0) }),
          player: player, tour: tour, clock: { MachineClock.now().milliseconds },
          onEnd: { if $0 != .handedOver { post(.terminate) } })
        var loop = ProgramLoop(
          program: DashboardProgram(), model: model, terminal: tapped, mailbox: mailbox,
          clock: { MachineClock.now().milliseconds }, perform: runner.perform)
        let end = loop.run(first: DashboardProgram.firstMessages(size: terminal.size))
        let outcome = ScriptRun.Outcome(next: tapped.ending, shown: tapped.shown)
        return (end, loop.model.ending, loop.model.memory, loop.unhandled, outcome)
      }
    } catch {
      await feeding?.end()
      throw .failed(error.description)
    }
    let isAllDone = await finish(runner) { left.unhandled + mailbox.drain() }
    await feeding?.end()
    if let problem = demo?.problem { diagnostics.say(problem) }
    do {
      try places?.keep(left.memory, leftAt: MachineClock.now())
    } catch {
      diagnostics.say("The state of the lists is not saved: \(error.description).")
    }
    for line in recording?.finish() ?? [] { diagnostics.say(line) }
    if let ending = left.ending { throw .failed(ending) }
    try finish(left.end, demo: demo)
    try script?.finish(left.outcome, output: session.output)
    if !isAllDone { throw .partlyFailed }
  }

  /// Waits until everything under way is written, says what was not, and returns whether everything
  /// was done.
  private func finish(
    _ runner: EffectRunner, unhandled: @Sendable () -> [DashboardMessage]
  ) async -> Bool {
    if runner.isBusy { diagnostics.say("Waiting until the latest action or export is written.") }
    let failures = await runner.end(unhandled: unhandled)
    for failure in failures { diagnostics.say(failure) }
    return failures.isEmpty
  }

  /// Returns the settings with what follows from the environment and the last visit.
  private func settled(
    _ settings: DashboardSettings, lastVisit: Timestamp?
  ) throws(CommandError) -> DashboardSettings {
    var settings = settings
    settings.lastCopyPlace = session.dependencies.lastCopyPlace
    if session.dependencies.environment["TMUX"]?.isEmpty == false {
      settings.copyNote = "tmux needs 'set -g set-clipboard on'"
    }
    settings.note(lastVisit: lastVisit, now: MachineClock.now(), longAfter: try session.digestAfter)
    return settings
  }

  private func effectRunner(
    _ ledger: any Ledger, _ recorder: ScreenActions, _ undo: UndoStore?, _ demo: DemoRun?,
    post: @escaping @Sendable (DashboardMessage) -> Void
  ) -> EffectRunner {
    let viewFile = ViewFile(
      path: session.dependencies.configurationFolder + "/" + ConfigurationKind.views.fileName)
    return EffectRunner(
      ledger: ledger, policy: ledger.policy, record: recorder.record,
      keepUndo: { [present = session.present] in try undo?.keep($0, $1, now: present()) },
      saveView: { view, known in try demo == nil ? viewFile.put(view, over: known) : view },
      saveAppearance: looks.keep,
      commands: ProgramRunner(), clock: { clock in demo?.follow(clock) },
      outside: outside(demo, ledger, recorder.actor),
      post: post)
  }

  /// Returns the recorder of the session, if a recording is requested.
  private func screenRecorder(
    _ settings: DashboardSettings
  ) throws(CommandError) -> ScreenRecorder? {
    guard recording.isOn else { return nil }
    return try ScreenRecorder(
      recording, ledger: settings.ledgerName, asOf: settings.startsAsOf, theme: looks.theme,
      tier: session.dependencies.canDrawScreens ? looks.tier : .indexed)
  }

  /// Returns the dependencies of the dashboard that the program provides.
  private func outside(
    _ demo: DemoRun?, _ ledger: any Ledger, _ actor: String
  ) -> DashboardDependencies {
    let words = CopyText(session)
    let export = ScreenExport(session)
    return DashboardDependencies(
      words: words.words, keepCopy: words.keep, export: export.write, zone: SystemZones.zone,
      zoneNames: { SystemZones.names }, jump: { instant in demo?.jump(to: instant) },
      condition: session.condition(of: ledger, isDemo: demo != nil),
      presence: presence(of: actor, in: ledger))
  }

  /// Returns the dashboard's word to others about what it shows; where it does not arrive, the poll
  /// for news says why.
  private func presence(
    of actor: String, in ledger: any Ledger
  ) -> @Sendable (SubscriptionID?) -> [String] {
    guard let keeper = ledger as? any PresenceKeeping else { return { _ in [] } }
    let dashboard = UUID().uuidString
    return { subscription in
      guard let subscription else {
        try? keeper.endPresence(of: dashboard)
        return []
      }
      let presence = Presence(session: dashboard, actor: actor, subscription: subscription)
      return (try? keeper.show(presence)) ?? []
    }
  }

  /// Ends as the terminal's end requires: a signal has its default effect after the clean-up.
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

extension DashboardSettings {
  /// Takes over what a session says of its ledger, for screens that are drawn, printed line by line
  /// or made pictures of.
  mutating func take(_ session: Session, _ ledger: any Ledger) throws(CommandError) {
    take(ledger.auditMode, reason: session.hidingReason)
    if let reason = session.readOnlyReason { readOnlyReason = reason }
    silenceMax = try session.silenceMax
    undoFor = try session.undoFor
    rates = session.rates
  }
}
