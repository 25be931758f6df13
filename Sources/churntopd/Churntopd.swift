import ArgumentParser
import Cryptography
import EventLedger
import Foundation
import ProgramConventions
import Webhook

/// The daemon's program: it receives notifications, queries the stores, and answers the app's
/// backend.
@main
struct Churntopd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "churntopd",
    abstract:
      "Receives the stores' notifications, queries their APIs and writes churntop's ledger.",
    discussion: """
      FIRST STEPS
        churntopd simulate                      see it at work with fake stores
        churntopd check-config --config FILE    check configuration, keys and stores
        churntopd serve --config FILE           run it, as the systemd unit does

      Manual page: churntopd man

      EXIT STATUS
        0 done  1 failed  2 not understood  3 done, but something needs a look
        4 not found or ambiguous  64 wrong usage  141 the reader left
      """.flowed,
    version: ProgramVersion.line(of: "churntopd"),
    subcommands: [
      ServeCommand.self, SyncCommand.self, CheckConfigCommand.self, TokenCommand.self,
      AlertsCommand.self, DeliveriesCommand.self, SimulateCommand.self, OpenAPICommand.self,
      ManCommand.self,
    ])

  /// Runs the command of the arguments and exits with its status.
  static func main() async {
    // Ledger and checkpoints contain customer data: only the owner and the group may read them.
    umask(umask(0) | 0o007)
    MallocTuning.bound()
    OpenSSL.keepUntilTheEnd()
    // A closed pipe of the log must not stop the daemon.
    signal(SIGPIPE, SIG_IGN)
    // Neither must a limit on the size of files, which is handled like a full disk.
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
    } catch let error as LedgerError {
      diagnostics.end(CommandError(error))
    } catch {
      diagnostics.widenHelp()
      if exitCode(for: error).isSuccess { diagnostics.end(printing: fullMessage(for: error)) }
      diagnostics.end(usage: fullMessage(for: error), status: exitCode(for: error).rawValue)
    }
  }
}
