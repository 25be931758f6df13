import EventLedger
import Foundation
import LedgerContract
import StoreClients
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

/// A clock that stands still until it is set.
final class HandClock: Sendable {
  private let instant: Mutex<Timestamp>

  init(_ instant: Timestamp) { self.instant = Mutex(instant) }

  var now: Timestamp { instant.withLock { $0 } }

  func pass(_ duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// A receiver of changes that answers as a test wants it to, and remembers what it took.
final class ScriptedReceiver: HTTPTransport {
  /// One post.
  struct Post: Hashable, Sendable {
    var id: String
    var kind: String
    var subscription: String
    var body: String
    var fields: [String: String]
    var status: Int
  }

  /// The longest answer that is read.
  static let bytesMax = 100

  private let heard = Mutex<[Post]>([])
  private let answer: Mutex<@Sendable (Post) -> ClientResponse>

  /// Answers every post; a status of 0 is none.
  init(
    _ answer: @escaping @Sendable (Post) -> ClientResponse = { _ in ClientResponse(status: 204) }
  ) {
    self.answer = Mutex(answer)
  }

  /// Everything that was sent.
  var posts: [Post] { heard.withLock { $0 } }
  /// What was taken.
  var taken: [Post] { posts.filter { (200...299).contains($0.status) } }

  /// Answers otherwise from now on.
  func become(_ other: @escaping @Sendable (Post) -> ClientResponse) {
    answer.withLock { $0 = other }
  }

  /// Answers everything with a status from now on.
  func become(_ status: Int) { become { _ in ClientResponse(status: status) } }

  func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse {
    let json = try? JSONSerialization.jsonObject(with: Data(question.body)) as? [String: Any]
    let data = json?["data"] as? [String: Any]
    var post = Post(
      id: question.fields["webhook-id"] ?? "", kind: json?["type"] as? String ?? "",
      subscription: data?["subscription"] as? String ?? "",
      body: String(decoding: question.body, as: UTF8.self), fields: question.fields, status: 0)
    let reply = answer.withLock { $0 }(post)
    post.status = reply.status
    heard.withLock { $0.append(post) }
    if reply.status == 0 { throw .unreachable(reason: "the host takes no connection") }
    guard reply.body.count <= Self.bytesMax else {
      throw .tooLong(
        limit: Self.bytesMax, ClientResponse(status: reply.status, fields: reply.fields))
    }
    return reply
  }
}

/// A ledger in which renewals fail, and a receiver that waits for changes.
struct ChangeWorld {
  static let start = Timestamp(seconds: 1_760_000_000)
  static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  var ledger: any Ledger = MemoryLedger(policy: .standard)
  let clock = HandClock(Self.start)
  let web = ScriptedReceiver()
  var receiver = Receiver(
    line: 1, name: "crm", url: "https://crm.example.com", secret: .variable("SECRET"))

  var run: DeliveryRun {
    let clock = clock
    return DeliveryRun(
      receiver: receiver, ledger: ledger, transport: web,
      environment: ["SECRET": Self.secret], clock: { clock.now }, jitter: { _ in .zero })
  }

  /// Sends until there is nothing to do for now.
  func send(_ health: inout DeliveryRun.Health) async throws {
    while try await run.once(&health) == .more {}
  }

  /// A renewal that was declined now, with grace of three days.
  func fail(_ name: String, ago: Duration = .zero, account: AccountID? = nil) throws {
    let failedAt = clock.now - ago
    var facts = StoreFacts()
    (facts.originalTransactionID, facts.account) = (name, account ?? AccountID(name))
    (facts.environment, facts.product, facts.app) = (.production, "gold", "com.example.app")
    (facts.status, facts.expiresAt, facts.graceEndsAt) = (.grace, failedAt, failedAt + .days(3))
    facts.autoRenew = true
    try tell("fail-" + name, .billingFailed, of: name, at: failedAt, facts)
  }

  /// The declined renewal was paid.
  func recover(_ name: String) throws {
    var facts = StoreFacts()
    (facts.originalTransactionID, facts.status) = (name, .active)
    facts.expiresAt = clock.now + .days(30)
    try tell("recover-" + name, .recovered, of: name, at: clock.now, facts)
  }

  private func tell(
    _ identity: String, _ kind: EventKind, of name: String, at instant: Timestamp,
    _ facts: StoreFacts
  ) throws {
    let event = SubscriptionEvent(
      id: EventID(identity), kind: kind, subscription: SubscriptionID("as_" + name),
      effectiveAt: instant, statedAt: instant, recordedAt: clock.now,
      source: .appStoreNotification, verification: .verified, facts: facts)
    try ledger.append(
      [
        LedgerEntry(
          identity: identity, format: "sample", raw: [1], receivedAt: clock.now,
          verification: .verified, events: [event])
      ], now: clock.now)
  }

  /// The ids of all changes in the outbox.
  var ids: [String] {
    get throws { try ledger.outbox(after: 0, limit: 100_000).map(\.change.id) }
  }
}
