import ArgumentParser
import Foundation
import Logging
import ProgramConventions
import SimulatedStores
import SubscriptionCore
import Webhook

/// `churntopd simulate`: runs the daemon with fake stores, without any credentials.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run the daemon with a fake App Store and a fake Google Play on this machine.",
    discussion: """
      Nothing leaves this machine and no credentials are needed. The fake stores begin a day in \
      the past, run through it in half a minute, and go on in real time; the daemon works with \
      them as with the real ones. Open its ledger with the command that is printed: it stays, \
      with all that is recorded in it, until the next simulation in the same folder replaces it. \
      Any other client may query the stores too, such as their own libraries, at the addresses \
      in the configuration.

      EXAMPLES
        churntopd simulate
        churntopd simulate --speed 360          the past day in four minutes
        churntopd simulate --folder /tmp/churn --port 8099 --subscribers 500
      """)

  @Option(
    help: ArgumentHelp(
      "The folder of ledger, keys and configuration; by default churntopd-simulation among the "
        + "temporary files.", valueName: "folder"))
  var folder: String?
  @Option(help: "The port that the daemon listens at.") var port = 8_080
  @Option(help: "How many subscribers the fake stores have.") var subscribers = 400
  @Option(help: "The seed of the simulated world.") var seed: UInt64 = 2_026
  @Flag(help: "Let the daemon pull Google Play's notifications; none is pushed.") var pull = false
  @Option(help: "How many times as fast the past day runs.") var speed: Int64 = 4_000

  /// The message at the end of the past day.
  private var presentWords: String {
    let again =
      speed > Self.watchableSpeed
      ? "with --speed \(Self.watchableSpeed) the day before takes four minutes"
      : "start again for another day"
    return "the fake stores live in the present, where news is rare; \(again)"
  }

  /// The speed at which the past day can be watched: four minutes of it.
  private static let watchableSpeed: Int64 = 360

  /// The messages when the daemon listens.
  ///
  /// - Parameters:
  ///   - place: The folder.
  ///   - end: The time of the system clock at which the past day is over.
  /// - Returns: The lines.
  private func welcome(_ place: SimulationFolder, until end: Timestamp) -> [String] {
    [
      "the last 24 hours of the fake stores pass until \(end.rfc3339.prefix(16).suffix(5)) UTC; "
        + "the lines below have the stores' time",
      "look at it in another terminal: churntop --ledger \(place.ledger)",
      "its configuration: \(place.configuration)",
      "stop it with ^C; the ledger stays until the next simulation in \(place.path)",
    ]
  }

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("--port is from 1 to 65535.") }
    guard (1...20_000).contains(subscribers) else {
      throw ValidationError("--subscribers is from 1 to 20000.")
    }
    guard (1...100_000).contains(speed) else {
      throw ValidationError("--speed is from 1 to 100000.")
    }
  }

  /// Checks that the port is free, as the ledger of an earlier simulation is removed before the
  /// daemon listens there.
  private func checkPort() throws(CommandError) {
    guard let error = ListenError.probe(host: "127.0.0.1", port: port) else { return }
    throw .failed("\(error). \(error.remedy)")
  }

  func run() async throws {
    let real = Dependencies.current
    let began = real.clock()
    let clock = AcceleratedClock(start: began - .days(1), began: began, speed: speed)
    var dependencies = real
    dependencies.clock = { clock.shows(at: real.clock()) }
    let place = try SimulationFolder(
      folder ?? NSTemporaryDirectory() + "churntopd-simulation")
    if try place.clear(after: checkPort) {
      diagnostics.say("the ledger of the earlier simulation in \(place.path) is replaced")
    }
    try place.write(clock)
    let stores = try FakeStores(
      seed: seed, subscribers: subscribers, start: clock.start, clientClock: real.clock,
      clock: dependencies.clock)
    diagnostics.say("the fake stores' past is made")
    let present = dependencies
    let (port, pull) = (port, pull)
    try await FakeStoreServer.serving(stores) { addresses in
      let target = try await place.write(stores, at: addresses, port: port, pulls: pull)
      let daemon = try Daemon(
        ConfigurationCheck(path: place.configuration, dependencies: present),
        dependencies: present, logger: LineLogHandler.logger(present))
      let post = Task {
        var isPresent = false
        while !Task.isCancelled {
          let now = real.clock()
          let wasPresent = isPresent
          isPresent = clock.shows(at: now) == now
          _ = try? await stores.deliverDue(to: target, by: HTTPPoster.post)
          if isPresent, !wasPresent { diagnostics.say(presentWords) }
          try await Task.sleep(for: .milliseconds(500))
        }
      }
      defer { post.cancel() }
      try await daemon.serve { _ in
        let end = began + .milliseconds(Duration.days(1).wholeMilliseconds / speed)
        for line in welcome(place, until: end) { diagnostics.say(line) }
      }
    }
  }
}
