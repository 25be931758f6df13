import EventLedger
import Foundation
import Intake
import LedgerContract
import Logging
import OwnThreads
import ServiceLifecycle
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import Webhook

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A clock that stands still until it is set.
final class SettableClock: Sendable {
  private let instant: Mutex<Timestamp>
  private let passed = Mutex(Duration.zero)
  init(_ instant: Timestamp) { self.instant = Mutex(instant) }

  var now: Timestamp {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }

  /// Time since the start, which only ``pass(_:)`` moves.
  var uptime: Duration { passed.withLock { $0 } }

  /// Lets time pass on both clocks.
  func pass(_ duration: Duration) {
    instant.withLock { $0 = $0 + duration }
    passed.withLock { $0 += duration }
  }
}

/// The lines of a log.
final class LineList: Sendable {
  private let lines = Mutex<[String]>([])
  private let level: Logger.Level

  /// Takes lines from a level up; below errors with their metadata and their request.
  init(level: Logger.Level = .error) { self.level = level }

  /// The lines so far.
  var all: [String] { lines.withLock { $0 } }

  /// What writes them.
  var handler: any LogHandler { Handler(list: self, logLevel: level) }

  private struct Handler: LogHandler {
    let list: LineList
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      var text = "\(event.message)"
      if logLevel < .error {
        let all = (event.metadata ?? [:]).merging(RequestID.provider.get()) { _, new in new }
        text += all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      }
      list.lines.withLock { [text] in $0.append(text) }
    }
  }
}

/// A server on a loopback port, with everything around it that a test may look at.
struct RunningServer: Sendable {
  let server: WebhookServer
  let commitQueue: CommitQueue
  let ledger: any Ledger
  let clock: SettableClock
  let metrics: MetricsRegistry
  let port: Int

  /// What a test may change before the server starts.
  struct Setup {
    var settings = WebhookSettings(port: 0)
    var ledger: any Ledger = MemoryLedger(policy: SimulatedWorld.policy)
    var commitQueueLimits = CommitQueueLimits()
    var clock = SettableClock(SimulatedWorld.defaultStart)
    var rtdns: [AppID: any NotificationEnricher] = [:]
    var keys: KeyFetch = { throw URLError(.cannotConnectToHost) }
    /// Whether reading limits are measured by a real clock.
    var isTimed = false
    /// Given the lines of the log, from errors up.
    var log: LineList?
    var lease: LeaseStatus?
  }

  /// Runs a server for as long as a test needs it.
  static func with<Result: Sendable>(
    _ setup: Setup, _ test: (RunningServer) async throws -> Result
  ) async throws -> Result {
    OwnThreads.expect()
    let (clock, metrics) = (setup.clock, MetricsRegistry())
    let start = ContinuousClock.now
    let isTimed = setup.isTimed
    let uptime: @Sendable () -> Duration = {
      isTimed ? ContinuousClock.now - start : clock.uptime
    }
    let commitQueue = CommitQueue(
      ledger: setup.ledger, limits: setup.commitQueueLimits, clock: { clock.now }, uptime: uptime,
      tell: metrics.note)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    if let list = setup.log { logger = Logger(label: "test") { _ in list.handler } }
    let server = WebhookServer(
      setup.settings,
      WebhookDependencies(
        ledger: setup.ledger, commitQueue: commitQueue, rtdns: setup.rtdns, keys: setup.keys,
        metrics: metrics, clock: { clock.now }, uptime: uptime, logger: logger,
        lease: { [lease = setup.lease] in lease }))
    let group = ServiceGroup(
      configuration: .init(services: [.init(service: server)], logger: logger))
    async let running: Void = group.run()
    let port = await server.port
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(
        try await test(
          RunningServer(
            server: server, commitQueue: commitQueue, ledger: setup.ledger, clock: clock,
            metrics: metrics,
            port: port)))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running
    await commitQueue.close()
    return try result.get()
  }
}

/// What a server answered.
struct ClientResponse: Sendable {
  var status: Int
  var fields: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON objects.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
  }

  /// The name of the problem that it tells of.
  var problem: String? {
    (json["type"] as? String)?.split(separator: ":").last.map(String.init)
  }
}

extension RunningServer {
  /// Asks the server, and holds its answer against the description of the interface.
  func send(
    _ method: String, _ path: String, body: [UInt8]? = nil, fields: [String: String] = [:]
  ) async throws -> ClientResponse {
    let address = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    var request = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = method
    request.httpBody = body.map { Data($0) }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let (data, answer) = try await URLSession.shared.data(for: request)
    let http = try #require(answer as? HTTPURLResponse)
    var found: [String: String] = [:]
    for (name, value) in http.allHeaderFields {
      if let name = name as? String, let value = value as? String {
        found[name.lowercased()] = value
      }
    }
    let reply = ClientResponse(status: http.statusCode, fields: found, body: Array(data))
    let problems = try OpenAPIDocument.served.get().problems(method, address.path, reply)
    #expect(problems.isEmpty, "\(problems)")
    return reply
  }
}
