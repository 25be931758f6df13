import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSync
import SubscriptionCore
import Testing

@Suite struct SyncRunAppStoreTests {
  private static let now = at("2026-11-20T12:00:00Z")
  private let ledger = MemoryLedger(policy: .standard)
  private let checkpointStore = MemoryCheckpointStore()
  private let intake: Intake

  init() {
    intake = Intake(
      ledger: ledger, trust: TrustPolicy(bundle: "com.example", environment: .production))
  }

  /// A Get All Subscription Statuses answer without its signed parts.
  private static func statuses(_ status: Int, bundle: String = "com.example") -> [UInt8] {
    Array(
      """
      {"environment":"Production","bundleId":"\(bundle)","data":[{"lastTransactions":[
      {"originalTransactionId":"1000","status":\(status)}]}]}
      """.utf8)
  }

  private func sync(
    _ store: ScriptedAppStore, scope: SyncPlan.Scope = .requests, at now: Timestamp = now
  ) async throws -> SyncReport {
    let intake = intake
    let connection = StoreConnection(
      store, bundle: "com.example", environment: .production
    ) { (documents, origin, now) throws(LedgerError) in
      try intake.take(documents, origin: origin, now: now)
    }
    let run = SyncRun(connections: [connection], store: checkpointStore, clock: { now })
    return try await run.run(try run.plan(ledger, scope: scope))
  }

  private func requestInGrace() throws {
    let heard = Self.now - .days(1)
    _ = try intake.take(Self.statuses(4), origin: "test", receivedAt: heard, now: heard)
    _ = try intake.record(
      ActionRecord(
        kind: .refreshRequested, subscription: "as_1000", at: Self.now - .minutes(1),
        recordedAt: Self.now, action: SubscriptionEvent.Action(actor: "mei")), now: Self.now)
  }

  private var state: SubscriptionState? {
    get throws { try ledger.summary("as_1000")?.status.state }
  }

  @Test func `a purchaser's statuses close the request`() async throws {
    try requestInGrace()
    let store = ScriptedAppStore(statuses: { _ in StoreAnswer(body: Self.statuses(1)) })
    let report = try await sync(store)
    #expect(store.asked == ["1000"])
    #expect(report.stored == 1 && report.isWhole)
    #expect(try state == .active)
    #expect(try ledger.openRefreshRequests(limit: 9) == [])
  }

  @Test func `an answer about another app is kept in quarantine and says nothing`() async throws {
    try requestInGrace()
    let store = ScriptedAppStore(statuses: { _ in
      StoreAnswer(body: Self.statuses(1, bundle: "com.example.other"))
    })
    let report = try await sync(store)
    #expect(report.refused == 1 && report.stored == 0)
    #expect(try state == .grace)
    #expect(try ledger.refusedCount() == 1)
    #expect(try ledger.openRefreshRequests(limit: 9) == ["as_1000"])
    #expect(try await sync(store).asked == 0)
  }

  @Test func `a transaction the App Store does not know changes nothing`() async throws {
    try requestInGrace()
    let report = try await sync(ScriptedAppStore())
    #expect(report.absent == 1 && report.isWhole)
    #expect(try state == .grace)
    #expect(try ledger.refused(after: 0, limit: 9).first?.reason.contains("404") == true)
  }

  @Test func `the whole history first, page by page, then only what failed`() async throws {
    let first = ScriptedAppStore(history: { page in
      StoreAnswer(
        body: Array("{\"notificationHistory\":[]}".utf8), nextPage: page.isEmpty ? "two" : nil)
    })
    let report = try await sync(first, scope: .everything)
    #expect(report.asked == 2)
    #expect(
      first.asked == ["history 2026-05-24T13:00:00Z all ", "history 2026-05-24T13:00:00Z all two"])
    let later = ScriptedAppStore()
    _ = try await sync(later, scope: .everything, at: Self.now + .hours(2))
    #expect(later.asked == ["history 2026-11-20T11:00:00Z failures "])
  }
}
