import EventLedger
import Foundation
import LedgerContract
import OwnThreads
import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct ChangesTests {
  private let ledger = MemoryLedger(policy: .standard)
  private static let now = SampleWorld.middle

  /// A renewal that was declined, heard of some time later.
  private func fail(_ name: String, heardAfter delay: Duration = .zero) throws {
    let at = Self.now - delay
    var facts = StoreFacts()
    (facts.originalTransactionID, facts.account) = (name, AccountID(name))
    (facts.environment, facts.status, facts.expiresAt) = (.production, .grace, at)
    (facts.graceEndsAt, facts.autoRenew) = (Self.now + .days(3), true)
    let event = SubscriptionEvent(
      id: EventID(name), kind: .billingFailed, subscription: SubscriptionID("as_" + name),
      effectiveAt: at, statedAt: at, recordedAt: Self.now, source: .appStoreNotification,
      verification: .verified, facts: facts)
    try ledger.append(
      [
        LedgerEntry(
          identity: name, format: "sample", raw: [1], receivedAt: Self.now,
          verification: .verified, events: [event])
      ], now: Self.now)
  }

  private func serve(
    scopes: Set<TokenScope> = [.changesRead],
    _ test: (RunningServer) async throws -> Void
  ) async throws {
    var setup = RunningServer.Setup()
    setup.ledger = ledger
    setup.clock = SettableClock(Self.now)
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "backend", hash: AccessToken.hash(of: PromptWorld.token), scopes: scopes)
    ])
    try await RunningServer.with(setup, test)
  }

  private func types(_ reply: ClientResponse) -> [String] {
    (reply.json["changes"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
  }

  @Test func `a cursor goes through every change once`() async throws {
    for name in ["a", "b", "c"] { try fail(name) }
    let expected = try ledger.outbox(after: 0, limit: 99).map(\.change.id)
    try await serve { running in
      var (cursor, ids, more) = ("", [String](), true)
      while more {
        let reply = try await running.ask("GET", "/v1/changes?limit=2" + cursor)
        #expect(reply.status == 200)
        let changes = try #require(reply.json["changes"] as? [[String: Any]])
        ids += changes.compactMap { $0["id"] as? String }
        #expect(changes.count <= 2)
        cursor = "&after=\(try #require(reply.json["cursor"] as? String))"
        more = try #require(reply.json["more"] as? Bool)
      }
      #expect(ids == expected && ids.count == 6)
      #expect(running.metrics.value(.changesServed) == 6)
      let rest = try await running.ask("GET", "/v1/changes?limit=2" + cursor)
      #expect(types(rest).isEmpty)
      let since = try await running.ask("GET", "/v1/changes?since=\(Self.now.rfc3339)")
      #expect(types(since).count == 6)
      let later = (Self.now + .seconds(1)).rfc3339
      let nothing = try await running.ask("GET", "/v1/changes?since=\(later)")
      #expect(types(nothing).isEmpty && nothing.json["cursor"] as? String == "6")
    }
  }

  @Test func `a request waits for a change, and is answered when it comes`() async throws {
    try await serve { running in
      let begin = ContinuousClock.now
      async let waiting = running.ask("GET", "/v1/changes?after=0&wait=30")
      while running.server.waiters == 0 { try await Task.sleep(for: .milliseconds(5)) }
      try fail("a")
      let reply = try await waiting
      #expect(types(reply).first == "subscription.enteredGrace")
      #expect(running.server.waiters == 0)
      #expect(ContinuousClock.now - begin < .seconds(20))
      let empty = try await running.ask("GET", "/v1/changes?after=2&wait=1")
      #expect(empty.status == 200 && types(empty).isEmpty)
      #expect(empty.json["cursor"] as? String == "2")
    }
  }

  @Test func `a client that has gone is not waited for`() async throws {
    try await serve { running in
      var connection: RawConnection? = RawConnection(port: running.port)
      connection?.write(
        "GET /v1/changes?wait=60 HTTP/1.1\r\nHost: localhost\r\n"
          + "Authorization: Bearer \(PromptWorld.token)\r\n\r\n")
      while running.server.waiters == 0 { try await Task.sleep(for: .milliseconds(5)) }
      withExtendedLifetime(connection) {}
      connection = nil
      let end = ContinuousClock.now + .seconds(20)
      while running.server.waiters > 0, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(running.server.waiters == 0)
    }
  }

  @Test func `what was old when it was heard of is told on request alone, and marked`()
    async throws
  {
    try fail("old", heardAfter: .days(9))
    try fail("new")
    try await serve { running in
      let plain = try await running.ask("GET", "/v1/changes")
      #expect(!plain.text.contains(#""backfill":true"#))
      let all = try await running.ask("GET", "/v1/changes?backfill=true")
      #expect(all.text.contains(#""backfill":true"#))
      #expect(types(all).count > types(plain).count)
      #expect(plain.json["cursor"] as? String == all.json["cursor"] as? String)
    }
  }

  @Test func `backfill is passed over in large pages, and not while the server ends`()
    async throws
  {
    for number in 0..<550 { try fail("old-\(number)", heardAfter: .days(9)) }
    for number in 0..<2 { try fail("new-\(number)") }
    let last = try ledger.outboxBounds().last
    #expect(last > 1_000)
    try await serve { running in
      var (after, told) = ("0", [String]())
      for more in [true, true, true, false] {
        let reply = try await running.ask("GET", "/v1/changes?limit=1&after=\(after)")
        #expect(types(reply).count == 1 && reply.json["more"] as? Bool == more)
        after = try #require(reply.json["cursor"] as? String)
        told += types(reply)
      }
      #expect(told.count { $0 == "subscription.enteredGrace" } == 2)
      running.server.beginDraining()
      let ending = try await running.ask("GET", "/v1/changes?limit=1&after=0&wait=30")
      #expect(types(ending).isEmpty && ending.json["more"] as? Bool == true)
      let cursor = try #require(ending.json["cursor"] as? String)
      #expect(cursor.hasPrefix("1000-"))
      let rest = try await running.ask("GET", "/v1/changes?limit=9&after=\(cursor)")
      #expect(types(rest) == told && rest.json["more"] as? Bool == false)
    }
  }

  @Test func `a cursor behind what is kept is said to be`() async throws {
    try fail("a")
    try ledger.setOutboxRetention(.days(4))
    try ledger.advance(to: Self.now + .days(5))
    try fail("b")
    #expect(try ledger.outboxBounds().removed == 2)
    try await serve { running in
      let gone = try await running.ask("GET", "/v1/changes?after=1")
      #expect(gone.status == 410 && gone.problem == "cursor-expired")
      #expect(try await running.ask("GET", "/v1/changes").status == 200)
      #expect(try await running.ask("GET", "/v1/changes?after=2").status == 200)
    }
  }

  @Test func `a cursor of changes that a restored ledger has not is said to be`() async throws {
    try fail("a")
    try await serve { running in
      let reply = try await running.ask("GET", "/v1/changes")
      let cursor = try #require(reply.json["cursor"] as? String)
      let stamp = String(Self.now.milliseconds, radix: 36)
      #expect(cursor == "2-" + stamp)
      let known = try await running.ask("GET", "/v1/changes?after=" + cursor)
      #expect(known.status == 200 && known.json["cursor"] as? String == cursor)
      // Without the instant, as clients of earlier versions keep it.
      #expect(try await running.ask("GET", "/v1/changes?after=2").status == 200)
      let later = String(Self.now.milliseconds + 1, radix: 36)
      for other in ["2-" + later, "3-" + stamp, "99"] {
        let gone = try await running.ask("GET", "/v1/changes?after=" + other)
        #expect(gone.status == 410 && gone.problem == "cursor-expired", "\(other)")
        #expect(gone.text.contains("restored from a backup"), "\(other)")
      }
    }
  }

  @Test(arguments: [
    "after=x", "after=", "after=-1", "after=1&since=2025-01-01T00:00:00Z", "since=yesterday",
    "wait=61", "wait=a", "limit=0", "limit=1001", "backfill=maybe", "after=1&after=2", "account=a",
    "after=9999999999999999999", "after=1-", "after=1-z-z", "after=-1-z", "after=1-zzzzzzzzzzzz",
    "after=1-%2B1", "afterwards=1",
  ])
  func `a question that makes no sense is said to be`(_ query: String) async throws {
    try await serve { running in
      let reply = try await running.ask("GET", "/v1/changes?" + query)
      #expect(reply.status == 400)
    }
  }

  @Test func `a token without the scope reads nothing`() async throws {
    try await serve(scopes: Set(TokenScope.allCases).subtracting([.changesRead])) { running in
      let lacking = try await running.ask("GET", "/v1/changes")
      let without = try await running.send("GET", "/v1/changes")
      #expect(lacking.status == 403 && without.status == 401)
    }
  }
}
