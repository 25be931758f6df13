import StoreSimulator
import SubscriptionCore

#if !Daemon
  #error("The fake stores need the trait Daemon, which --disable-default-traits turns off.")
#endif

/// A fake App Store and a fake Google Play in one: they answer, send, refuse and fail like the real
/// ones, based on one seeded world and a clock from outside.
///
/// They verify client requests as the real stores do, so that a wrong client fails: ``log``
/// contains the reason of each refusal. ``FakeStoreServer`` serves them on a loopback port. Their
/// signatures end in ``rootCertificate``, which a reader's trust policy has to accept.
public actor FakeStores {
  /// One request or push with its result.
  public struct LogEntry: Hashable, Sendable {
    /// The endpoint.
    public var endpoint: StoreEndpoint
    /// The instant.
    public var at: Timestamp
    /// The status of the stores' response, or of the app server's; `nil` without a response.
    public var status: Int?
    /// The reason of a refusal or failure.
    public var note: String?
  }

  /// The keys that clients must sign with.
  public nonisolated let credentials: FakeCredentials
  /// The root certificate of everything the fake App Store signs, DER.
  public nonisolated let rootCertificate: [UInt8]

  /// The requests and pushes so far, oldest first.
  public internal(set) var log: [LogEntry] = []
  /// The addresses at which the stores are served.
  public internal(set) var addresses = FakeStoreAddresses(base: "http://127.0.0.1")

  var world: SimulatedWorld
  var faults = FaultInjector()
  var accessTokens: [String: Timestamp] = [:]
  /// The access tokens with the scope of Pub/Sub only.
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

  /// Creates the stores at the end of their world's history.
  ///
  /// Notifications are sent from the start on, after which the clock has to be. The clients may use
  /// another present; a page of Google's voided purchases has at most 1,000.
  ///
  /// - Throws: An error of the cryptography library about the keys.
  public init(
    seed: UInt64 = SimulatedWorld.defaultSeed, subscribers: Int = 100,
    start: Timestamp = SimulatedWorld.defaultStart, faults: DeliveryFaults = .faithful,
    voidedPageSize: Int = 1_000, clientClock: (@Sendable () -> Timestamp)? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) throws {
    world = try SimulatedWorld(seed: seed, subscribers: subscribers, start: start, remembers: true)
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

  /// The stores' present, to which the world advances.
  public var now: Timestamp { max(clock(), world.now) }

  /// The tolerance for requests outside the stores' time ranges, since simulated time may run fast
  /// between a request and its answer.
  static let leniency = Duration.days(1)

  /// The clients' present, by which tokens may also be dated and expire.
  var clientNow: Timestamp { max(clientClock(), now) }

  /// Returns the purchases that the stores have reported.
  public func purchases() throws -> [SimulatedWorld.Purchase] {
    try catchUp()
    return world.purchases
  }

  /// Returns the App Store's orders, each with its original transaction.
  public func orders() throws -> [AppStoreOrderID: String] {
    try catchUp()
    return world.appStoreOrders
  }

  /// The service account's JSON file, with the address of this server's token endpoint.
  public var serviceAccountJSON: String {
    credentials.serviceAccountJSON(tokenURL: addresses.token)
  }

  /// Adds a fault to an endpoint, after those already set there, for some requests or until it is
  /// cleared.
  public func set(_ fault: StoreFault, at endpoint: StoreEndpoint, times: Int? = nil) {
    faults.set(fault, at: endpoint, times: times)
  }

  /// Removes all faults of an endpoint.
  public func clear(_ endpoint: StoreEndpoint) { faults.clear(endpoint) }

  /// Adds a new key with which Google signs from now on; the previous ones may stay published.
  ///
  /// - Throws: An error of the cryptography library about the key.
  public func rotateOIDCKeys(keepingOld: Bool = true) throws {
    try oidc.rotate(keepingOld: keepingOld)
  }

  /// Sets the addresses of the server that serves the stores.
  func serve(at addresses: FakeStoreAddresses) { self.addresses = addresses }

  /// Advances the world to the present and queues its messages for delivery.
  func catchUp() throws {
    for delivery in try world.advance(to: clock()) { queue.take(delivery) }
  }

  // MARK: Answering

  /// Returns the real store's response to a request, or the response of the endpoint's next fault.
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
    reply.fields["Date"] = HTTPDate.text(date)
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
    case .certificates: certificatesAnswer()
    case .subscription, .voidedPurchases, .playSubscriptions, .playOffers:
      googlePlayAnswer(endpoint, request, name)
    case .appStoreConnect: connectAnswer(request)
    case .pull, .acknowledge, .acknowledgeDeadline: pubSubAnswer(endpoint, request)
    case .appStorePush, .googlePlayPush: FakeReply(status: 404)
    }
  }

  /// Returns the response of a fault that replaces the answer; `nil` for any other fault.
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
      reply = .googleError(429, "rateLimitExceeded", "Quota exceeded.", name: "RESOURCE_EXHAUSTED")
      reply.fields["Retry-After"] = String((pause.wholeMilliseconds + 999) / 1000)
    }
    return reply
  }

  /// Returns a 401 in the form of an endpoint's store.
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

  /// Returns the change that a fault makes to signed payloads; `nil` if it makes none.
  func forgery(_ fault: StoreFault?) -> Forgery? {
    let (world, stranger) = (world, stranger)
    switch fault {
    case .wrongSignature: return Forgery(sign: stranger.sign) { $0 }
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
