import EventLedger
import Logging
import StoreClients
import SubscriptionCore

/// A loop that measures the alerts' figures every minute and sends what changed.
struct AlertLoop: Sendable {
  let rules: [AlertRule]
  let ledger: any Ledger
  /// The names of the configured receivers.
  let receivers: Set<String>
  /// The persistent states of the alerts.
  let book: AlertStateStore
  let sender: AlertSender
  /// Returns the current time.
  let clock: @Sendable () -> Timestamp
  /// Sleeps for a duration; throws if the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The log.
  let logger: Logger

  /// The interval between measurements.
  static let every = Duration.minutes(1)

  /// Runs until the task is cancelled; a slow channel of one rule delays no other rule.
  func run() async {
    for name in await book.removeFormer(except: rules) {
      logger.notice(
        """
        the alert '\(name)' was firing and is not configured any more, so that no message says \
        when it clears: close its incident
        """)
    }
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

  /// Measures a rule once and sends its notification.
  func once(_ rule: AlertRule) async {
    let (ledger, receivers, now) = (ledger, receivers, clock())
    do throws(LedgerError) {
      let figure = try await BlockingExecutor.attempt { () throws(LedgerError) in
        try AlertFigure.measure(rule.trigger, in: ledger, receivers: receivers, at: now)
      }
      await take(figure, of: rule, at: now)
    } catch {
      logger.error("the alert '\(rule.name)' is not measured: \(error)")
    }
  }

  private func take(_ figure: AlertFigure?, of rule: AlertRule, at now: Timestamp) async {
    let (telling, problem) = await book.take(figure, of: rule, at: now)
    if let problem { report(problem) }
    guard let telling else { return }
    let message = AlertMessage(rule, telling, figure ?? .unmeasured(rule), at: now)
    logger.notice("alert", metadata: ["name": "\(rule.name)", "state": "\(telling.rawValue)"])
    let failures = await sender.deliver(message, by: rule.channel)
    for failure in failures {
      logger.error("the alert '\(rule.name)' did not arrive: \(failure)")
    }
    // An alert that no channel accepted is sent again a minute later.
    guard failures.count < rule.channel.receivers.count else { return }
    if let problem = await book.note(telling, of: rule, at: now) { report(problem) }
  }

  private func report(_ problem: any Error) {
    logger.error("the alerts' states are not saved: \(problem)")
  }
}

extension Daemon {
  /// Returns the loop for the alerts of the configuration.
  func alertLoop() -> AlertLoop {
    let sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    return AlertLoop(
      rules: configuration.alerts, ledger: ledger,
      receivers: Set(configuration.receivers.map(\.name)),
      book: AlertStateStore(path: configuration.alertsPath(dependencies.environment)),
      sender: AlertSender(dependencies),
      clock: dependencies.clock, sleep: sleep, logger: logger)
  }
}

extension AlertSender {
  /// Creates a sender with the network and the clock of this process.
  init(_ dependencies: Dependencies) {
    self.init(
      transport: URLSessionTransport(bytesMax: URLSessionTransport.ignoredBytesMax),
      environment: dependencies.environment, clock: dependencies.clock,
      sleep: { try await Task.sleep(for: $0) })
  }
}
