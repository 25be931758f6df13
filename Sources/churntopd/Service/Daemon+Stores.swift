import EventLedger
import Intake
import Logging
import StorePayloads
import StoreSync
import SubscriptionCore
import Webhook

#if Postgres
  import LedgerPostgres
#endif

/// The queries of the daemon to the stores.
extension Daemon {
  /// Returns the intake of the stores' answers about one app, which accepts no other app.
  func takeIn(_ store: Store, app: AppID, environment: StoreEnvironment? = nil) -> TakeIn {
    let trust: TrustPolicy
    switch store {
    case .appStore:
      trust = TrustPolicy(
        mode: .required, roots: clients.roots(of: app), bundle: app,
        environment: environment)
    case .googlePlay: trust = TrustPolicy(mode: .signed, bundle: app)
    }
    let (commitQueue, intake) = (commitQueue, Intake(ledger: ledger, trust: trust))
    return { (documents, origin, now) throws(LedgerError) in
      try await commitQueue.take(documents, by: intake, origin: origin, now: now)
    }
  }

  /// The apps that can be queried, each in its environments.
  var connections: [StoreConnection] {
    let appStore = clients.appStore.map { app in
      StoreConnection(
        app.client, bundle: app.app.bundle, environment: app.environment,
        takeIn: takeIn(.appStore, app: app.app.bundle, environment: app.environment))
    }
    let googlePlay = clients.googlePlay.map { app in
      StoreConnection(
        app.client, package: app.app.package,
        takeIn: takeIn(.googlePlay, app: app.app.package))
    }
    return appStore + googlePlay
  }

  func syncRun() -> SyncRun {
    SyncRun(
      connections: connections,
      policy: SyncPolicy(
        lookupsMax: configuration.sync.maxLookupsPerRun,
        answerTTL: configuration.sync.answerTTL),
      store: checkpointStore, clock: dependencies.clock)
  }

  /// The storage of the sync checkpoints: a ledger on a server has them beside the lease, unless
  /// the configuration names a file.
  private var checkpointStore: any SyncCheckpointStore {
    let errors = errors
    let tell: @Sendable (String) -> Void = { errors.tell(.warning, $0) }
    let file = SyncCheckpointFile(
      path: configuration.checkpointsPath(dependencies.environment), tell: tell)
    #if Postgres
      if configuration.sync.checkpoints == nil, let ledger = ledger as? PostgresLedger {
        return SharedCheckpoints(ledger, former: file, tell: tell)
      }
    #endif
    return file
  }

  /// The reason for which the stores' histories are read from the start again.
  static let restartWords =
    "the ledger lacks what the sync checkpoints call stored, as after it was put back from a "
    + "backup: the stores' histories are read again from the start"

  /// Returns a reminder that the stores name erased people again, if the ledger knows of erasures.
  ///
  /// A ledger from a backup does not know those that took place after it.
  func erasureWords() throws(LedgerError) -> String? {
    let erasures = try ledger.erasures()
    guard let latest = erasures.last else { return nil }
    return CountText.of(erasures.count, "account was erased", "accounts were erased")
      + ", the latest at \(latest.at.rfc3339), and the stores still name their purchases: run "
      + "'churntop erase' again for each of these people"
  }

  /// Returns the loop that syncs on a schedule, and at once on request.
  func syncLoop() -> SyncLoop {
    let (logger, errors) = (logger, errors)
    return SyncLoop(
      syncRun(), ledger: ledger, every: configuration.sync.every, clock: dependencies.clock,
      jitter: dependencies.jitter, sleep: { try await Task.sleep(for: $0) },
      tell: { report in
        switch report {
        case .ran(let scope, let report):
          for (reason, count) in report.reasons { errors.tell(.warning, reason, times: count) }
          logger.info(
            "the stores were queried",
            metadata: [
              "why": scope == .requests ? "requests" : "schedule", "asked": "\(report.asked)",
              "stored": "\(report.stored)", "refused": "\(report.refused)",
              "failed": "\(report.failed)", "left": "\(report.left)",
              "stopped": "\(report.stops.count)",
            ])
        case .restarted:
          logger.warning("\(Self.restartWords)")
          if let words = try? erasureWords() { logger.warning("\(words)") }
        case .walking(let walk): logger.info("\(walk.words)", metadata: walk.metadata)
        case .lookedUp(let report):
          logger.info(
            "the App Store was queried for orders",
            metadata: [
              "found": "\(report.found)", "absent": "\(report.absent)",
              "failed": "\(report.failed)", "waiting": "\(report.waiting)",
            ])
        case .failed(let error): errors.tell(.error, "the ledger failed: \(error)")
        }
      })
  }

  /// Returns the reader of the stores' product settings.
  func productSync() -> ProductSync { ProductSync(clients.products, clock: dependencies.clock) }

  /// Returns the loop that reads the product settings at the start and once a day.
  func productLoop() -> ProductSyncLoop {
    let (logger, errors) = (logger, errors)
    return ProductSyncLoop(
      productSync(), ledger: ledger, sleep: { try await Task.sleep(for: $0) },
      tell: { report in
        switch report {
        case .ran(let report):
          for (app, error) in report.failures {
            logger.warning("the products of \(app.name) could not be read: \(error)")
          }
          guard !report.facts.isEmpty else { return }
          logger.info(
            "the products' settings were read",
            metadata: [
              "facts": "\(report.facts.values.reduce(0, +))",
              "changed": "\(report.update.products)",
              "subscribers": "\(report.update.subscribers)",
            ])
        case .failed(let error): errors.tell(.error, "the ledger failed: \(error)")
        }
      })
  }

  /// Updates the ledger's rows as time passes, so that changes due to time alone are reported too;
  /// whoever reads the log learns from it when an outage of the ledger was over.
  func clockLoop() async {
    let (ledger, clock) = (ledger, dependencies.clock)
    var failures = 0
    while !Task.isCancelled {
      do throws(LedgerError) {
        try await BlockingExecutor.attempt { () throws(LedgerError) in
          try ledger.advance(to: clock())
        }
        // One that was only busy for a moment is no outage.
        if failures > 1 { errors.tellRecovery("the ledger can be read and written again") }
        failures = 0
      } catch {
        errors.tell(.warning, "the ledger cannot be advanced: \(error)")
        failures += 1
      }
      do { try await Task.sleep(for: .seconds(2)) } catch { return }
    }
  }
}
