import ConfigurationFiles
import Dashboard
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// The screen-reader mode of the dashboard: it prints lines and reads a line.
struct LinearRun {
  private let session: Session
  private let reason: String

  /// Creates a session that begins with the reason for this mode.
  init(_ session: Session, because reason: String) {
    (self.session, self.reason) = (session, reason)
  }

  /// Runs on the user's ledger.
  func run(_ screen: Screen, filter: String = "") throws {
    let ledger = try session.isAsOf ? session.open(.reading) : openedAtPresent()
    var settings = DashboardSettings(
      ledgerName: session.name, isReadOnly: session.isReadOnly, clock: session.dashboardClock,
      actor: try session.actor(in: ledger))
    settings.zone = session.time.zone
    try settings.take(session, ledger)
    if ledger.rebuildState == .outdated { settings.otherPolicy = session.policy }
    if session.isAsOf { settings.startsAsOf = session.now }
    settings.condition = session.condition(of: ledger)()
    let recorder = ScreenActions(ledger: ledger, actor: settings.actor, clock: session.present)
    try talk(settings, screen, filter, ledger, recorder) { _ in }
  }

  private func openedAtPresent() throws -> any Ledger {
    var session = session
    return try session.view()
  }

  /// Runs on a simulated world, whose time is paused until it is advanced.
  ///
  /// - Throws: An error of the ledger or of the output, or of a tour that is not interactive.
  func run(_ feed: DemoFeed, ledger: any Ledger, tour: LinearTour? = nil) throws {
    var feed = feed
    diagnostics.say("Telling the history of the simulated world.")
    try feed.run(to: feed.start)
    let start = feed.start
    var settings = DashboardSettings(
      ledgerName: "demo", isDemo: true,
      clock: .scaled(start: start, since: MachineClock.now(), speed: 0),
      actor: try session.actor(in: ledger))
    settings.isReadOnly = session.isReadOnly
    settings.undoFor = try session.undoFor
    settings.rates = session.rates
    settings.zone = session.time.zone
    let recorder = ScreenActions(ledger: ledger, actor: settings.actor, clock: nil)
    let world = SharedFeed(feed)
    try talk(settings, .overview, "", ledger, recorder, tour: tour) { instant in
      world.run(to: instant)
    }
  }

  private func talk(
    _ settings: DashboardSettings, _ screen: Screen, _ filter: String, _ ledger: any Ledger,
    _ recorder: ScreenActions, tour: LinearTour? = nil,
    jump: @escaping @Sendable (Timestamp) -> Void
  ) throws {
    let words = CopyText(session)
    let export = ScreenExport(session)
    let viewFile = ViewFile(
      path: session.dependencies.configurationFolder + "/" + ConfigurationKind.views.fileName)
    let isDemo = settings.isDemo
    let undo = session.undoStore(settings)
    let (journal, undoProblem) = undo?.read(now: session.present()) ?? (UndoJournal(), nil)
    let runner = EffectRunner(
      ledger: ledger, policy: ledger.policy, record: recorder.record,
      keepUndo: { [present = session.present] in try undo?.keep($0, $1, now: present()) },
      saveView: { view, known in try isDemo ? view : viewFile.put(view, over: known) },
      commands: ProgramRunner(),
      outside: DashboardDependencies(
        words: words.words, keepCopy: words.keep, export: export.write, zone: SystemZones.zone,
        zoneNames: { SystemZones.names }, jump: jump,
        condition: session.condition(of: ledger, isDemo: isDemo)),
      post: { _ in })
    let output = session.output
    try output.line(reason)
    let folder = ConfigurationFolder(path: session.dependencies.configurationFolder)
    let map = tour == nil ? folder.keyMap : .standard
    let preferences = DashboardPreferences(
      folder, map: map,
      notes: [
        settings.audit == .hidden ? settings.hidingReason : nil, undoProblem,
      ].compactMap(\.self))
    for note in preferences.notes { try output.line(DisplayText.sanitized(note)) }
    var settings = settings
    settings.policy = ledger.policy
    let places =
      isDemo || session.isAsOf || session.acceleration != nil
      ? nil
      : SessionState(
        stateFolder: session.dependencies.stateFolder, ledger: session.address,
        views: preferences.views)
    if let problem = places?.problem { try output.line(DisplayText.sanitized(problem)) }
    settings.note(
      lastVisit: places?.lastVisit, now: MachineClock.now(), longAfter: try session.digestAfter)
    var talk = LinearSession(
      settings: settings, screen: screen, filter: filter, keyMap: map, preferences: preferences,
      journal: journal, pastDays: places?.memory.pastDays ?? PastDays(), runner: runner,
      clock: MachineClock.now)
    defer { end(places, talk.pastDays) }
    if let tour {
      guard try tour.run(&talk, output) else { return try output.flush() }
    } else {
      for line in talk.begin() { try output.line(line) }
    }
    while true {
      try output.write("> ")
      try output.flush()
      guard let line = readLine() else {
        try output.line()
        break
      }
      let reply = talk.take(line)
      for line in reply.lines { try output.line(line) }
      if let words = reply.ending {
        try output.flush()
        throw CommandError.failed(words)
      }
      if reply.isOver { break }
    }
    try output.flush()
  }

  /// Stores the end of the visit and the days that it showed; the lists stay as a dashboard left
  /// them.
  private func end(_ places: SessionState?, _ pastDays: PastDays) {
    guard let places else { return }
    var memory = places.memory
    memory.pastDays = pastDays
    do {
      try places.keep(memory, leftAt: MachineClock.now())
    } catch {
      diagnostics.say("The end of the visit is not saved: \(error.description).")
    }
  }
}

extension Session {
  /// Returns whether a command prints its rows as lines for a screen reader instead of a table.
  func tellsLines(_ access: AccessOptions) throws(CommandError) -> Bool {
    dependencies.tellsLines(flag: access.accessible, setting: try settings.flag(.accessible))
  }

  /// Returns the reason for printing a command's screen line by line; `nil` if it is drawn.
  ///
  /// A list that could be printed without a terminal names its format.
  func linearReason(
    _ access: AccessOptions, format: OutputFormat? = nil
  ) throws(CommandError) -> String? {
    guard format == nil || format == .text else { return nil }
    let isOn = try settings.flag(.accessible)
    return dependencies.linearReason(
      flag: access.accessible, setting: isOn ? settings.values[.accessible]?.origin : nil,
      isPrintable: format != nil)
  }
}
