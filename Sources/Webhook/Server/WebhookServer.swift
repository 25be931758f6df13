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

#if !Daemon
  #error("churntopd needs the trait Daemon, which --disable-default-traits turns off.")
#endif

/// The daemon's HTTP server: the stores' notifications, the prompt interface, health and metrics.
///
/// It answers a store 2xx only when the delivery is durable. It speaks HTTP/1.1 without TLS and
/// is meant to run behind a proxy that adds it.
public final class WebhookServer: Service {
  /// The settings; ``accept(_:)`` replaces the tokens, and ``replaceSettings(_:_:)`` all of them.
  public let settings: WebhookSettings
  /// The dependencies.
  public let parts: WebhookDependencies

  let readPool: LedgerReadPool
  /// The thread on which readiness is checked: a check waits for whoever writes, and anybody may
  /// ask for it, so that checks must not take the threads of the app's queries.
  let probes: LedgerReadPool
  let watch: ReadDeadlines
  let bodies: BodyReader
  let appStore: Intake
  let googlePlay: Intake
  let pushTokens: PushTokenVerifier
  let clients: ClientRule
  let abuse: AbuseTracker
  let connections: ConnectionBook
  let figureAge: FigureAge
  private let shared: Shared

  /// The state that a server shares with those that replace it.
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

  /// Creates the first server at an address, or one that replaces another.
  private init(
    _ settings: WebhookSettings, _ parts: WebhookDependencies, after former: WebhookServer?
  ) {
    (self.settings, self.parts) = (settings, parts)
    shared = former?.shared ?? Shared(State(tokens: settings.tokens))
    readPool = former?.readPool ?? LedgerReadPool(parts.ledger)
    probes = former?.probes ?? LedgerReadPool(parts.ledger, threads: 1, waitingMax: 8)
    watch = former?.watch ?? ReadDeadlines(uptime: parts.uptime)
    bodies = BodyReader(settings.limits, watch, after: former?.bodies)
    clients = ClientRule(trustedProxies: settings.trustedProxies)
    abuse = former?.abuse ?? AbuseTracker(uptime: parts.uptime)
    connections =
      former?.connections
      ?? ConnectionBook(settings.limits, trustedProxies: settings.trustedProxies)
    figureAge = former?.figureAge ?? FigureAge(uptime: parts.uptime)
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

  /// Answers every further request by other settings; earlier requests keep theirs, and connections
  /// their limits.
  ///
  /// Address, number of connections, idle time and the source of Google's keys do not change.
  public func replaceSettings(_ settings: WebhookSettings, _ parts: WebhookDependencies) {
    let next = WebhookServer(settings, parts, after: newest)
    connections.trust(settings.trustedProxies)
    next.noteConfiguredStores()
    shared.state.withLock { state in
      state.newest = next
      state.tokens = settings.tokens
    }
  }

  /// The server whose settings are in force.
  var newest: WebhookServer { shared.state.withLock(\.newest) ?? self }

  /// Listens and serves until a graceful shutdown begins, and then until every earlier request has
  /// its answer.
  public func run() async throws {
    let limits = settings.limits
    noteConfiguredStores()
    let application = Application(
      responder: WebResponder(server: self),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ReceiveBuffers(), EarlyRejectInstaller(self.newest)],
          idleTimeout: TimeAmount(limits.idleMax),
          httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
            // The decoder refuses without a word what is longer by far than the limit.
            maxHeaderFieldSize: 2 * limits.headerMax, maxHeaderListSize: 2 * limits.headerMax,
            maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connectionsInAll)),
      onServerRunning: { channel in self.listening(channel.localAddress?.port ?? 0) },
      logger: frameworkLogger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.watch.run() }
      group.addTask { await self.recallLastHeard() }
      try await withGracefulShutdownHandler {
        do {
          try await application.run()
        } catch {
          throw ListenError(error, at: "\(settings.host):\(settings.port)") ?? error
        }
      } onGracefulShutdown: {
        self.beginDraining()
      }
      group.cancelAll()
    }
    // The newest server holds the shared state, which holds it.
    shared.state.withLock { $0.newest = nil }
  }

  /// The logger of Hummingbird, which says at `info` that it listens, as the daemon does by itself.
  private var frameworkLogger: Logger {
    var logger = parts.logger
    if logger.logLevel == .info { logger.logLevel = .notice }
    return logger
  }

  /// Reports at `/readyz` that the server is not ready, while it still serves requests.
  public func beginDraining() { shared.state.withLock { $0.isDraining = true } }

  /// Accepts these bearer tokens from now on, and no others.
  public func accept(_ tokens: TokenStore) { shared.state.withLock { $0.tokens = tokens } }

  /// The bearer tokens that are accepted.
  var tokens: TokenStore { shared.state.withLock(\.tokens) }

  /// A Boolean value that indicates whether the server reports that it is not ready.
  public var isDraining: Bool { shared.state.withLock { $0.isDraining } }

  /// The port of the server; waits until it listens.
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

  /// Reserves one of the places for notifications that wait for Google Play; `false` when there is
  /// none.
  func beginEnrichment() -> Bool { reserve(\.rtdns, atMost: settings.limits.enrichmentsMax) }

  /// Releases the place.
  func endEnrichment() { shared.state.withLock { $0.rtdns -= 1 } }

  /// Reserves one of the places for requests that wait for changes; `false` when there is none.
  func beginWait() -> Bool { reserve(\.waiters, atMost: Self.waitersMax) }

  /// Releases the place.
  func endWait() { shared.state.withLock { $0.waiters -= 1 } }

  private func reserve(_ count: WritableKeyPath<State, Int>, atMost most: Int) -> Bool {
    shared.state.withLock { state in
      guard state[keyPath: count] < most else { return false }
      state[keyPath: count] += 1
      return true
    }
  }

  /// The number of requests that wait for changes.
  var waiters: Int { shared.state.withLock(\.waiters) }

  /// The most requests that wait for changes at once.
  private static let waitersMax = 32

  /// A Boolean value that indicates whether a line about a forger may be logged now.
  func mayTell() -> Bool {
    let now = parts.uptime()
    return shared.state.withLock { state in
      if let toldAt = state.toldAt, now - toldAt < Self.tellingPause { return false }
      state.toldAt = now
      return true
    }
  }

  private static let tellingPause = Duration.seconds(60)
}
