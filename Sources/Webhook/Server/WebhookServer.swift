import EventLedger
import Hummingbird
import HummingbirdCore
import Intake
import Logging
import NIOCore
import ServiceLifecycle
import StorePayloads
import StoreSync
import SubscriptionCore
import Synchronization

/// The daemon's HTTP server: the stores' notifications, the prompt interface, health and metrics.
///
/// It answers a store 2xx only when what was sent is durable. It speaks HTTP/1.1 without TLS and
/// is meant to stand behind a proxy that adds it.
public final class WebhookServer: Service {
  /// What it was configured with; ``accept(_:)`` replaces the tokens, and
  /// ``replaceSettings(_:_:)`` everything.
  public let settings: WebhookSettings
  /// What it works with.
  public let parts: WebhookDependencies

  let desk: LedgerReadPool
  let watch: ReadDeadlines
  let bodies: BodyReader
  let appStore: Intake
  let googlePlay: Intake
  let pushTokens: PushTokenVerifier
  let clients: ClientRule
  let abuse: AbuseTracker
  let connections: ConnectionBook
  private let shared: Shared

  /// What a server and those that follow it have together.
  private final class Shared: Sendable {
    let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }
  }

  private struct State {
    var isDraining = false
    var port: Int?
    var rtdns = 0
    var waiters = 0
    var tokens: TokenStore
    var toldAt: Duration?
    var whenListening: [CheckedContinuation<Int, Never>] = []
    var newest: WebhookServer?
  }

  /// Creates a server that does not listen yet.
  public convenience init(_ settings: WebhookSettings, _ parts: WebhookDependencies) {
    self.init(settings, parts, after: nil)
  }

  /// Creates the first server at an address, or one that answers in another's place.
  private init(
    _ settings: WebhookSettings, _ parts: WebhookDependencies, after former: WebhookServer?
  ) {
    (self.settings, self.parts) = (settings, parts)
    shared = former?.shared ?? Shared(State(tokens: settings.tokens))
    desk = former?.desk ?? LedgerReadPool(parts.ledger)
    watch =
      former?.watch ?? ReadDeadlines(limit: settings.limits.readingMax, uptime: parts.uptime)
    bodies = BodyReader(settings.limits, watch, after: former?.bodies)
    clients = ClientRule(trustedProxies: settings.trustedProxies)
    abuse = former?.abuse ?? AbuseTracker(uptime: parts.uptime)
    connections =
      former?.connections
      ?? ConnectionBook(settings.limits, trustedProxies: settings.trustedProxies)
    appStore = Intake(
      ledger: parts.ledger,
      trust: TrustPolicy(
        mode: .required, apps: settings.appStoreApps,
        chainsPerSecond: settings.limits.chainsPerSecond))
    googlePlay = Intake(
      ledger: parts.ledger,
      trust: TrustPolicy(mode: .signed, apps: parts.rtdns.mapValues { _ in AppTrust() }))
    let (metrics, clock) = (parts.metrics, parts.clock)
    pushTokens = PushTokenVerifier(
      identities: settings.pushIdentities,
      keys: former?.pushTokens.keys
        ?? KeyTable(fetch: parts.keys, uptime: parts.uptime) {
          metrics.set(.keysFetched, to: clock().milliseconds / 1_000)
        })
  }

  /// Answers every further request by other settings; requests that were begun keep theirs, and
  /// connections their limits.
  ///
  /// Address, number of connections, idle time and the source of Google's keys stay as they were.
  public func replaceSettings(_ settings: WebhookSettings, _ parts: WebhookDependencies) {
    let next = WebhookServer(settings, parts, after: newest)
    connections.trust(settings.trustedProxies)
    shared.state.withLock { state in
      state.newest = next
      state.tokens = settings.tokens
    }
  }

  /// The server whose settings are in force.
  var newest: WebhookServer { shared.state.withLock(\.newest) ?? self }

  /// Listens and serves until a graceful shutdown begins, and then until every request that was
  /// begun has its answer.
  public func run() async throws {
    let limits = settings.limits
    let application = Application(
      responder: WebResponder(server: self),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ReceiveBuffers(), EarlyRejectInstaller(self.newest)],
          idleTimeout: TimeAmount(limits.idleMax),
          httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: limits.headerMax, maxHeaderListSize: limits.headerMax,
            maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connectionsMax + limits.connectionsReserve)),
      onServerRunning: { channel in self.listening(channel.localAddress?.port ?? 0) },
      logger: parts.logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.watch.run() }
      group.addTask { await self.recallLastHeard() }
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: {
        self.beginDraining()
      }
      group.cancelAll()
    }
    // It holds what is shared.
    shared.state.withLock { $0.newest = nil }
  }

  /// Says at `/readyz` that no more requests are wanted, while they are still served.
  public func beginDraining() { shared.state.withLock { $0.isDraining = true } }

  /// Accepts these bearer tokens from now on, and no others.
  public func accept(_ tokens: TokenStore) { shared.state.withLock { $0.tokens = tokens } }

  /// The bearer tokens that are accepted.
  var tokens: TokenStore { shared.state.withLock(\.tokens) }

  /// Whether requests are not wanted any more.
  public var isDraining: Bool { shared.state.withLock { $0.isDraining } }

  /// The port that is listened at; waits until there is one.
  public var port: Int {
    get async {
      await withCheckedContinuation { answer in
        let port = shared.state.withLock { state in
          if state.port == nil { state.whenListening.append(answer) }
          return state.port
        }
        if let port { answer.resume(returning: port) }
      }
    }
  }

  private func listening(_ port: Int) {
    let waiting = shared.state.withLock { state in
      state.port = port
      defer { state.whenListening = [] }
      return state.whenListening
    }
    for answer in waiting { answer.resume(returning: port) }
  }

  /// Takes a place among the notifications that wait for Google Play; `false` when all are taken.
  func beginEnrichment() -> Bool {
    shared.state.withLock { state in
      guard state.rtdns < settings.limits.enrichmentsMax else { return false }
      state.rtdns += 1
      return true
    }
  }

  /// Takes a place among the requests that wait for changes; `false` when all are taken.
  func beginWait() -> Bool {
    shared.state.withLock { state in
      guard state.waiters < Self.waitersMax else { return false }
      state.waiters += 1
      return true
    }
  }

  /// Gives the place back.
  func endWait() { shared.state.withLock { $0.waiters -= 1 } }

  /// How many requests may wait for changes at once.
  private static let waitersMax = 32

  /// Whether the log may tell of a forger now: it must not fill with them.
  func mayTell() -> Bool {
    let now = parts.uptime()
    return shared.state.withLock { state in
      if let toldAt = state.toldAt, now - toldAt < Self.tellingPause { return false }
      state.toldAt = now
      return true
    }
  }

  private static let tellingPause = Duration.seconds(60)

  /// Gives the place back.
  func endEnrichment() { shared.state.withLock { $0.rtdns -= 1 } }
}
