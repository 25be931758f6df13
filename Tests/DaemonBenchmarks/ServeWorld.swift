import ArgumentParser
import EventLedger
import Foundation
import Intake
import LedgerSQLite
import Logging
import ServiceLifecycle
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Webhook

/// Serves the notifications and the prompt interface of a simulated world, until it is stopped.
struct ServeWorld: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve a simulated world, to be measured or tried.")

  @Option(help: "The ledger's file.")
  var ledger: String

  @Option(help: "The certificate that signatures end in. Default: that of the filled world.")
  var root: String?

  @Option(help: "The port; 0 for any that is free.")
  var port = 0

  @Option(help: "How many subscribers the ledger is filled with first.")
  var subscribers = 0

  @Flag(help: "Let a loss of power take what was written last.")
  var crashOnly = false

  @Option(help: "A bearer token that permits everything.")
  var token: String?

  @Flag(help: ArgumentHelp("End when standard input does.", visibility: .hidden))
  var untilInputEnds = false

  func run() async throws {
    MallocTuning.bound()
    if untilInputEnds {
      // Whoever started this holds the other end, and loses it however it ends.
      Thread {
        _ = try? FileHandle.standardInput.readToEnd()
        Foundation.exit(1)
      }.start()
    }
    var world = try SimulatedWorld(subscribers: max(1, subscribers))
    let rootBytes = try root.map { Array(try Data(contentsOf: URL(filePath: $0))) }
    let ledger = try SQLiteLedger(
      path: ledger, policy: SimulatedWorld.policy,
      durability: crashOnly ? .crash : .failedSync)
    try ledger.keepLogShort()
    if subscribers > 0 { try fill(ledger, from: &world) }
    let (metrics, start) = (MetricsRegistry(), ContinuousClock.now)
    let clock: @Sendable () -> Timestamp = {
      Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000))
    }
    let uptime: @Sendable () -> Duration = { ContinuousClock.now - start }
    let commitQueue = CommitQueue(ledger: ledger, clock: clock, uptime: uptime, tell: metrics.note)
    var logger = Logger(label: "serve", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = .error
    let tokens = token.map { text in
      AccessToken(
        name: "trial", hash: AccessToken.hash(of: text), scopes: Set(TokenScope.allCases))
    }
    let server = WebhookServer(
      WebhookSettings(
        port: port, trustedProxies: [try AddressRange("127.0.0.1")],
        appStoreApps: [
          SimulatedWorld.bundle: AppTrust(
            roots: [try TrustedRoot(file: rootBytes ?? world.rootCertificate)])
        ],
        tokens: TokenStore(tokens.map { [$0] } ?? [])),
      WebhookDependencies(
        ledger: ledger, commitQueue: commitQueue, keys: { throw CancellationError() },
        metrics: metrics,
        clock: clock, uptime: uptime, logger: logger))
    Task {
      FileHandle.standardOutput.write(Data("listening \(await server.port)\n".utf8))
    }
    try await ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
      .run()
    await commitQueue.close()
  }

  private func fill(_ ledger: SQLiteLedger, from world: inout SimulatedWorld) throws {
    let intake = Intake(
      ledger: ledger, trust: TrustPolicy(roots: [try TrustedRoot(file: world.rootCertificate)]))
    let documents = try world.advance(to: world.start).map {
      IncomingDocument(bytes: $0.bytes[...], receivedAt: $0.arrivesAt)
    }
    _ = try intake.take(documents, origin: "world", now: world.start)
  }
}
