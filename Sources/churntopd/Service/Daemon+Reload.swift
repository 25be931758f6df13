import ConfigurationFiles
import EventLedger
import Logging
import ProgramConventions
import StoreSync
import SubscriptionCore
import UnixSignals
import Webhook

/// The reload of the configuration while the daemon runs.
extension Daemon {
  /// Runs the loops of the configuration until the task is cancelled, and reloads the configuration
  /// with its keys, roots and tokens at each signal, as a whole or not at all.
  func follow(
    _ hangups: UnixSignalsSequence?, _ server: WebhookServer, _ watch: TokenWatch?
  ) async {
    var daemon = self
    var loops = daemon.startLoops(server, watch)
    if let hangups {
      for await _ in hangups {
        guard let next = await daemon.reload(server) else { continue }
        // The previous loops have to end first, since both write the same files.
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

  /// Starts the loops that query the stores and send alerts.
  private func startLoops(_ server: WebhookServer, _ watch: TokenWatch?) -> Task<Void, Never> {
    Task {
      await withTaskGroup { group in
        if let watch { group.addTask { await tokenLoop(watch, server) } }
        if !clients.pulled.isEmpty { group.addTask { await pullLoops(server) } }
        // The work of the one daemon with the lease.
        group.addTask { await lease.whileHeld { await syncLoop().run() } }
        group.addTask { await lease.whileHeld { await productLoop().run() } }
        if !configuration.receivers.isEmpty {
          group.addTask { await lease.whileHeld { await deliveryLoop().run() } }
        }
        group.addTask { await lease.whileHeld { await alertLoop().run() } }
      }
    }
  }

  /// Reads the configuration again and applies it to the server.
  ///
  /// - Returns: The daemon that continues, with its tokens; `nil` if the new configuration has a
  ///   problem, so that the present one remains in force as a whole.
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

  /// The reasons that a configuration is rejected, a line each.
  struct Refusal: Error {
    let lines: [String]
  }

  /// Performs everything that can fail; the changes of the ledger's policy and of the time for
  /// which its outbox keeps changes come last.
  func readAgain() -> Result<(Daemon, Tokens, [String]), Refusal> {
    let check = ConfigurationCheck(
      path: configuration.path, dependencies: dependencies, metrics: metrics, isRunning: true)
    // What could not be read has the value of a configuration that is empty.
    let problems =
      check.problems.isEmpty
      ? check.configuration.problemsWithoutStart(from: configuration) : check.problems
    guard problems.isEmpty else { return .failure(Refusal(lines: problems.map(\.sentence))) }
    do {
      let tokens = try Tokens(check.configuration)
      if let changed = try Self.apply(check.configuration, after: configuration, to: ledger) {
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

  /// Applies the policy of a configuration and the time that its outbox keeps changes: both, or
  /// neither.
  ///
  /// - Returns: The number of rows that the policy changed; `nil` if it was in force already.
  static func apply(
    _ next: DaemonConfiguration, after former: DaemonConfiguration, to ledger: any Ledger
  ) throws(LedgerError) -> Int? {
    try ledger.setOutboxRetention(next.changes.retention)
    do throws(LedgerError) {
      return try ledger.adopt(next.policy)
    } catch {
      // A policy that fails leaves every row as it was; the time, in a write of its own, does not.
      try? ledger.setOutboxRetention(former.changes.retention)
      throw error
    }
  }

  /// Records in the metrics whether the latest configuration is in force.
  func noteConfiguration(isTaken: Bool) {
    metrics.set(.configurationTaken, to: isTaken ? 1 : 0)
    guard isTaken else { return }
    metrics.set(.configurationTakenAt, to: dependencies.clock().milliseconds / 1_000)
  }
}
