import OwnThreads
import SimulatedStores
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

/// Both clients against the fake stores, over the network.
@Suite(.ownThread) struct LiveStoresTests {
  /// The payloads that a reader which trusts the fake App Store alone finds in an answer.
  private static func payloads(
    _ body: [UInt8], _ live: LiveStores, mode: TrustPolicy.Mode = .required
  ) throws -> [StorePayload] {
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: mode, roots: [try TrustedRoot(file: live.stores.rootCertificate)]))
    return try reader.read(ArraySlice(body), heardAt: live.now).map { outcome in
      switch outcome {
      case .payload(let payload): return payload
      case .refused(let refusal): throw refusal
      }
    }
  }

  @Test func `every question of the App Store is answered and passes the reader`() async throws {
    try await LiveStores.serving { live in
      let client = try live.appStore()
      let key = try #require(try await live.purchase(.appStore) { $0.status == .grace }).key
      let statuses = try await client.subscriptionStatuses(transaction: key)
      let events = try Self.payloads(statuses.body, live).flatMap(\.events)
      #expect(events.contains { $0.facts.status == .grace })
      let token = try await client.requestTestNotification()
      let test = try await client.testNotificationStatus(token: token)
      #expect(try Self.payloads(test.body, live).count == 1)
    }
  }

  @Test func `the whole history of notifications is paged through`() async throws {
    try await LiveStores.serving { live in
      let client = try live.appStore()
      var (identities, pages, after) = (Set<String>(), 0, String?.none)
      var total = 0
      repeat {
        let page = try await client.notificationHistory(
          live.now - .days(400)..<live.now, onlyFailures: false, after: after)
        let payloads = try Self.payloads(page.body, live)
        total += payloads.count
        identities.formUnion(payloads.map(\.identity))
        (after, pages) = (page.nextPage, pages + 1)
      } while after != nil
      #expect(pages > 2)
      #expect(identities.count == total)
    }
  }

  @Test func `every question of Google Play is answered and passes the reader`() async throws {
    try await LiveStores.serving(seed: 2, subscribers: 600) { live in
      let client = try await live.googlePlay()
      let key = try #require(try await live.purchase(.googlePlay) { $0.status == .hold }).key
      let answer = try await client.subscription(purchaseToken: key)
      let record = try #require(
        ArchiveRecord.play(
          subscription: answer.body, package: client.package, purchaseToken: key,
          receivedAt: live.now))
      let snapshot = try Self.payloads(record, live, mode: .signed)
      #expect(snapshot.first?.events.first?.facts.status == .hold)

      var (orders, pages, after) = (0, 0, String?.none)
      repeat {
        let page = try await client.voidedPurchases(
          live.now - .days(30)..<live.now, after: after)
        let record = try #require(
          ArchiveRecord.play(voided: page.body, package: client.package, receivedAt: live.now))
        orders += try Self.payloads(record, live, mode: .signed).count
        (after, pages) = (page.nextPage, pages + 1)
      } while after != nil
      #expect(orders == 6)
      #expect(pages == 6)
    }
  }

  @Test func `a purchase that ended long ago is gone, an unknown one not found`() async throws {
    try await LiveStores.serving { live in
      let ended = try #require(try await live.purchase(.googlePlay) { $0.status == .expired })
      live.now = live.now + .days(61)
      let client = try await live.googlePlay()
      guard case .gone = await failure({ try await client.subscription(purchaseToken: ended.key) })
      else {
        Issue.record("not gone")
        return
      }
      guard case .notFound = await failure({ try await client.subscription(purchaseToken: "no") })
      else {
        Issue.record("found")
        return
      }
      let apple = try live.appStore()
      guard
        case .notFound = await failure({
          try await apple.subscriptionStatuses(transaction: "1")
        })
      else {
        Issue.record("found")
        return
      }
    }
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    var fault: StoreFault
    /// How often both stores are asked until the error is told.
    var attempts: ClosedRange<Int>
    var fits: @Sendable (StoreAPIError) -> Bool

    var testDescription: String { "\(fault)" }
  }

  private static let troubles: [Trouble] = [
    Trouble(fault: .down, attempts: 4...4) { $0 == .unavailable(detail: "HTTP 503") },
    Trouble(fault: .status(400), attempts: 1...1) {
      $0 == .refused(status: 400, detail: "no reason is stated")
    },
    Trouble(fault: .status(302), attempts: 1...1) {
      $0 == .refused(status: 302, detail: "redirects are not followed")
    },
    Trouble(fault: .tokenExpired, attempts: 2...2) {
      guard case .unauthorized = $0 else { return false }
      return true
    },
    Trouble(fault: .clockSkewed(by: .minutes(-10)), attempts: 2...2) {
      guard case .clockSkew(let skew) = $0 else { return false }
      return abs(skew - 600_000) < 1_000
    },
    Trouble(fault: .throttled(after: .minutes(30)), attempts: 1...1) {
      guard case .throttled(.some) = $0 else { return false }
      return true
    },
    Trouble(fault: .garbage, attempts: 1...1) {
      guard case .malformed = $0 else { return false }
      return true
    },
    // The network layer asks once more by itself where a kept connection breaks.
    Trouble(fault: .resetConnection, attempts: 4...8) {
      guard case .unavailable = $0 else { return false }
      return true
    },
  ]

  @Test(arguments: troubles)
  func `a store in trouble is told by its error, then asked as before`(
    trouble: Trouble
  ) async throws {
    try await LiveStores.serving { live in
      let apple = try live.appStore()
      let google = try await live.googlePlay()
      let appleKey = try #require(try await live.purchase(.appStore)).key
      let googleKey = try #require(try await live.purchase(.googlePlay)).key
      for endpoint in [StoreEndpoint.statuses, .subscription] {
        await live.stores.set(trouble.fault, at: endpoint)
        let error = await failure {
          endpoint == .statuses
            ? try await apple.subscriptionStatuses(transaction: appleKey)
            : try await google.subscription(purchaseToken: googleKey)
        }
        #expect(error.map(trouble.fits) == true, "\(endpoint): \(String(describing: error))")
        let asked = await live.stores.log.filter { $0.endpoint == endpoint }.count
        #expect(trouble.attempts.contains(asked), "\(asked)")
        await live.stores.clear(endpoint)
      }
      live.now = live.now + .hours(1)
      _ = try await apple.subscriptionStatuses(transaction: appleKey)
      _ = try await google.subscription(purchaseToken: googleKey)
    }
  }

  @Test func `a token that runs out mid-flight is made anew, and the question answered`()
    async throws
  {
    try await LiveStores.serving { live in
      let apple = try live.appStore()
      let google = try await live.googlePlay()
      let appleKey = try #require(try await live.purchase(.appStore)).key
      let googleKey = try #require(try await live.purchase(.googlePlay)).key
      await live.stores.set(.tokenExpired, at: .statuses, times: 1)
      await live.stores.set(.tokenExpired, at: .subscription, times: 1)
      _ = try await apple.subscriptionStatuses(transaction: appleKey)
      _ = try await google.subscription(purchaseToken: googleKey)
      let log = await live.stores.log
      #expect(log.filter { $0.endpoint == .statuses }.map(\.status) == [401, 200])
      #expect(log.filter { $0.endpoint == .subscription }.map(\.status) == [401, 200])
      #expect(log.filter { $0.endpoint == .token }.map(\.status) == [200, 200])
    }
  }

  @Test func `a token endpoint that is down delays, one that refuses is told`() async throws {
    try await LiveStores.serving { live in
      let google = try await live.googlePlay()
      let key = try #require(try await live.purchase(.googlePlay)).key
      await live.stores.set(.down, at: .token, times: 2)
      _ = try await google.subscription(purchaseToken: key)
      await live.stores.set(.status(401), at: .token)
      await live.stores.set(.tokenExpired, at: .subscription, times: 1)
      let error = await failure { try await google.subscription(purchaseToken: key) }
      #expect(error == .unauthorized(detail: "HTTP 401"))
    }
  }

  @Test func `whoever is cancelled does not wait for a token`() async throws {
    try await LiveStores.serving { live in
      let google = try await live.googlePlay()
      await live.stores.set(.slow(.seconds(600)), at: .token)
      let task = Task { await failure { try await google.subscription(purchaseToken: "t") } }
      while await live.stores.log.isEmpty { await Task.yield() }
      task.cancel()
      #expect(await task.value == .brokenOff)
      #expect(await live.stores.log.map(\.endpoint) == [.token])
    }
  }

  @Test func `a client with another app's bundle is refused by the store`() async throws {
    try await LiveStores.serving { live in
      let key = try #require(try await live.purchase(.appStore)).key
      let client = try live.appStore(bundle: "com.example.other")
      let error = await failure { try await client.subscriptionStatuses(transaction: key) }
      #expect(error == .unauthorized(detail: "HTTP 401"))
      #expect(await live.stores.log.last?.note == "bid is not the app's bundle")
    }
  }

  @Test func `an answer about another app is kept out`() async throws {
    try await LiveStores.serving { live in
      let key = try #require(try await live.purchase(.appStore)).key
      await live.stores.set(.wrongBundle, at: .statuses)
      let client = try live.appStore()
      let error = await failure { try await client.subscriptionStatuses(transaction: key) }
      #expect(error == .malformed(detail: "it is about another app than com.example.kawaraban"))
    }
  }

  @Test func `no error of any fault shows a key or a token`() async throws {
    try await LiveStores.serving { live in
      let secrets = live.stores.credentials.appStorePEM.split(separator: "\n").dropFirst()
        .dropLast().map(String.init)
      let json = await live.stores.serviceAccountJSON
      let account = json.split(separator: "\\n").dropFirst().dropLast().map(String.init)
      let key = try #require(try await live.purchase(.googlePlay)).key
      for trouble in Self.troubles {
        await live.stores.set(trouble.fault, at: .statuses)
        await live.stores.set(trouble.fault, at: .subscription)
        await live.stores.set(trouble.fault, at: .token)
        let (apple, google) = (try live.appStore(), try await live.googlePlay())
        let errors = [
          await failure { try await apple.subscriptionStatuses(transaction: "1") },
          await failure { try await google.subscription(purchaseToken: key) },
        ]
        for error in errors {
          let shown = "\(String(reflecting: error)) \(error?.description ?? "")"
          #expect(error != nil)
          for secret in secrets + account { #expect(!shown.contains(secret)) }
          #expect(!shown.contains("ya29."))
          #expect(!shown.contains("eyJ"))
          #expect(!shown.contains(key))
        }
        for endpoint in [StoreEndpoint.statuses, .subscription, .token] {
          await live.stores.clear(endpoint)
        }
      }
    }
  }
}
