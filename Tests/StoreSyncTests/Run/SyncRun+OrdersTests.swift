import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSync
import SubscriptionCore
import Testing

@Suite struct `Orders of the App Store that somebody asks for` {
  private static let now = at("2026-11-20T12:00:00Z")
  private let ledger = MemoryLedger(policy: .standard)
  private let checkpointStore = MemoryCheckpointStore()
  private let order: AppStoreOrderID

  init() throws { order = try #require(AppStoreOrderID("MK5TTTVWJH")) }

  /// An answer with one decoded transaction, as a door takes it that asks for no proof.
  private static func answer(
    bundle: String = "com.example", type: String = "Auto-Renewable Subscription"
  ) -> StoreAnswer {
    let transaction = """
      {"transactionId":"1002","originalTransactionId":"1000","bundleId":"\(bundle)",\
      "productId":"p","purchaseDate":1795000000000,"expiresDate":1797000000000,\
      "signedDate":1795000001000,"type":"\(type)","environment":"Production"}
      """
    let body = JWSText.unsigned(transaction)
    return StoreAnswer(body: Array("{\"status\":0,\"signedTransactions\":[\"\(body)\"]}".utf8))
  }

  private func lookUp(
    _ stores: [(AppID, ScriptedAppStore)], environment: StoreEnvironment = .production,
    at now: Timestamp = now
  ) async throws -> OrderReport {
    let connections = stores.map { bundle, store in
      let intake = Intake(
        ledger: ledger,
        trust: TrustPolicy(mode: .off, bundle: bundle, environment: environment))
      return StoreConnection(store, bundle: bundle, environment: environment) {
        (documents, origin, now) throws(LedgerError) in
        try intake.take(documents, origin: origin, now: now)
      }
    }
    let run = SyncRun(connections: connections, store: checkpointStore, clock: { now })
    return try await run.lookUpOrders(in: ledger)
  }

  private func ask() throws {
    #expect(
      try ledger.lookUp(order, actor: "mei", now: Self.now - .minutes(1))
        == .lookup(OrderLookup(order, requestedAt: Self.now - .minutes(1), actor: "mei")))
  }

  private var told: OrderLookup? { get throws { try ledger.orderLookup(order) } }

  @Test func `every app is asked in turn, and the answer makes the order a name`() async throws {
    try ask()
    let (first, second) = (ScriptedAppStore(), ScriptedAppStore(orders: { _ in Self.answer() }))
    let report = try await lookUp([("com.example", second), ("a.example", first)])
    #expect(first.asked == ["order MK5TTTVWJH"] && second.asked == first.asked)
    #expect(report.found == 1 && report.waiting == 0)
    #expect(try told == nil)
    #expect(try ledger.resolve("MK5TTTVWJH", limit: 9) == ["as_1000"])
    #expect(try ledger.lookUp(order, actor: "mei", now: Self.now) == .found(["as_1000"]))
    let subscriber = try #require(try ledger.subscriber("as_1000"))
    let events = try ledger.events(of: "as_1000").map(\.event)
    let payments = try ledger.payments(of: subscriber, events, at: Self.now)
    #expect(payments.map(\.orderID) == ["MK5TTTVWJH"])
    #expect(payments.map(\.transactionID) == ["1002"])
    #expect(try await lookUp([("com.example", second)]) == OrderReport())
    #expect(second.asked.count == 1)
  }

  @Test func `an order that no app knows is unknown, and nobody asks again`() async throws {
    try ask()
    let store = ScriptedAppStore()
    #expect(try await lookUp([("com.example", store)]).absent == 1)
    #expect(try told?.outcome == .unknown && told?.toldAt == Self.now)
    #expect(try await lookUp([("com.example", store)]) == OrderReport())
    #expect(store.asked.count == 1)
  }

  @Test func `an order of a one-time purchase holds no subscription`() async throws {
    try ask()
    let store = ScriptedAppStore(orders: { _ in Self.answer(type: "Consumable") })
    #expect(try await lookUp([("com.example", store)]).absent == 1)
    #expect(try told?.outcome == .noSubscription)
  }

  @Test func `an answer about another app is refused at the door, and says nothing`() async throws {
    try ask()
    let store = ScriptedAppStore(orders: { _ in Self.answer(bundle: "com.example.other") })
    #expect(try await lookUp([("com.example", store)]).failed == 1)
    #expect(try told?.outcome == .failed)
    #expect(try told?.detail.contains("refused") == true)
    #expect(try ledger.refusedCount() == 1)
    #expect(try ledger.resolve("MK5TTTVWJH", limit: 9) == [])
  }

  @Test func `a key that is not accepted is a failure with the reason`() async throws {
    try ask()
    let store = ScriptedAppStore(orders: { (_) throws(StoreAPIError) in
      throw .unauthorized(detail: "401")
    })
    #expect(try await lookUp([("com.example", store)]).failed == 1)
    let told = try #require(try told)
    #expect(told.outcome == .failed && told.detail.contains("credentials"))
    #expect(told.detail.contains("com.example"))
  }

  @Test func `a store that throttles is left alone as long as it says, and the order waits`()
    async throws
  {
    try ask()
    let until = Self.now + .minutes(5)
    let store = ScriptedAppStore(orders: { (_) throws(StoreAPIError) in
      throw .throttled(until: until)
    })
    #expect(try await lookUp([("com.example", store)]).waiting == 1)
    let told = try #require(try told)
    #expect(told.outcome == .waiting && told.detail.contains("too many requests"))
    #expect(try await lookUp([("com.example", store)], at: until - .seconds(1)).waiting == 1)
    #expect(store.asked.count == 1)
    #expect(try self.told == told)
    let mended = ScriptedAppStore(orders: { _ in Self.answer() })
    #expect(try await lookUp([("com.example", mended)], at: until).found == 1)
  }

  @Test func `one app that fails does not keep another from answering`() async throws {
    try ask()
    let down = ScriptedAppStore(orders: { (_) throws(StoreAPIError) in
      throw .unavailable(detail: "503")
    })
    let up = ScriptedAppStore(orders: { _ in Self.answer() })
    #expect(try await lookUp([("a.example", down), ("com.example", up)]).found == 1)
  }

  @Test func `without an app in production nobody can be asked, which is said`() async throws {
    try ask()
    let store = ScriptedAppStore(orders: { _ in Self.answer() })
    #expect(try await lookUp([("com.example", store)], environment: .sandbox).failed == 1)
    #expect(store.asked.isEmpty)
    #expect(try told?.detail.contains("no key for an app") == true)
  }
}
