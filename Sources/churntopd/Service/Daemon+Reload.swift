import ConfigurationFiles
import EventLedger
import LedgerSQLite
import Logging
import ProgramConventions
import StoreSync
import SubscriptionCore
import UnixSignals
import Webhook

/// The daemon as one that takes another configuration over while it runs.
extension Daemon {
  /// Runs what the configuration asks for until the task is cancelled, and reads the configuration
  /// again at each signal: its keys, roots and tokens with it, all of it or nothing.
  func follow(
    _ hangups: UnixSignalsSequence?, _ server: WebhookServer, _ watch: TokenWatch?
  ) async {
    var daemon = self
    var loops = daemon.startLoops(server, watch)
    if let hangups {
      for await _ in hangups {
        guard let next = await daemon.reload(server) else { continue }
        // The former ones are waited for, since both write the same files.
        loops.cancel()
        await loops.value
        daemon = next.daemon
        loops = daemon.startLoops(server, next.tokens.watch)
      }
    } else {
      await withTaskCancellationHandler {
        await loops.value
      } onCancel: { [loops] in
        loops.cancel()
      }
    }
    loops.cancel()
    await loops.value
  }

  /// Starts what asks the stores and tells of alerts.
  private func startLoops(_ server: WebhookServer, _ watch: TokenWatch?) -> Task<Void, Never> {
    Task {
      await withTaskGroup { group in
        if let watch { group.addTask { await tokenLoop(watch, server) } }
        if !clients.pulled.isEmpty { group.addTask { await pullLoops(server) } }
        // What only one daemon on a ledger does.
        group.addTask { await lease.whileHeld { await syncLoop().run() } }
        group.addTask { await lease.whileHeld { await productLoop().run() } }
        if !configuration.receivers.isEmpty {
          group.addTask { await lease.whileHeld { await deliveryLoop().run() } }
        }
        if !configuration.alerts.isEmpty {
          group.addTask { await lease.whileHeld { await alertLoop().run() } }
        }
      }
    }
  }

  /// Reads the configuration again and lets the server answer by it.
  ///
  /// - Returns: The daemon that goes on, with its tokens; `nil` where something is wrong with the
  ///   new configuration, so that the present one stays as a whole.
  private func reload(_ server: WebhookServer) async -> (daemon: Daemon, tokens: Tokens)? {
    switch await BlockingExecutor.run({ readAgain() }) {
    case .failure(let refusal):
      for line in refusal.lines { logger.error("the configuration stays as it was: \(line)") }
      noteConfiguration(isTaken: false)
      return nil
    case .success(let (daemon, tokens, notes)):
      server.replaceSettings(daemon.settings(tokens.book), daemon.webhookParts())
      for note in notes { logger.notice("\(note)") }
      logger.notice("the configuration was read again")
      noteConfiguration(isTaken: true)
      return (daemon, tokens)
    }
  }

  /// Why a configuration is not taken over, a line each.
  private struct Refusal: Error {
    let lines: [String]
  }

  /// Everything that can fail; the ledger's rows come last, which follow the new policy after it.
  private func readAgain() -> Result<(Daemon, Tokens, [String]), Refusal> {
    let check = ConfigurationCheck(
      path: configuration.path, dependencies: dependencies, metrics: metrics, isRunning: true)
    let problems =
      check.problems + check.configuration.problemsWithoutStart(from: configuration)
    guard problems.isEmpty else { return .failure(Refusal(lines: problems.map(\.sentence))) }
    do {
      let tokens = try Tokens(check.configuration)
      if let changed = try ledger.adopt(check.configuration.policy) {
        logger.notice(
          "the rules of the configuration are new to this ledger",
          metadata: ["changed": "\(changed)"])
      }
      return .success((Daemon(check, after: self), tokens, check.notes))
    } catch let error as CommandError {
      return .failure(Refusal(lines: error.lines))
    } catch {
      return .failure(Refusal(lines: ["\(error)"]))
    }
  }

  /// Notes whether the configuration that was read last is the one in force.
  func noteConfiguration(isTaken: Bool) {
    metrics.set(.configurationTaken, to: isTaken ? 1 : 0)
    guard isTaken else { return }
    metrics.set(.configurationTakenAt, to: dependencies.clock().milliseconds / 1_000)
  }
}
