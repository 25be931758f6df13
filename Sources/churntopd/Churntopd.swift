import ArgumentParser
import Foundation
import ProgramConventions
import Webhook

/// The daemon: it hears the stores, asks them, and answers the app's backend.
@main
struct Churntopd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "churntopd",
    abstract: "Hears the App Store and Google Play, asks them, and keeps churntop's ledger.",
    discussion: """
      FIRST STEPS churntopd check-config --config FILE    what is wrong before anything starts \
      churntopd serve --config FILE           run it; see the systemd unit beside the sample

      EXIT STATUS 0 done  1 failed  2 not understood  3 done, but something needs a look  64 wrong \
      usage
      """,
    version: "churntopd 0.1.0",
    subcommands: [
      ServeCommand.self, SyncCommand.self, CheckConfigCommand.self, TokenCommand.self,
      AlertsCommand.self, DeliveriesCommand.self, SimulateCommand.self, OpenAPICommand.self,
    ])

  /// Runs the command that the arguments name, and ends with the status of the contract.
  static func main() async {
    // The ledger and what lies beside it tell of customers: nobody but its user and group reads it.
    umask(umask(0) | 0o007)
    MallocTuning.bound()
    // Whoever reads what is printed may leave; that is no reason to stop hearing the stores.
    signal(SIGPIPE, SIG_IGN)
    // Neither is a limit on the length of files, which is answered like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as CommandError {
      diagnostics.end(error)
    } catch {
      exit(withError: error)
    }
  }
}
