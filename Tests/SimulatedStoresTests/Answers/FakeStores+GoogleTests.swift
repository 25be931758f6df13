import Foundation
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct FakeGoogleTests {
  @Test func `a purchase is told as it stands`() async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .googlePlay) { $0.status == .hold }
    let token = try await stand.accessToken()
    let reply = await stand.play("subscriptionsv2/tokens/\(purchase.key)", token: token)
    let record = try #require(
      ArchiveRecord.play(
        subscription: reply.body, package: SimulatedWorld.package, purchaseToken: purchase.key,
        receivedAt: stand.clock.now))
    var reader = PayloadReader()
    let outcomes = reader.read(ArraySlice(record), heardAt: stand.clock.now)
    guard case .payload(let payload) = outcomes.first else {
      Issue.record("refused: \(outcomes)")
      return
    }
    #expect(payload.events.first?.facts.status == .hold)
  }

  @Test func `a token that nobody has is not found, another package neither`() async throws {
    let stand = try Stand()
    let token = try await stand.accessToken()
    #expect(await stand.play("subscriptionsv2/tokens/none", token: token).status == 404)
    let reply = await stand.stores.answer(
      FakeRequest(
        target: "/google-play/androidpublisher/v3/applications/com.other/purchases/"
          + "subscriptionsv2/tokens/none", fields: ["Authorization": "Bearer \(token)"]))
    #expect(reply.status == 404)
    #expect(text(reply).contains("applicationNotFound"))
  }

  @Test func `a purchase that ended long ago is gone`() async throws {
    let stand = try Stand()
    let ended = try await stand.purchase(at: .googlePlay) { $0.status == .expired }
    stand.clock.now = stand.clock.now + .days(61)
    let token = try await stand.accessToken()
    let reply = await stand.play("subscriptionsv2/tokens/\(ended.key)", token: token)
    // Whoever buys again gets a new token, so the old one stays as it ended.
    #expect(reply.status == 410)
    #expect(text(reply).contains("\"code\":410"))
  }

  @Test func `voided purchases come in pages and pass the reader`() async throws {
    let stand = try Stand(seed: 2, subscribers: 600)
    let token = try await stand.accessToken()
    var (orders, pages, query) = (Set<String>(), 0, "")
    while true {
      let reply = await stand.play("voidedpurchases?type=1" + query, token: token)
      let record = try #require(
        ArchiveRecord.play(
          voided: reply.body, package: SimulatedWorld.package, receivedAt: stand.clock.now))
      var reader = PayloadReader()
      for outcome in reader.read(ArraySlice(record), heardAt: stand.clock.now) {
        guard case .payload(let payload) = outcome else {
          Issue.record("refused: \(outcome)")
          continue
        }
        orders.insert(payload.identity)
        #expect(payload.events.first?.kind == .refunded)
      }
      pages += 1
      guard let next = text(reply).firstMatch(of: #/"nextPageToken":"([\w-]+)"/#) else { break }
      query = "&token=" + next.1
    }
    #expect(pages == 6)
    #expect(orders.count == 6)
  }

  @Test func `without type=1 subscriptions are left out, and an old span is refused`() async throws
  {
    let stand = try Stand(seed: 2, subscribers: 600)
    let token = try await stand.accessToken()
    #expect(text(await stand.play("voidedpurchases", token: token)) == "{}")
    let old = (stand.clock.now - .days(40)).milliseconds
    let reply = await stand.play("voidedpurchases?type=1&startTime=\(old)", token: token)
    #expect(reply.status == 400)
  }

  @Test func `keys are rotated, the old one kept or dropped`() async throws {
    let stand = try Stand()
    func kids() async -> [String] {
      let reply = await stand.stores.answer(
        FakeRequest(target: "/google-accounts/oauth2/v3/certs"))
      return text(reply).matches(of: #/"kid":"([^"]+)"/#).map { String($0.1) }
    }
    #expect(await kids() == ["simulated-1"])
    try await stand.stores.rotateOIDCKeys()
    #expect(await kids() == ["simulated-1", "simulated-2"])
    try await stand.stores.rotateOIDCKeys(keepingOld: false)
    #expect(await kids() == ["simulated-3"])
  }
}
