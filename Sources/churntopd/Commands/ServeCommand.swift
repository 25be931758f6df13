import ArgumentParser
import Logging
import ProgramConventions
import UnixSignals

/// `churntopd serve`: runs the daemon.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the daemon: receive notifications, query the stores, answer the app's backend.",
    discussion: """
      Listens without TLS: put it behind a proxy that ends TLS. SIGTERM and SIGINT stop it \
      gracefully: requests in progress are answered and stored first. It writes its log to \
      standard error, one line an event, without secrets and without data of a subscriber.

      SIGHUP (systemctl reload churntopd) reads the configuration with its keys, roots and tokens \
      again: as a whole, or, with the reason in the log, not at all. 'ledger', and of [server] \
      'host', 'port', 'connections', 'idleTime', 'queueMax' and 'pushKeys', require a restart.

      CHURNTOPD_LOG=debug logs more.
      """)

  @OptionGroup var file: ConfigurationOption

  func run() async throws {
    let dependencies = Dependencies.current
    // The handler is installed before the configuration is read, so that no later change is missed.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    let check = ConfigurationCheck(path: file.config, dependencies: dependencies)
    let daemon = try Daemon(
      check, dependencies: dependencies, logger: LineLogHandler.logger(dependencies))
    for note in check.notes { daemon.logger.notice("\(note)") }
    do {
      try await daemon.serve(hangups: hangups)
    } catch let error as CommandError {
      throw error
    } catch {
      let server = daemon.configuration.server
      throw CommandError.failed("cannot serve at \(server.host):\(server.port): \(error)")
    }
  }
}
