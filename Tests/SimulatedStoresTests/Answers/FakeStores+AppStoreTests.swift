import Foundation
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct FakeAppStoreTests {
  private struct Page: Decodable {
    var hasMore: Bool
    var revision: String?
    var paginationToken: String?
    var signedTransactions: [String]?
    var notificationHistory: [Item]?
  }

  private struct Item: Decodable {
    var signedPayload: String
    var sendAttempts: [Attempt]
  }

  private struct Attempt: Decodable { var sendAttemptResult: String }

  /// What a reader that trusts the fake App Store alone makes of a body.
  private func read(_ reply: FakeReply, _ stand: Stand) throws -> [StorePayload] {
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: [try TrustedRoot(file: stand.stores.rootCertificate)],
        bundle: SimulatedWorld.bundle, environment: .production))
    return reader.read(ArraySlice(reply.body), heardAt: stand.clock.now).compactMap { outcome in
      guard case .payload(let payload) = outcome else { return nil }
      return payload
    }
  }

  @Test func `statuses say what the world knows, signed`() async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .appStore) { $0.status == .grace }
    let reply = try await stand.ask("/app-store/inApps/v1/subscriptions/\(purchase.key)")
    #expect(reply.status == 200)
    let payloads = try read(reply, stand)
    #expect(payloads.count == 1)
    #expect(payloads.first?.verification == .verified)
    #expect(payloads.first?.events.first?.facts.status == .grace)
  }

  @Test func `a transaction is known in its own environment alone`() async throws {
    let stand = try Stand(subscribers: 200)
    let tester = try #require(
      try await stand.stores.purchases().first {
        $0.store == .appStore && $0.environment == .sandbox
      })
    let rest = "inApps/v1/subscriptions/\(tester.key)"
    #expect(try await stand.ask("/app-store/\(rest)").status == 404)
    #expect(try await stand.ask("/app-store-sandbox/\(rest)").status == 200)
  }

  @Test func `a transaction that nobody made is not found`() async throws {
    let reply = try await Stand().ask("/app-store/inApps/v2/history/1")
    #expect(reply.status == 404)
    #expect(text(reply).contains("4040010"))
  }

  @Test func `the history of transactions comes in pages that do not overlap`() async throws {
    let stand = try Stand(subscribers: 200)
    // Weekly testers renew often enough for a second page within a year.
    stand.clock.now = SimulatedWorld.defaultStart + .days(200)
    var longest = 0
    for purchase in try await stand.stores.purchases() where purchase.store == .appStore {
      let prefix = purchase.environment == .production ? "app-store" : "app-store-sandbox"
      let target = "/\(prefix)/inApps/v2/history/\(purchase.key)?sort=ASCENDING"
      var (all, revision, pages) = ([String](), "", 0)
      while true {
        let reply = try await stand.ask(target + revision)
        let page = try JSONDecoder().decode(Page.self, from: Data(reply.body))
        all += page.signedTransactions ?? []
        pages += 1
        guard page.hasMore else { break }
        #expect(page.signedTransactions?.count == FakeStores.pageSize)
        revision = "&revision=" + (page.revision ?? "")
      }
      #expect(Set(all).count == all.count)
      longest = max(longest, pages)
    }
    #expect(longest > 1)
  }

  @Test func `an order is valid with its transaction, and any other is not`() async throws {
    let stand = try Stand(subscribers: 200)
    let orders = try await stand.stores.orders()
    let purchases = try await stand.stores.purchases().filter {
      $0.store == .appStore && $0.environment == .production
    }
    #expect(Set(orders.values) == Set(purchases.map(\.key)))
    for (order, key) in orders.sorted(by: { $0.key.rawValue < $1.key.rawValue }).prefix(20) {
      let reply = try await stand.ask("/app-store/inApps/v1/lookup/\(order)")
      #expect(reply.status == 200 && text(reply).hasPrefix("{\"status\":0,"))
      let events = try read(reply, stand).flatMap(\.events)
      #expect(events.first?.facts.originalTransactionID == key)
      #expect(try await stand.ask("/app-store-sandbox/inApps/v1/lookup/\(order)").status == 404)
    }
    for other in ["MK5TTTVWJH", "x", "%00"] {
      let reply = try await stand.ask("/app-store/inApps/v1/lookup/\(other)")
      #expect(reply.status == 200 && text(reply) == "{\"status\":1}")
    }
  }

  @Test func `the history of notifications is paged and signed`() async throws {
    let stand = try Stand()
    let span = (stand.clock.now - .days(100)).milliseconds...stand.clock.now.milliseconds
    let body = "{\"startDate\":\(span.lowerBound),\"endDate\":\(span.upperBound)}"
    var (items, query) = (0, "")
    while true {
      let reply = try await stand.ask(
        "/app-store/inApps/v1/notifications/history" + query, method: "POST", body: body)
      let page = try JSONDecoder().decode(Page.self, from: Data(reply.body))
      items += page.notificationHistory?.count ?? 0
      #expect(try read(reply, stand).count == page.notificationHistory?.count)
      guard page.hasMore else { break }
      query = "?paginationToken=" + (page.paginationToken ?? "")
    }
    #expect(items > FakeStores.pageSize)
  }

  @Test func `notifications that never arrived are listed as failures until they do`() async throws
  {
    let stand = try Stand()
    stand.clock.now = stand.clock.now + .days(2)
    let target = WebhookTarget(appStore: "a", googlePlay: "g")
    _ = try await stand.stores.deliverDue(to: target) { _ in 503 }
    #expect(try await failures(stand) > 0)
    stand.clock.now = stand.clock.now + .days(8)
    while try await stand.stores.deliverDue(to: target, by: { _ in 200 }).again > 0 {}
    #expect(try await failures(stand) == 0)
  }

  private func failures(_ stand: Stand) async throws -> Int {
    let start = SimulatedWorld.defaultStart
    let end = start + .days(1)
    let reply = try await stand.ask(
      "/app-store/inApps/v1/notifications/history", method: "POST",
      body: "{\"startDate\":\(start.milliseconds),\"endDate\":\(end.milliseconds),"
        + "\"onlyFailures\":true}")
    let page = try JSONDecoder().decode(Page.self, from: Data(reply.body))
    return page.notificationHistory?.count ?? 0
  }

  @Test(arguments: [
    ("no", 4_000_000), ("{}", 4_000_015), ("{\"startDate\":5}", 4_000_016),
    ("{\"startDate\":5,\"endDate\":1}", 4_000_013),
    ("{\"startDate\":1,\"endDate\":2}", 4_000_012),
  ])
  func `a history is not told for a span that makes no sense`(
    body: String, code: Int
  ) async throws {
    let reply = try await Stand().ask(
      "/app-store/inApps/v1/notifications/history", method: "POST", body: body)
    #expect(reply.status == 400)
    #expect(text(reply).contains("\"errorCode\":\(code),"))
    // Apple's library reads an error of exactly this type alone.
    #expect(reply.fields["Content-Type"] == "application/json")
  }

  @Test(arguments: [
    ("v1/subscriptions/1?status=6", 4_000_031), ("v2/history/x", 4_000_006),
    ("v2/history/1?sort=UP", 4_000_021), ("v2/history/1?revoked=1", 4_000_030),
    ("v2/history/1?productType=CAR", 4_000_022), ("v2/history/1?startDate=x", 4_000_015),
    ("v2/history/1?startDate=2&endDate=1", 4_000_013), ("v2/history/1?endDate=x", 4_000_016),
    ("v2/history/1?inAppOwnershipType=LENT", 4_000_026),
  ])
  func `a filter that makes no sense is refused by its number`(
    rest: String, code: Int
  ) async throws {
    let reply = try await Stand().ask("/app-store/inApps/\(rest)")
    #expect(reply.status == 400)
    #expect(text(reply).contains("\"errorCode\":\(code),"))
  }

  @Test func `filters leave out what was not asked for`() async throws {
    let stand = try Stand(subscribers: 90)
    let refunded = try await stand.purchase(at: .appStore) { $0.status == .revoked }
    func count(_ rest: String) async throws -> Int {
      let reply = try await stand.ask("/app-store/inApps/\(rest)")
      #expect(reply.status == 200)
      return try read(reply, stand).count
    }
    let history = "v2/history/\(refunded.key)"
    let all = try await count(history)
    let revoked = try await count(history + "?revoked=true")
    #expect(revoked > 0)
    #expect(try await count(history + "?revoked=false") == all - revoked)
    #expect(try await count("v2/refund/lookup/\(refunded.key)") == revoked)
    #expect(try await count(history + "?productId=none") == 0)
    #expect(try await count(history + "?endDate=1") == 0)
    #expect(try await count(history + "?inAppOwnershipType=FAMILY_SHARED") == 0)
    #expect(try await count("v1/subscriptions/\(refunded.key)?status=5&status=1") == 1)
    #expect(try await count("v1/subscriptions/\(refunded.key)?status=1") == 0)
    let refund = try await read(stand.ask("/app-store/inApps/" + history + "?revoked=true"), stand)
    let transaction = try #require(refund.first?.events.first?.facts.transactionID)
    #expect(try await count("v1/transactions/\(transaction)") == 1)
  }

  @Test func `a test notification is posted and its status tells so`() async throws {
    let stand = try Stand()
    let reply = try await stand.ask("/app-store/inApps/v1/notifications/test", method: "POST")
    let answer = try JSONDecoder().decode([String: String].self, from: Data(reply.body))
    let token = try #require(answer["testNotificationToken"])
    let counter = try await stand.stores.deliverDue(
      to: WebhookTarget(appStore: "a", googlePlay: "g")
    ) { _ in 200 }
    #expect(counter.taken == 1)
    let status = try await stand.ask("/app-store/inApps/v1/notifications/test/\(token)")
    let item = try JSONDecoder().decode(Item.self, from: Data(status.body))
    #expect(item.sendAttempts.map(\.sendAttemptResult) == ["SUCCESS"])
    #expect(try read(status, stand).first?.events == [])
  }
}
