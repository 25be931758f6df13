import EventLedger
import Foundation
import Intake
import OwnThreads
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import Webhook

@Suite(.ownThread) struct GooglePlayNotificationTests {
  private static let path = WebRoute.googlePlayNotification.path
  private static let package: AppID = "com.example.news"

  /// Answers RTDNs as a test wants it, and remembers them.
  final class Answerer: NotificationEnricher {
    let rtdns = Mutex<[RTDNotification]>([])
    let result = Mutex<Result<IntakeResult, LedgerError>>(.failure(.busy(location: "/l")))
    let mayAnswer = Mutex(true)

    func answer(
      _ rtdn: RTDNotification, receivedAt: Timestamp
    ) async throws(LedgerError) -> IntakeResult {
      rtdns.withLock { $0.append(rtdn) }
      while !mayAnswer.withLock({ $0 }) { await Task.yield() }
      return try result.withLock { $0 }.get()
    }

    func set(_ outcomes: [IntakeResult.Outcome]) {
      var answer = IntakeResult()
      answer.outcomes = outcomes
      let fixed = answer
      result.withLock { $0 = .success(fixed) }
    }
  }

  private static func notification(_ package: String = "com.example.news") -> String {
    """
    {"version":"1.0","packageName":"\(package)","eventTimeMillis":"1795000000000",\
    "subscriptionNotification":{"version":"1.0","notificationType":6,"purchaseToken":"token-1"}}
    """
  }

  private static func push(_ package: String = "com.example.news") -> [UInt8] {
    let data = Data(notification(package).utf8).base64EncodedString()
    return Array(
      (#"{"message":{"data":"\#(data)","messageId":"1"},"#
        + #""subscription":"projects/p/subscriptions/s"}"#).utf8)
  }

  /// Runs a server that Google's first key is known to.
  private func serve(
    _ answerer: Answerer = Answerer(),
    _ change: (inout RunningServer.Setup) throws -> Void = { _ in },
    _ test: (RunningServer, PushSigner) async throws -> Void
  ) async throws {
    let signer = try #require(PushSigner.first)
    let keys = try PushSigner.set([signer])
    var setup = RunningServer.Setup()
    setup.settings = WebhookSettings(port: 0, pushIdentities: [PushSigner.identity])
    setup.rtdns = [Self.package: answerer]
    setup.keys = { FetchedKeys(body: keys, maxAge: nil) }
    try change(&setup)
    try await RunningServer.with(setup) { running in try await test(running, signer) }
  }

  private func post(
    _ body: [UInt8], _ running: RunningServer, _ bearer: String?
  ) async throws -> ClientResponse {
    var fields = ["Content-Type": "application/json"]
    fields["Authorization"] = bearer
    return try await running.send("POST", Self.path, body: body, fields: fields)
  }

  @Test(arguments: [
    (IntakeResult.Outcome.stored(7), 200, "stored"), (.duplicate(3), 200, "duplicate"),
  ])
  func `an RTDN goes to whoever asks Google Play`(
    _ outcome: IntakeResult.Outcome, _ status: Int, _ word: String
  ) async throws {
    let answerer = Answerer()
    answerer.set([outcome])
    try await serve(answerer) { running, signer in
      let reply = try await post(Self.push(), running, signer.bearer(at: running.clock.now))
      #expect(reply.status == status)
      #expect(reply.json["outcome"] as? String == word)
      let rtdn = try #require(answerer.rtdns.withLock { $0 }.first)
      #expect(rtdn.package == Self.package)
      #expect(rtdn.purchaseToken == "token-1")
      #expect(running.metrics.value(.keysFetched) == running.clock.now.milliseconds / 1_000)
    }
  }

  @Test func `a push that is unwrapped RTDNs like one in its envelope`() async throws {
    let answerer = Answerer()
    answerer.set([.stored(7)])
    try await serve(answerer) { running, signer in
      for body in [Self.push(), Array(Self.notification().utf8)] {
        let reply = try await post(body, running, signer.bearer(at: running.clock.now))
        #expect(reply.status == 200)
      }
      let rtdns = answerer.rtdns.withLock { $0 }
      #expect(rtdns.count == 2 && Set(rtdns).count == 1)
    }
  }

  @Test(arguments: ["{}", #"{"message":[]}"#, #"{"status":0,"receipt":{}}"#])
  func `a push that is no notification is refused in words of HTTP, and kept`(
    body: String
  ) async throws {
    try await serve { running, signer in
      let bearer = try signer.bearer(at: running.clock.now)
      let reply = try await post(Array(body.utf8), running, bearer)
      #expect((reply.status, reply.problem) == (400, "not-understood"))
      #expect(reply.text.contains("This is no notification as the store posts it"), "\(reply.text)")
      await running.commitQueue.close()
      #expect(try running.ledger.refusedCount() == 1)
    }
  }

  @Test func `without a proven sender nothing is read`() async throws {
    let answerer = Answerer()
    try await serve(answerer) { running, signer in
      let other = try #require(PushSigner.second)
      for bearer in [
        nil, "Bearer nonsense", try other.bearer(at: running.clock.now),
        try signer.bearer(at: running.clock.now - .days(1)),
      ] {
        let reply = try await post(Self.push(), running, bearer)
        #expect(reply.status == 401)
        #expect(reply.fields["www-authenticate"]?.hasPrefix("Bearer") == true)
      }
      #expect(answerer.rtdns.withLock { $0 }.isEmpty)
      #expect(try running.ledger.refusedCount() == 0, "a stranger's body is not kept either")
    }
  }

  @Test func `a sender that cannot be checked may come again`() async throws {
    try await serve(Answerer(), { $0.keys = { throw URLError(.timedOut) } }) { running, signer in
      let reply = try await post(Self.push(), running, signer.bearer(at: running.clock.now))
      #expect(reply.status == 503)
      #expect(reply.problem == "sender-uncheckable")
    }
  }

  @Test func `who pushes about one app may not push about another`() async throws {
    let answerer = Answerer()
    try await serve(answerer, { $0.rtdns["com.example.other"] = answerer }) { running, signer in
      let bearer = try signer.bearer(at: running.clock.now)
      let reply = try await post(Self.push("com.example.other"), running, bearer)
      #expect((reply.status, reply.problem) == (403, "other-app"))
      #expect(answerer.rtdns.withLock { $0 }.isEmpty)
    }
  }

  @Test func `another package and what is no push request are refused and kept`() async throws {
    let answerer = Answerer()
    try await serve(answerer) { running, signer in
      let bearer = try signer.bearer(at: running.clock.now)
      let other = try await post(Self.push("com.example.other"), running, bearer)
      #expect((other.status, other.problem) == (403, "other-app"))
      let broken = try await post(Array(#"{"message":{"data":"!"}}"#.utf8), running, bearer)
      #expect((broken.status, broken.problem) == (400, "not-understood"))
      await running.commitQueue.close()
      #expect(try running.ledger.refusedCount() == 2)
      #expect(answerer.rtdns.withLock { $0 }.isEmpty)
    }
  }

  @Test func `a ledger that fails makes Pub/Sub send again`() async throws {
    try await serve { running, signer in
      let reply = try await post(Self.push(), running, signer.bearer(at: running.clock.now))
      #expect((reply.status, reply.problem) == (503, "ledger-unavailable"))
    }
  }

  @Test func `no more wait for Google Play than may`() async throws {
    let answerer = Answerer()
    answerer.set([.stored(1)])
    answerer.mayAnswer.withLock { $0 = false }
    try await serve(answerer, { $0.settings.limits.enrichmentsMax = 1 }) { running, signer in
      let bearer = try signer.bearer(at: running.clock.now)
      async let first = post(Self.push(), running, bearer)
      while answerer.rtdns.withLock(\.isEmpty) { await Task.yield() }
      #expect(try await post(Self.push(), running, bearer).problem == "queue-full")
      answerer.mayAnswer.withLock { $0 = true }
      #expect(try await first.status == 200)
      #expect(try await post(Self.push(), running, bearer).status == 200)
    }
  }
}
