import ArgumentParser
import Logging
import ProgramConventions
import UnixSignals

/// Runs the daemon.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Hear the stores, ask them, and answer the app's backend.",
    discussion: """
      Listens without TLS: put it behind a proxy that ends TLS. SIGTERM and SIGINT stop it \
      gracefully: requests that were begun are answered and stored first. It writes its log to \
      standard error, one line an event, without secrets and without anything of a subscriber.

      SIGHUP (systemctl reload churntopd) reads the configuration with its keys, roots and tokens \
      again: as a whole, or, with the reason in the log, not at all. 'ledger', and of [server] \
      'host', 'port', 'connections', 'idleTime', 'waiting' and 'pushKeys', take a restart.

      CHURNTOPD_LOG=debug says more.
      """)

  @OptionGroup var file: ConfigurationOption

  func run() async throws {
    let dependencies = Dependencies.current
    // Before the configuration is read, so that no change after that goes unheard.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    let check = ConfigurationCheck(path: file.config, dependencies: dependencies)
    let daemon = try Daemon(
      check, dependencies: dependencies, logger: LineLogHandler.logger(dependencies))
    for note in check.notes { daemon.logger.notice("\(note)") }
    do {
      try await daemon.serve(hangups: hangups) { port in
        daemon.logger.info("listening", metadata: ["port": "\(port)"])
      }
    } catch let error as CommandError {
      throw error
    } catch {
      let server = daemon.configuration.server
      throw CommandError.failed("cannot serve at \(server.host):\(server.port): \(error)")
    }
  }
}
