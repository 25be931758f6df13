import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct StoreFaultTests {
  @Test(arguments: [
    ("down", StoreFault.down), ("slow:1500", .slow(.milliseconds(1_500))),
    ("status:418", .status(418)), ("wrong-signature", .wrongSignature),
    ("wrong-bundle", .wrongBundle), ("stale-date", .staleDate),
    ("throttled:60000", .throttled(after: .seconds(60))), ("token-expired", .tokenExpired),
    ("reset-connection", .resetConnection), ("garbage", .garbage),
    ("clock-skewed:-90000", .clockSkewed(by: .seconds(-90))),
  ])
  func `a fault is read from its notation`(text: String, fault: StoreFault) {
    #expect(StoreFault(text) == fault)
  }

  @Test(arguments: ["", "up", "slow", "slow:x", "down:5", "status:"])
  func `anything else is no fault`(text: String) {
    #expect(StoreFault(text) == nil)
  }

  @Test func `faults come in order, each as often as it was set`() {
    var board = FaultInjector()
    board.set(.down, at: .statuses, times: 2)
    board.set(.garbage, at: .statuses, times: 1)
    board.set(.down, at: .token, times: nil)
    #expect((0..<4).map { _ in board.take(.statuses) } == [.down, .down, .garbage, nil])
    #expect((0..<3).map { _ in board.take(.token) } == [.down, .down, .down])
    board.clear(.token)
    #expect(board.take(.token) == nil)
  }

  @Test(arguments: [
    (StoreFault.down, 503), (.status(418), 418), (.tokenExpired, 401), (.garbage, 200),
    (.throttled(after: .seconds(90)), 429), (.clockSkewed(by: .hours(1)), 401),
  ])
  func `a fault takes the place of the answer, then all is well`(
    fault: StoreFault, status: Int
  ) async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .appStore)
    await stand.stores.set(fault, at: .statuses, times: 1)
    let target = "/app-store/inApps/v1/subscriptions/\(purchase.key)"
    #expect(try await stand.ask(target).status == status)
    #expect(try await stand.ask(target).status == 200)
    #expect(await stand.stores.log.map(\.status) == [status, 200])
  }

  @Test func `throttling states milliseconds at the App Store, seconds at Google`() async throws {
    let stand = try Stand()
    await stand.stores.set(.throttled(after: .milliseconds(90_500)), at: .statuses)
    await stand.stores.set(.throttled(after: .milliseconds(90_500)), at: .subscription)
    let apple = try await stand.ask("/app-store/inApps/v1/subscriptions/1")
    let until = stand.clock.now + .milliseconds(90_500)
    #expect(apple.fields["Retry-After"] == String(until.milliseconds))
    let google = await stand.play("subscriptionsv2/tokens/none", token: "none")
    #expect(google.fields["Retry-After"] == "91")
  }

  @Test func `the date of a reply is the stores' own, skewed on demand`() async throws {
    let stand = try Stand()
    stand.clock.now = Timestamp(milliseconds: 1_795_168_800_000)
    let straight = try await stand.ask("/app-store/inApps/v1/subscriptions/1")
    #expect(straight.fields["Date"] == "Fri, 20 Nov 2026 10:00:00 GMT")
    await stand.stores.set(.clockSkewed(by: .minutes(-5)), at: .statuses, times: 1)
    let skewed = try await stand.ask("/app-store/inApps/v1/subscriptions/1")
    #expect(skewed.fields["Date"] == "Fri, 20 Nov 2026 09:55:00 GMT")
  }

  @Test(arguments: [StoreFault.wrongSignature, .wrongBundle])
  func `a lying answer does not pass a reader`(fault: StoreFault) async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .appStore)
    await stand.stores.set(fault, at: .statuses, times: 1)
    let reply = try await stand.ask("/app-store/inApps/v1/subscriptions/\(purchase.key)")
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: [try TrustedRoot(file: stand.stores.rootCertificate)],
        bundle: SimulatedWorld.bundle))
    let outcomes = reader.read(ArraySlice(reply.body), heardAt: stand.clock.now)
    #expect(outcomes.count == 1)
    for outcome in outcomes {
      guard case .refused = outcome else {
        Issue.record("believed: \(outcome)")
        return
      }
    }
  }

  @Test func `a stale answer is signed well and two years old`() async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .appStore)
    await stand.stores.set(.staleDate, at: .statuses, times: 1)
    let reply = try await stand.ask("/app-store/inApps/v1/subscriptions/\(purchase.key)")
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: [try TrustedRoot(file: stand.stores.rootCertificate)]))
    guard
      case .payload(let payload) = reader.read(
        ArraySlice(reply.body), heardAt: stand.clock.now
      ).first
    else {
      Issue.record("refused")
      return
    }
    #expect(payload.events.first?.statedAt == stand.clock.now - .days(730))
  }

  @Test func `faults are set and cleared by the control route`() async throws {
    let stand = try Stand()
    let target = "/control/faults/statuses"
    func control(_ method: String, _ query: String = "") async -> Int {
      await stand.stores.answer(FakeRequest(method: method, target: target + query)).status
    }
    #expect(await control("PUT", "?fault=status:418&times=1") == 204)
    #expect(await control("PUT", "?fault=nonsense") == 400)
    #expect(await control("GET") == 405)
    #expect(try await stand.ask("/app-store/inApps/v1/subscriptions/1").status == 418)
    #expect(await control("PUT", "?fault=down") == 204)
    #expect(await control("DELETE") == 204)
    #expect(try await stand.ask("/app-store/inApps/v1/subscriptions/1").status == 404)
    #expect(
      await stand.stores.answer(FakeRequest(method: "PUT", target: "/control/faults/x")).status
        == 404)
  }
}
