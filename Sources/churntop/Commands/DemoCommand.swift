import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import StoreSimulator
import SubscriptionCore
import TerminalUI

/// `churntop demo`: runs the dashboard on a simulated world.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Run the dashboard on a simulated world in a temporary ledger; needs no set-up.",
    discussion: """
      Both stores send what they really send, signed by a simulated Apple, and it is read as by
      'churntop import'. The clock runs at an hour a second; , and . change its speed. Without a
      terminal the world is loaded and its Overview printed. Nothing is left behind but what you
      copy or write to a file. Of more than 2000 subscribers the first are shown at once, while
      the rest follow.

      EXAMPLES
        churntop demo
        churntop demo --seed 7 --subscribers 500 --speed 6h/s
        churntop demo --for 30s
        churntop demo | cat
        churntop demo --tour
        churntop demo --tour support
        churntop demo --script tour.script --asciicast tour.cast

      A tour has three tracks of about 90 seconds: ops, support and policy. Space pauses it, n goes
      on, N skips a track, Esc leaves the rest to you. Without a terminal it is printed as text.

      A script has one instruction a line: key j Enter, type TEXT, command TEXT, wait 2s,
      expect TEXT, expect not TEXT, within 30s, pace 300ms, size 100x30, caption TEXT, show, stay.
      It ends with status 1 where the screen is not as expected.
      """.flowed)

  @Option(
    help: ArgumentHelp("The seed of the world; the same seed gives the same world.", valueName: "n")
  )
  var seed: UInt64 = SimulatedWorld.defaultSeed
  @Option(help: ArgumentHelp("How many subscribers, up to 100000.", valueName: "n"))
  var subscribers: Int = SimulatedWorld.defaultSubscribers
  @Option(
    help: ArgumentHelp(
      "How fast time runs: 1d/s, 6h/s, 0 for paused. Default: 1h/s; 1m/s in a tour.",
      valueName: "speed"))
  var speed: String?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End after this time: 30s, 5m.", valueName: "length"))
  var length: String?
  @Option(
    help: ArgumentHelp(
      "Press the keys of a script and check what it expects; without a terminal too.",
      valueName: "file"),
    completion: .file())
  var script: String?
  @Flag(help: "Show the dashboard in a guided tour with captions.")
  var tour = false
  @Argument(
    help: ArgumentHelp(
      "The track of the tour: ops, support or policy; all by default.", valueName: "track"))
  var track: DemoTrack?
  @OptionGroup var looks: AppearanceOptions
  @OptionGroup var recording: RecordingOptions
  @OptionGroup var access: AccessOptions
  @OptionGroup(title: "Common") var common: DisplayOptions

  func run() async throws {
    let pace = speed ?? (tour ? "1m/s" : "1h/s")
    guard let speed = DashboardClock.speed(pace) else {
      throw CommandError.notUnderstood(
        "--speed: '\(pace)' is not a speed. Write 1d/s, 6h/s, 30m/s or 0.")
    }
    let length = try length.map { text throws(CommandError) in
      try TimeExpression.duration(text, option: "--for")
    }
    guard (1...100_000).contains(subscribers) else {
      throw CommandError.notUnderstood("--subscribers: use a number from 1 to 100000.")
    }
    let script = try script.map(ScriptRun.init(path:))
    let tracks = try tracks
    let world = try SimulatedWorld(seed: seed, subscribers: subscribers)
    let folder = try DemoFolder(in: Dependencies.current.temporaryFolder)
    defer { folder.remove() }
    var session = try Session(
      common.values(ledger: folder.ledger, readonly: false), asOf: world.start.rfc3339,
      damage: Dependencies.current.canDrawScreens ? .ignored : .refused)
    session.fallBack(on: DemoRates.table)
    _ = try AppearanceSettings(session, looks, for: .demo)
    let ledger = try session.open(.creating)
    let feed = try DemoFeed(world: world, ledger: ledger)
    let isDrawn = script != nil || session.dependencies.canDrawScreens
    try recording.checkThatScreensAreDrawn(isDrawn)
    if script == nil, let reason = try session.linearReason(access) {
      return try EndingSignals.removing(folder) {
        let tour = tracks.map { LinearTour($0, waits: true) }
        try LinearRun(session, because: reason).run(feed, ledger: ledger, tour: tour)
      }
    }
    guard isDrawn else {
      return try EndingSignals.removing(folder) {
        guard let tracks else { return try Self.printOverview(feed, session, ledger) }
        try LinearRun(session, because: "The tour as text, since the output is not a terminal.")
          .run(feed, ledger: ledger, tour: LinearTour(tracks, waits: false))
      }
    }
    let demo = DemoRun(feed: feed, speed: speed, length: length, folder: folder)
    try await DashboardRun(
      session, looks, for: script == nil ? .demo : .frames, recording: recording, script: script,
      tour: tracks?.player
    )
    .run(demo, ledger: ledger)
  }

  /// The tracks of the tour; `nil` without a tour.
  private var tracks: [DemoTrack]? {
    get throws(CommandError) {
      guard tour else {
        guard let track else { return nil }
        throw .notUnderstood("'\(track)' is a track of the tour: churntop demo --tour \(track)")
      }
      guard script == nil else { throw .notUnderstood("--tour and --script exclude each other.") }
      return track.map { [$0] } ?? DemoTrack.allCases
    }
  }

  /// Loads the history and prints the Overview as text.
  private static func printOverview(
    _ feed: DemoFeed, _ session: Session, _ ledger: any Ledger
  ) throws {
    var feed = feed
    try feed.run(to: feed.start)
    let start = feed.start
    try ledger.advance(to: start)
    let figures = try ledger.figures(at: start)
    let statistics = Statistics(figures: figures, now: feed.start, rates: session.rates)
    try session.output.finish(statistics.text(session.time, ink: session.ink))
  }
}
