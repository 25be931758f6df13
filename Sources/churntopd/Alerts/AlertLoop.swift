import EventLedger
import Logging
import StoreClients
import SubscriptionCore

/// Measures the alerts' figures again and again, and tells what changed.
struct AlertLoop: Sendable {
  /// The rules.
  let rules: [AlertRule]
  /// The ledger.
  let ledger: any Ledger
  /// Which alerts are on.
  let book: AlertStateStore
  /// Who delivers.
  let sender: AlertSender
  /// The present.
  let clock: @Sendable () -> Timestamp
  /// Waits that long; throws when the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// What an operator reads.
  let logger: Logger

  /// How often the figures are measured.
  static let every = Duration.minutes(1)

  /// Runs until the task is cancelled; a rule that is told slowly holds no other up.
  func run() async {
    await withTaskGroup { group in
      for rule in rules {
        group.addTask {
          while !Task.isCancelled {
            await once(rule)
            do { try await sleep(Self.every) } catch { return }
          }
        }
      }
    }
  }

  /// Measures a rule once and delivers what is to be told.
  func once(_ rule: AlertRule) async {
    let (ledger, now) = (ledger, clock())
    let measured = await BlockingExecutor.run { () -> Result<AlertFigure?, LedgerError> in
      Result { () throws(LedgerError) in
        try AlertFigure.measure(rule.trigger, in: ledger, at: now)
      }
    }
    switch measured {
    case .success(let figure?): await take(figure, of: rule, at: now)
    case .success(nil): break
    case .failure(let error): logger.error("the alert '\(rule.name)' is not measured: \(error)")
    }
  }

  private func take(_ figure: AlertFigure, of rule: AlertRule, at now: Timestamp) async {
    let (telling, problem) = await book.take(figure, of: rule, at: now)
    if let problem { logger.error("the alerts' states are not kept: \(problem)") }
    guard let telling else { return }
    let message = AlertMessage(rule, telling, figure, at: now)
    logger.notice("alert", metadata: ["name": "\(rule.name)", "state": "\(telling.rawValue)"])
    for failure in await sender.deliver(message, by: rule.channel) {
      logger.error("the alert '\(rule.name)' did not arrive: \(failure)")
    }
  }
}

extension Daemon {
  /// Measures and tells what the configuration asks for.
  func alertLoop() -> AlertLoop {
    let sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    return AlertLoop(
      rules: configuration.alerts, ledger: ledger,
      book: AlertStateStore(path: configuration.alertsPath), sender: AlertSender(dependencies),
      clock: dependencies.clock, sleep: sleep, logger: logger)
  }
}

extension AlertSender {
  /// Creates a courier that delivers for real.
  init(_ dependencies: Dependencies) {
    self.init(
      transport: ClientDependencies(dependencies).transport, environment: dependencies.environment,
      clock: dependencies.clock, sleep: { try await Task.sleep(for: $0) })
  }
}
