import StoreSimulator
import SubscriptionCore

/// A fake App Store and a fake Google Play in one: they answer, send, refuse and fail like the
/// real ones, out of one seeded world, by a clock that comes from outside.
///
/// They check what clients send as the real stores do, so that a wrong client fails:
/// ``log`` tells why each question was refused. ``FakeStoreServer`` puts them on a loopback port.
/// What they sign ends in ``rootCertificate``, which a reader's trust policy has to accept.
public actor FakeStores {
  /// One question or post and its end.
  public struct LogEntry: Hashable, Sendable {
    /// What was asked for.
    public var endpoint: StoreEndpoint
    /// When.
    public var at: Timestamp
    /// The status that was replied, or that the app's server replied; `nil` without a reply.
    public var status: Int?
    /// Why it was refused or failed.
    public var note: String?
  }

  /// The keys that clients have to sign with.
  public nonisolated let credentials: FakeCredentials
  /// The root certificate of everything the fake App Store signs, DER.
  public nonisolated let rootCertificate: [UInt8]

  /// What happened so far, oldest first.
  public internal(set) var log: [LogEntry] = []
  /// Where the stores are served.
  public internal(set) var addresses = FakeStoreAddresses(base: "http://127.0.0.1")

  var world: SimulatedWorld
  var faults = FaultInjector()
  var accessTokens: [String: Timestamp] = [:]
  /// Those of them that are for Pub/Sub, and for nothing else.
  var pubSubTokens: Set<String> = []
  var subscription = PulledSubscription()
  var tokensGiven = 0
  var tests: [String: TestNotification] = [:]
  var oidc: OIDCKeys
  var queue: DeliveryQueue
  var attempts: [[UInt8]: [SendAttempt]] = [:]
  private let clock: @Sendable () -> Timestamp
  private let clientClock: @Sendable () -> Timestamp
  let stranger: SigningAuthority
  let voidedPageSize: Int

  /// Opens the stores at the end of their world's history.
  ///
  /// - Parameters:
  ///   - seed: What the world follows from.
  ///   - subscribers: How many subscribers it has.
  ///   - start: When its history is over; notifications are sent from then on.
  ///   - faults: What goes wrong with posts by itself.
  ///   - voidedPageSize: The most voided purchases on a page; Google's number is 1,000.
  ///   - clientClock: The clock of clients that live in another present; `nil` where none do.
  ///   - clock: The stores' present, at or after the start.
  /// - Throws: What the cryptography finds wrong with the keys.
  public init(
    seed: UInt64 = SimulatedWorld.defaultSeed, subscribers: Int = 100,
    start: Timestamp = SimulatedWorld.defaultStart, faults: DeliveryFaults = .faithful,
    voidedPageSize: Int = 1_000, clientClock: (@Sendable () -> Timestamp)? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) throws {
    world = try SimulatedWorld(
      seed: seed, subscribers: subscribers, start: start, remembers: true)
    _ = try world.advance(to: start)
    rootCertificate = world.rootCertificate
    credentials = try FakeCredentials(seed: seed)
    oidc = try OIDCKeys()
    stranger = try SigningAuthority(seed: seed &+ 1)
    queue = DeliveryQueue(faults: faults)
    self.voidedPageSize = voidedPageSize
    self.clock = clock
    self.clientClock = clientClock ?? clock
  }

  /// The stores' present; the world follows it.
  public var now: Timestamp { max(clock(), world.now) }

  /// How far beyond the stores' spans a question may reach, since simulated time may run fast
  /// between a question and its answer.
  static let leniency = Duration.days(1)

  /// The present of clients, by which tokens may be dated as well and run out.
  var clientNow: Timestamp { max(clientClock(), now) }

  /// The purchases that the stores have spoken of.
  public func purchases() throws -> [SimulatedWorld.Purchase] {
    try catchUp()
    return world.purchases
  }

  /// Each order of the App Store with the original transaction of what was bought with it.
  public func orders() throws -> [AppStoreOrderID: String] {
    try catchUp()
    return world.appStoreOrders
  }

  /// The service account's JSON file, which names this server's token endpoint.
  public var serviceAccountJSON: String {
    credentials.serviceAccountJSON(tokenURL: addresses.token)
  }

  /// Lets something go wrong, after the faults that are already set there.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - endpoint: Where.
  ///   - times: How often; `nil` for until it is cleared.
  public func set(_ fault: StoreFault, at endpoint: StoreEndpoint, times: Int? = nil) {
    faults.set(fault, at: endpoint, times: times)
  }

  /// Lets nothing go wrong at an endpoint any more.
  public func clear(_ endpoint: StoreEndpoint) { faults.clear(endpoint) }

  /// Lets Google sign with a new key from now on.
  ///
  /// - Parameter keepingOld: Whether the keys so far stay published.
  /// - Throws: What the cryptography finds wrong with the key.
  public func rotateOIDCKeys(keepingOld: Bool = true) throws {
    try oidc.rotate(keepingOld: keepingOld)
  }

  /// Takes the addresses of the server that serves the stores.
  func serve(at addresses: FakeStoreAddresses) { self.addresses = addresses }

  /// Lets the world live up to the present; its messages go to the post.
  func catchUp() throws {
    for delivery in try world.advance(to: clock()) { queue.take(delivery) }
  }

  // MARK: Answering

  /// Answers one request as the real store would, or as the fault that is set there.
  public func answer(_ request: FakeRequest) -> FakeReply {
    guard let (endpoint, environment, name) = StoreEndpoint.asked(by: request) else {
      return control(request) ?? FakeReply(status: 404)
    }
    let fault = faults.take(endpoint)
    var reply: FakeReply
    do {
      try catchUp()
      reply =
        try broken(endpoint, request, fault)
        ?? falsified(honest(endpoint, request, environment, name), fault)
    } catch {
      reply = FakeReply(status: 500).noting("\(error)")
    }
    var date = now
    if case .clockSkewed(let skew) = fault { date = date + skew }
    reply.fields["Date"] = HTTPDateText.make(date)
    log.append(
      LogEntry(
        endpoint: endpoint, at: now, status: reply.breaksOff ? nil : reply.status,
        note: reply.note))
    return reply
  }

  private func honest(
    _ endpoint: StoreEndpoint, _ request: FakeRequest, _ environment: StoreEnvironment,
    _ name: String
  ) throws -> FakeReply {
    switch endpoint {
    case .statuses, .transactionInfo, .transactionHistory, .refundHistory, .orderLookup,
      .notificationHistory, .testNotification, .testNotificationStatus:
      try appStoreAnswer(endpoint, request, environment, name)
    case .token: tokenAnswer(request)
    case .certificates: try certificatesAnswer()
    case .subscription, .voidedPurchases, .playSubscriptions, .playOffers:
      googlePlayAnswer(endpoint, request, name)
    case .appStoreConnect: connectAnswer(request)
    case .pull, .acknowledge, .acknowledgeDeadline: pubSubAnswer(endpoint, request)
    case .appStorePush, .googlePlayPush: FakeReply(status: 404)
    }
  }

  /// The reply of a fault that takes the place of the answer; `nil` for any other.
  private func broken(
    _ endpoint: StoreEndpoint, _ request: FakeRequest, _ fault: StoreFault?
  ) throws -> FakeReply? {
    switch fault {
    case .down: return FakeReply(status: 503).noting("down")
    case .status(let status):
      let elsewhere = (300...399).contains(status) ? ["Location": addresses.base] : [:]
      return FakeReply(status: status, fields: elsewhere).noting("status \(status)")
    case .throttled(let pause): return throttled(endpoint, for: pause)
    case .tokenExpired, .clockSkewed:
      if let token = request.bearer { accessTokens[token] = nil }
      return unauthenticated(endpoint, because: "the token ran out on its way")
    case .resetConnection:
      var reply = FakeReply(status: 500).noting("reset")
      reply.breaksOff = true
      return reply
    case .garbage:
      return FakeReply(status: 200, body: Array("<html><body>proxy</body></html>".utf8))
    case .slow, .wrongSignature, .wrongBundle, .staleDate, nil: return nil
    }
  }

  private func throttled(_ endpoint: StoreEndpoint, for pause: Duration) -> FakeReply {
    var reply: FakeReply
    if endpoint.isApple {
      reply = .appStoreError(429, 4_290_000, "Rate limit exceeded.")
      reply.fields["Retry-After"] = String((now + pause).milliseconds)
    } else {
      reply = .googleError(
        429, "rateLimitExceeded", "Quota exceeded.", name: "RESOURCE_EXHAUSTED")
      reply.fields["Retry-After"] = String((pause.wholeMilliseconds + 999) / 1000)
    }
    return reply
  }

  /// A 401 as the store of an endpoint states it.
  func unauthenticated(_ endpoint: StoreEndpoint, because note: String) -> FakeReply {
    if endpoint.isApple {
      return FakeReply(
        status: 401, body: Array("Unauthenticated\n\nRequest ID: SIMULATED.0.0".utf8)
      ).noting(note)
    }
    return FakeReply.googleError(
      401, "authError", "Request had invalid authentication credentials.", name: "UNAUTHENTICATED"
    ).noting(note)
  }

  private func falsified(_ reply: FakeReply, _ fault: StoreFault?) throws -> FakeReply {
    var reply = reply
    if case .slow(let delay) = fault { reply.delay = delay }
    if let forgery = forgery(fault) {
      let text = try forgery.forged(String(decoding: reply.body, as: UTF8.self))
      reply.body = Array(forgery.edit(text).utf8)
    }
    return reply
  }

  /// How a fault changes what is signed; `nil` where it does not.
  func forgery(_ fault: StoreFault?) -> Forgery? {
    let (world, stranger) = (world, stranger)
    switch fault {
    case .wrongSignature:
      return Forgery(sign: stranger.sign) { $0 }
    case .wrongBundle:
      return Forgery(sign: world.signedByAppStore) { text in
        text.replacing(
          "\"\(SimulatedWorld.bundle.rawValue)\"", with: "\"com.example.somebody.else\"")
      }
    case .staleDate:
      return Forgery(sign: world.signedByAppStore) { text in
        Forgery.backdated(text, by: .days(730))
      }
    case .down, .slow, .status, .throttled, .tokenExpired, .resetConnection, .garbage,
      .clockSkewed, nil:
      return nil
    }
  }
}
