import ConfigurationFiles
import EventLedger
import Foundation
import Intake
import Logging
import ProgramConventions
import ServiceLifecycle
import StorePayloads
import StoreSync
import SubscriptionCore
import UnixSignals
import Webhook

/// The parts of one daemon process, built from a valid configuration.
struct Daemon: Sendable {
  private(set) var configuration: DaemonConfiguration
  /// The stores' clients.
  private(set) var clients: StoreClientsBuilder
  /// Clock and randomness.
  let dependencies: Dependencies
  /// The ledger that everything is written to.
  let ledger: any Ledger
  /// The way in, which gathers what arrives at once.
  let commitQueue: CommitQueue
  let metrics: MetricsRegistry
  /// The log.
  let logger: Logger
  /// The log of failures that may repeat.
  let errors: ErrorLog
  /// The health of the receivers of changes.
  let deliveryHealths: DeliveryHealths
  /// The lease, which one of several daemons on a ledger holds.
  let lease: LeaseKeeper

  /// Opens the ledger of a checked configuration for a purpose; where that is only to inspect it,
  /// nothing is written.
  init(
    _ check: ConfigurationCheck, for purpose: DaemonConfiguration.LedgerPurpose = .serving,
    dependencies: Dependencies, logger: Logger
  ) throws {
    guard check.problems.isEmpty else { throw CommandError.configuration(check.problems) }
    (configuration, clients) = (check.configuration, check.clients)
    (self.dependencies, self.logger) = (dependencies, logger)
    (errors, metrics) = (ErrorLog(logger, uptime: dependencies.uptime), check.metrics)
    deliveryHealths = DeliveryHealths()
    var cause: RebuildProgress.Cause?
    ledger = try configuration.openLedger(purpose) { progress in
      guard cause == nil else { return }
      cause = progress.cause
      logger.notice("\(progress.cause)")
    }
    if purpose != .inspecting {
      try ledger.setOutboxRetention(configuration.changes.retention)
      try configuration.prepareLocalFolder(dependencies.environment)
    }
    switch ledger.rebuildState {
    case .current: break
    case .outdated:
      logger.notice(
        "the ledger goes by other rules than this configuration's",
        metadata: ["see": "churntop ledger adopt"])
    case .rebuilt(let changed):
      logger.notice("every subscriber was rebuilt", metadata: ["changed": "\(changed)"])
    }
    lease = Self.leaseKeeper(ledger, dependencies, logger, errors)
    commitQueue = CommitQueue(
      ledger: ledger, limits: CommitQueueLimits(waitingMax: configuration.server.queueMax),
      clock: dependencies.clock, uptime: dependencies.uptime, tell: metrics.note)
    beginCounters()
  }

  /// Creates the successor of a running daemon from a checked configuration.
  init(_ check: ConfigurationCheck, after former: Daemon) {
    self = former
    (configuration, clients) = (check.configuration, check.clients)
    beginCounters()
  }

  /// Begins the counters of the configured stores and receivers with 0, unless they have a value.
  private func beginCounters() {
    let apps = connections.map(\.app)
    metrics.begin(callsOf: Set((apps + clients.products.map(\.app)).map(\.store)))
    for app in apps { metrics.count(.quarantineOmitted, app.name, by: 0) }
    for receiver in configuration.receivers {
      for name in DeliveryAttempt.Outcome.Name.allCases {
        metrics.count(.changePosts, receiver.name, name.rawValue, by: 0)
      }
    }
  }

  /// Serves until a signal asks it to stop; received notifications are stored before it returns.
  ///
  /// Hang-ups reload the configuration; `listening` is called with the port once requests are
  /// accepted.
  func serve(
    hangups: UnixSignalsSequence? = nil,
    listening: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws {
    let tokens = try Tokens(configuration)
    var settings = settings(tokens.book)
    try OpenFiles.secure(&settings.limits)
    let server = WebhookServer(settings, webhookParts())
    var parts: [any Service] = [
      TaskService { await errors.run() }, TaskService { await clockLoop() },
      TaskService { await lease.run() },
      TaskService { await follow(hangups, server, tokens.watch) },
      FormWatch(ledger: ledger, logger: logger),
    ]
    await BlockingExecutor.run { lease.look() }
    // The last service is stopped first: no new requests, then everything else.
    parts.append(server)
    var group = ServiceGroupConfiguration(
      services: parts.map { part in
        ServiceGroupConfiguration.ServiceConfiguration(
          service: part, failureTerminationBehavior: .gracefullyShutdownGroup)
      },
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // Less than systemd waits; unanswered notifications are sent again by the store.
    group.maximumGracefulShutdownDuration = .seconds(20)
    let services = ServiceGroup(configuration: group)
    let told = Task {
      let port = await server.port
      logger.info("listening", metadata: ["port": "\(port)"])
      await listening(port)
    }
    defer { told.cancel() }
    let sign = FeedSign(configuration.address)
    defer { sign?.end() }
    logger.info("churntopd serves", metadata: ["ledger": "\(configuration.address)"])
    noteConfiguration(isTaken: true)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await services.run())
    } catch {
      outcome = .failure(Self.commandError(error) ?? error)
    }
    await commitQueue.close()
    await BlockingExecutor.run { lease.release() }
    try? ledger.close()
    logger.info("churntopd has stopped")
    try outcome.get()
  }

  /// Returns the error of the command for one that ends the daemon, with what to do.
  private static func commandError(_ error: any Error) -> CommandError? {
    switch error {
    case let error as LedgerError: CommandError(error)
    case let error as ListenError:
      .failed("\(error). \(error.remedy)")
    case _: nil
    }
  }

  /// Returns the settings of the server.
  func settings(_ tokens: TokenStore) -> WebhookSettings {
    let server = configuration.server
    var limits = WebLimits()
    limits.bodyMax = server.bodyBytes
    limits.readingMax = server.bodyReadTimeout
    limits.idleMax = server.idleTime
    limits.connectionsMax = server.connections
    let identities = configuration.googlePlay.compactMap { app in
      app.pushAudience.flatMap { audience in
        app.pushAccount.map {
          PushIdentity(package: app.package, audience: audience, serviceAccount: $0)
        }
      }
    }
    return WebhookSettings(
      host: server.host, port: server.port, limits: limits,
      trustedProxies: server.trustedProxies,
      appStoreApps: Dictionary(
        configuration.appStore.map { app in
          let trust = AppTrust(
            environments: Set(app.environments), roots: clients.roots(of: app.bundle),
            appleID: app.appleID)
          return (app.bundle, trust)
        }, uniquingKeysWith: { first, _ in first }),
      pushIdentities: identities, receivers: Set(configuration.receivers.map(\.name)),
      tokens: tokens)
  }

  /// Returns the dependencies of the server.
  func webhookParts() -> WebhookDependencies {
    var rtdns: [AppID: any NotificationEnricher] = [:]
    for play in clients.googlePlay {
      let package = play.app.package
      rtdns[package] = PlayNotificationEnricher(
        api: play.client,
        purchaseToken: { [ledger] (order) async throws(LedgerError) in
          try await BlockingExecutor.attempt { () throws(LedgerError) in
            try ledger.purchaseToken(ofOrder: order, app: package)
          }
        },
        answeredPosition: { [ledger] (rtdn) async throws(LedgerError) in
          try await BlockingExecutor.attempt { () throws(LedgerError) in
            try ledger.answeredPosition(of: rtdn)
          }
        }, patience: configuration.sync.lookupTimeout, clock: dependencies.clock,
        mayAsk: { [lease] in lease.isHeld },
        takeIn: takeIn(.googlePlay, app: package))
    }
    let address = configuration.server.pushKeys ?? FetchedKeys.googleAddress
    let keys: KeyFetch
    if let url = URL(string: address) {
      keys = FetchedKeys.fetch(from: url)
    } else {
      keys = { throw URLError(.badURL) }
    }
    return WebhookDependencies(
      ledger: ledger, commitQueue: commitQueue, rtdns: rtdns, keys: keys, metrics: metrics,
      clock: dependencies.clock, uptime: dependencies.uptime, logger: logger,
      errors: errors, lease: { [lease] in lease.status })
  }

  /// Pulls every configured subscription until the task is cancelled.
  ///
  /// All daemons on a ledger pull: Pub/Sub delivers each message to one of them. A daemon without
  /// the lease stores a pulled message with a request that the daemon with the lease answers.
  func pullLoops(_ server: WebhookServer) async {
    let (logger, errors, jitter) = (logger, errors, dependencies.jitter)
    await withTaskGroup { group in
      for pulled in clients.pulled {
        let name = pulled.api.subscription
        let loop = PullLoop(
          pulled.api, jitter: jitter, sleep: { try await Task.sleep(for: $0) },
          tell: { report in
            switch report {
            case .failed(let what, let error):
              errors.tell(.warning, "messages of \(name) cannot be \(what): \(error)")
            case .returned(let count):
              errors.tell(
                .warning, "messages of \(name) could not be stored and are sent again",
                times: count)
            }
          },
          take: { await server.takePulled($0, from: name, about: pulled.packages) })
        logger.info("messages are pulled", metadata: ["subscription": "\(name)"])
        group.addTask { await loop.run() }
      }
    }
  }

  /// The tokens at the start, and the watch of their file.
  struct Tokens: Sendable {
    let book: TokenStore
    /// The watch of the file; `nil` if no file is configured.
    let watch: TokenWatch?

    /// Reads the tokens of a configuration.
    ///
    /// - Throws: `CommandError` if their file cannot be used.
    init(_ configuration: DaemonConfiguration) throws(CommandError) {
      var watch = configuration.server.tokens.map { TokenWatch(TokenFile(path: $0)) }
      book = try watch?.begin() ?? TokenStore()
      self.watch = watch
    }
  }

  /// Applies the tokens whenever their file has changed.
  func tokenLoop(_ watch: TokenWatch, _ server: WebhookServer) async {
    var watch = watch
    while !Task.isCancelled {
      do { try await Task.sleep(for: TokenWatch.pace) } catch { return }
      switch watch.look() {
      case .changed(let book)?:
        server.accept(book)
        logger.notice("the tokens were read again", metadata: ["tokens": "\(book.tokens.count)"])
      case .unusable(let error)?:
        let why = error.lines.joined(separator: " ")
        logger.warning("the tokens stay as they were: \(why)")
      case nil: break
      }
    }
  }
}
