import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// `churntop frame`: prints a screen as text without a terminal.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Print one screen of the dashboard as text, without a terminal.",
    discussion: """
      EXAMPLES
        churntop frame overview --size 120x36
        churntop frame subscribers --filter state:grace --glyphs ascii
        churntop frame detail --id mei@example.com --size 80x24
        churntop frame due --colors truecolor --theme solarized-light

      Screens: overview, subscribers, due, events, metrics, whatif, detail, help.
      """.flowed)

  @Argument(help: ArgumentHelp("The screen.", valueName: "screen"))
  var screen: Screen
  @Option(help: ArgumentHelp("Columns and rows.", valueName: "size"))
  var size: String = "120x36"
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The subscriber of 'detail'; the first of the list by default."))
  var id: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only subscribers that match.", valueName: "expr"))
  var filter: String?
  @OptionGroup var looks: AppearanceOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup(title: "Common") var common: CommonOptions

  func run() throws {
    var session = try Session(common.values, asOf: time.asOf)
    let size = try Self.size(size)
    _ = try FilterText.parse(filter, about: screen == .events ? .events : .subscribers)
    let looks = try AppearanceSettings(session, looks)
    for warning in looks.warnings { diagnostics.say(warning) }
    let ledger = try session.view()
    let subscription = try id.map { text throws(CommandError) in
      try session.resolve(text, in: ledger)
    }
    let settings = looks.settings(
      ledgerName: session.name, clock: .fixed(session.now),
      isReadOnly: session.isReadOnly, actor: session.actor)
    let renderer = ScreenRenderer(
      ledger: ledger, policy: ledger.policy, settings: settings, machineNow: session.now)
    let (screen, filter) = (screen, filter ?? "")
    let frame = try session.answer { () throws(LedgerError) in
      try renderer.frame(screen, size: size, subscription: subscription, filter: filter)
    }
    let isColored = session.ink || self.looks.colors != nil
    let text = isColored ? frame.colored(looks.theme, tier: tier(looks, session)) : frame.text
    try session.output.write(text)
    try session.output.flush()
  }

  /// Returns the requested colour tier, or the terminal's; 256 colours if the output is no
  /// terminal.
  private func tier(_ looks: AppearanceSettings, _ session: Session) -> ColorTier {
    self.looks.colors ?? (session.output.isTerminal ? looks.tier : max(looks.tier, .indexed))
  }

  /// Parses columns and rows, such as `120x36`.
  private static func size(_ text: String) throws(CommandError) -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...1000).contains(width), (1...1000).contains(height)
    else { throw .notUnderstood("--size: '\(text)' is not a size. Write 120x36.") }
    return Size(width: width, height: height)
  }
}

extension Screen: ExpressibleByArgument {}
