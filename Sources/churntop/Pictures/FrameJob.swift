import ArgumentParser
import ConfigurationFiles
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// One run of `churntop frame`: draws the screens of a ledger and prints them in a format.
struct FrameJob {
  /// The screen to begin with.
  var screen: Screen
  /// The name of the subscriber of Detail; `nil` for the first of the list.
  var subscriber: String?
  /// The filter of the list; empty for none.
  var filter: String
  /// The columns and rows.
  var size: Size
  var format: FrameFormat
  /// A Boolean value that indicates whether names are hidden.
  var masks: Bool
  /// The keys to press.
  var play: FramePlay
  var looks: AppearanceOptions

  /// The reason that a key has no effect on a ledger.
  private struct Refused: Error, CustomStringConvertible {
    let description = "a picture changes nothing"
  }

  /// Prints screens of the user's ledger, in which nothing is recorded but who sees personal data.
  func run(_ session: Session) throws {
    var session = session
    let looks = try appearance(session)
    let ledger = try session.view()
    var settings = looks.settings(
      ledgerName: session.name, clock: session.isAsOf ? .fixed(session.now) : .live,
      isReadOnly: session.isReadOnly, actor: try session.actor(in: ledger))
    if !session.isAsOf { settings.condition = session.condition(of: ledger)() }
    let isMasked = try session.settings.flag(.mask)
    settings.masksPersonalData = masks || isMasked
    try settings.take(session, ledger)
    // What the first screen shows is recorded before it is drawn; keys may show more.
    if !settings.masksPersonalData {
      try session.record(.exported, by: "frame", format: format.rawValue, in: ledger)
    }
    try draw(session, looks, settings, ledger) { _ in throw Refused() }
  }

  /// Prints screens of a simulated world, whose ledger is removed afterwards.
  func run(_ session: Session, demo ledger: any Ledger) throws {
    let looks = try appearance(session)
    // A picture of the same world is the same for every user.
    let actor = session.settings.values[.actor]?.text ?? "support"
    var settings = looks.settings(ledgerName: "demo", clock: .live, isReadOnly: false, actor: actor)
    (settings.isDemo, settings.masksPersonalData) = (true, true)
    settings.rates = session.rates
    let recorder = ScreenActions(ledger: ledger, actor: actor, clock: nil)
    try draw(session, looks, settings, ledger, record: recorder.record)
  }

  private func appearance(_ session: Session) throws -> AppearanceSettings {
    let looks = try AppearanceSettings(session, looks, for: format.isPicture ? .pictures : .frames)
    for warning in looks.warnings { diagnostics.say(warning) }
    return looks
  }

  private func draw(
    _ session: Session, _ looks: AppearanceSettings, _ settings: DashboardSettings,
    _ ledger: any Ledger, record: @escaping EffectRunner.Recorder
  ) throws {
    let subscription = try subscriber.map { text in
      try session.resolve(text, in: ledger)
    }
    // Where the rows do not stand at the clock's present, the ledger's condition says so.
    let now = session.isAsOf ? session.now : session.clock
    let renderer = ScreenRenderer(
      ledger: ledger, policy: ledger.policy, settings: settings, machineNow: now)
    let model = try renderer.model(screen, size: size, subscription: subscription, filter: filter)
    let runner = EffectRunner(
      ledger: ledger, policy: ledger.policy, record: record,
      saveView: { _, _ in throw Refused() }, saveAppearance: { _ in },
      outside: DashboardDependencies(
        words: CopyText(session).words, zone: SystemZones.zone,
        zoneNames: { SystemZones.names },
        condition: session.condition(of: ledger, isDemo: settings.isDemo)),
      post: { _ in })
    var dashboard = HeadlessDashboard(model, size: size, runner: runner, start: now)
    let shown = try play.press(on: &dashboard)
    try print(dashboard, shown, session, looks)
  }

  // MARK: Printing

  private func print(
    _ dashboard: HeadlessDashboard, _ shown: [String], _ session: Session,
    _ looks: AppearanceSettings
  ) throws(CommandError) {
    let theme = dashboard.theme ?? looks.theme
    let output = session.output
    switch format {
    case .text:
      let isColored = session.ink || self.looks.colors != nil
      if isColored, shown.isEmpty {
        try output.write(dashboard.frame.colored(theme, tier: tier(looks, session)))
      } else {
        for text in shown.isEmpty ? [dashboard.frame.text] : shown { try output.write(text) }
      }
    case .ansi:
      try output.write(dashboard.frame.colored(theme, tier: self.looks.colors ?? .indexed))
    case .svg: try output.write(picture(dashboard, theme, looks.tier).svg)
    case .html: try output.write(picture(dashboard, theme, looks.tier).html)
    case .asciicast:
      var cast = Asciicast(theme: theme, tier: self.looks.colors ?? .indexed)
      try output.line(Asciicast.head(size: size, startedAt: session.now))
      var time: Int64 = 0
      for moment in moments(dashboard) {
        for line in cast.lines(moment.frame, at: time) { try output.line(line) }
        time += moment.milliseconds
      }
      try output.line(Asciicast.end(at: time))
    }
    try output.flush()
  }

  /// Returns the screens with their times: those of the script, or the only one.
  private func moments(_ dashboard: HeadlessDashboard) -> [FramePicture.Moment] {
    dashboard.moments.isEmpty ? [FramePicture.Moment(dashboard.frame)] : dashboard.moments
  }

  private func picture(
    _ dashboard: HeadlessDashboard, _ theme: Theme, _ tier: ColorTier
  ) -> FramePicture {
    let isMoving = format == .svg && play.isScript
    return FramePicture(
      isMoving ? moments(dashboard) : [FramePicture.Moment(dashboard.frame)], theme: theme,
      tier: tier, title: "churntop: \(dashboard.title)", sentences: dashboard.sentences)
  }

  /// Returns the requested colour tier, or the terminal's; 256 colours if the output is no
  /// terminal.
  private func tier(_ looks: AppearanceSettings, _ session: Session) -> ColorTier {
    self.looks.colors ?? (session.output.isTerminal ? looks.tier : max(looks.tier, .indexed))
  }
}

/// The formats of a printed screen.
enum FrameFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Plain text, with colour on a terminal.
  case text
  /// Text with the escape sequences of a terminal.
  case ansi
  /// A picture, which moves if there are several screens.
  case svg
  /// A page, for mails and wikis that show no SVG.
  case html
  /// A recording of the screens for asciinema, version 2.
  case asciicast

  /// A Boolean value that indicates whether it looks the same whatever the terminal can show.
  var isPicture: Bool { self != .text }
}
