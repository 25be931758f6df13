import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import StoreSimulator
import SubscriptionCore
import TerminalUI

/// `churntop frame`: prints a screen as text, SVG or HTML without a terminal.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Print one screen of the dashboard as text or as a picture, without a terminal.",
    discussion: """
      A picture is for a ticket, a report or a slide: SVG with text that can be selected, or HTML
      that mail programs show. Several screens of a script make a moving SVG or an asciicast.
      Names are shown as on the screen; --mask hides them. With --demo there is no ledger to set up.

      EXAMPLES
        churntop frame overview --size 120x36
        churntop frame subscribers --filter state:grace --glyphs ascii
        churntop frame detail mei@example.com --format svg --mask > mei.svg
        churntop frame due --as-of -3d --keys 'j j w' --format html > why.html
        churntop frame metrics --demo --format svg --theme nord > metrics.svg
        churntop frame overview --demo --script tour.script --format svg > tour.svg

      A script has the instructions of 'churntop demo --script'; keys have their default
      meanings, and nothing is written into the ledger. --format text prints the screens that
      'show' records, or the last one.
      """.flowed)

  @Argument(help: ArgumentHelp("The screen.", valueName: "screen"))
  var screen: Screen
  @Argument(
    help: ArgumentHelp(
      "The subscriber of 'detail'; the first of the list by default.", valueName: "id"),
    completion: LedgerCompletion.subscribers)
  var subscriber: String?
  @Option(help: ArgumentHelp("Columns and rows. Default: 120x36.", valueName: "size"))
  var size: String?
  @Option(help: ArgumentHelp("text, ansi, svg, html or asciicast.", valueName: "format"))
  var format: FrameFormat = .text
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The subscriber of 'detail', as the argument.", visibility: .hidden))
  var id: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only subscribers that match.", valueName: "expr"))
  var filter: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Press keys first, such as 'j j Enter'.", valueName: "keys"))
  var keys: String?
  @Option(
    help: ArgumentHelp("Press the keys of a script first.", valueName: "file"),
    completion: .file())
  var script: String?
  @Flag(help: "Hide names and mail addresses.")
  var mask = false
  @OptionGroup(title: "A simulated world") var world: FrameWorldOptions
  @OptionGroup var looks: AppearanceOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let play = try FramePlay(keys: keys, scriptPath: script)
    let size = try size.map(Self.size) ?? play.size
    _ = try FilterText.parse(filter, about: screen == .events ? .events : .subscribers)
    guard subscriber == nil || screen == .detail else {
      throw CommandError.notUnderstood(
        "frame: only 'detail' shows one subscriber. For a list use --filter.")
    }
    let job = FrameJob(
      screen: screen, subscriber: subscriber ?? id, filter: filter ?? "", size: size,
      format: format, masks: mask, play: play, looks: looks)
    if world.demo {
      try world.run(job, common, display, asOf: time.asOf)
    } else {
      try world.checkThatDemoIsNotMeant()
      try job.run(Session(common.values(display), asOf: time.asOf))
    }
  }

  /// Parses columns and rows, such as `120x36`.
  private static func size(_ text: String) throws(CommandError) -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...1000).contains(width), (1...1000).contains(height)
    else {
      throw .notUnderstood("--size: '\(text)' is not a size from 1x1 to 1000x1000. Write 120x36.")
    }
    return Size(width: width, height: height)
  }
}

extension Screen: ExpressibleByArgument {}

/// The options for pictures of the demo's world.
struct FrameWorldOptions: ParsableArguments {
  @Flag(help: "Draw the world of 'churntop demo'; no ledger is read.")
  var demo = false
  @Option(help: ArgumentHelp("The seed of its world.", valueName: "n"))
  var seed: UInt64?
  @Option(help: ArgumentHelp("How many subscribers it has, up to 100000.", valueName: "n"))
  var subscribers: Int?

  /// The time after the demo's start up to which its world can be drawn.
  private static let future = Duration.days(60)

  /// Throws if options of the world are given without it.
  func checkThatDemoIsNotMeant() throws(CommandError) {
    guard seed != nil || subscribers != nil else { return }
    throw .notUnderstood("--seed and --subscribers are about the demo's world; add --demo.")
  }

  /// Draws a simulated world at an instant, by default that of the demo's start.
  func run(
    _ job: FrameJob, _ common: CommonOptions, _ display: DisplayOptions, asOf: String?
  ) throws {
    guard common.ledger == nil else {
      throw CommandError.notUnderstood("--demo has a ledger of its own; leave --ledger out.")
    }
    let subscribers = subscribers ?? SimulatedWorld.defaultSubscribers
    guard (1...100_000).contains(subscribers) else {
      throw CommandError.notUnderstood("--subscribers: use a number from 1 to 100000.")
    }
    let world = try SimulatedWorld(
      seed: seed ?? SimulatedWorld.defaultSeed, subscribers: subscribers)
    let instant =
      try asOf.map { text throws(CommandError) in
        let zone = try Session(display.values(ledger: nil, readonly: nil), damage: .ignored).time
          .zone
        return try TimeExpression.parse(text, now: world.start, in: zone, option: "--as-of")
      } ?? world.start
    guard (world.now...world.start + Self.future).contains(instant) else {
      throw CommandError.notUnderstood(
        "--as-of: the demo's world runs from \(world.now.rfc3339) to "
          + "\((world.start + Self.future).rfc3339).")
    }
    let folder = try DemoFolder(in: Dependencies.current.temporaryFolder)
    defer { folder.remove() }
    try EndingSignals.removing(folder) {
      var session = try Session(
        display.values(ledger: folder.ledger, readonly: false), asOf: instant.rfc3339)
      session.fallBack(on: DemoRates.table)
      let ledger = try session.open(.creating)
      var feed = try DemoFeed(world: world, ledger: ledger)
      try feed.run(to: instant)
      _ = try ledger.advance(to: instant)
      try job.run(session, demo: ledger)
    }
  }
}
