import Cryptography
import Foundation
import PlainText
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Synchronization
import Testing

@testable import SimulatedStores

@Suite struct FakePushesTests {
  private static let target = WebhookTarget(
    appStore: "http://h/apple", googlePlay: "http://h/google", audience: "https://h/google")

  /// Lets days pass by the hour and collects what is posted.
  private func post(
    _ stand: Stand, days: Int, _ status: @escaping @Sendable (WebhookPost) -> Int? = { _ in 200 }
  ) async throws -> [WebhookPost] {
    let posts = Mutex<[WebhookPost]>([])
    for _ in 0..<days * 24 {
      stand.clock.now = stand.clock.now + .hours(1)
      _ = try await stand.stores.deliverDue(to: Self.target) { post in
        posts.withLock { $0.append(post) }
        return status(post)
      }
    }
    return posts.withLock { $0 }
  }

  @Test func `every post passes the reader it is meant for`() async throws {
    let stand = try Stand()
    let posts = try await post(stand, days: 3)
    #expect(posts.contains { $0.url == Self.target.appStore })
    #expect(posts.contains { $0.url == Self.target.googlePlay })
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .signed, roots: [try TrustedRoot(file: stand.stores.rootCertificate)]))
    for post in posts {
      for outcome in reader.read(ArraySlice(post.body), heardAt: stand.clock.now) {
        guard case .payload = outcome else {
          Issue.record("refused: \(outcome)")
          return
        }
      }
    }
  }

  @Test func `the token of a post may be asked for, to try a server by hand`() async throws {
    let stand = try Stand()
    let path = "/control/push-token"
    let reply = await stand.stores.answer(
      FakeRequest(target: path + "?audience=https%3A%2F%2Fa%22b&account=c%40d"))
    let token = try #require(PresentedToken(text(reply)))
    #expect(token.claims.aud == "https://a\"b")
    #expect(token.claims.iat == stand.seconds)
    #expect(await stand.stores.answer(FakeRequest(target: path)).status == 400)
    let posted = FakeRequest(method: "POST", target: path + "?audience=a&account=b")
    #expect(await stand.stores.answer(posted).status == 405)
  }

  @Test func `a post of Pub/Sub carries a token by a published key`() async throws {
    let stand = try Stand()
    let posts = try await post(stand, days: 3)
    let google = try #require(posts.first { $0.url == Self.target.googlePlay })
    let bearer = try #require(google.fields["Authorization"]?.dropFirst(7))
    let token = try #require(PresentedToken(String(bearer)))
    #expect(token.claims.aud == "https://h/google")
    #expect(token.claims.iss == "https://accounts.google.com")
    let published = await stand.stores.answer(
      FakeRequest(target: "/google-accounts/oauth2/v3/certs"))
    let modulus = try #require(text(published).firstMatch(of: #/"n":"([^"]+)"/#)?.1)
    let exponent = try #require(text(published).firstMatch(of: #/"e":"([^"]+)"/#)?.1)
    let key = try #require(
      PublicKey(
        modulus: Base64.decode(modulus, alphabet: .url) ?? [],
        exponent: Base64.decode(exponent, alphabet: .url) ?? []))
    #expect(key.isValidSignature(token.signature, for: token.signed))
  }

  @Test func `what is not taken is posted again until it is`() async throws {
    let stand = try Stand()
    let down = try await post(stand, days: 1) { _ in 503 }
    let waiting = Set(down.map(\.body).map { Self.identity($0) })
    #expect(!waiting.isEmpty)
    let up = try await post(stand, days: 8)
    let arrived = Set(up.map(\.body).map { Self.identity($0) })
    // The sandbox tries once.
    let lost = waiting.subtracting(arrived).filter { !Self.isSandbox($0) }
    #expect(lost.isEmpty)
    #expect(down.count > waiting.count)
  }

  @Test func `a careless post brings all of production, some of it twice and out of order`()
    async throws
  {
    let faults = DeliveryFaults(lostPerMille: 450, answerLostPerMille: 150, seed: 3)
    let straight = try await post(try Stand(), days: 9).map(\.body).map { Self.identity($0) }
    let stand = try Stand(faults: faults)
    let posts = try await post(stand, days: 9).map(\.body).map { Self.identity($0) }
    let early = Set(try await post(try Stand(), days: 2).map(\.body).map { Self.identity($0) })
      .filter { !Self.isSandbox($0) }
    #expect(early.subtracting(posts).isEmpty)
    #expect(posts.count > Set(posts).count)
    let first = posts.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let inOrder = straight.filter { first.contains($0) }
    #expect(first != inOrder)
  }

  @Test(arguments: [StoreFault.down, .resetConnection, .status(500)])
  func `a store that fails posts nothing, and tries again`(fault: StoreFault) async throws {
    let stand = try Stand()
    await stand.stores.set(fault, at: .appStorePush, times: 1)
    _ = try await stand.ask("/app-store/inApps/v1/notifications/test", method: "POST")
    let counter = try await stand.stores.deliverDue(to: Self.target) { _ in 200 }
    #expect(counter.again == 1)
    stand.clock.now = stand.clock.now + .minutes(61)
    let later = try await stand.stores.deliverDue(to: Self.target) { _ in 200 }
    #expect(later.taken >= 1)
  }

  @Test(arguments: [StoreFault.wrongSignature, .garbage])
  func `a forged post of the App Store does not pass a reader`(fault: StoreFault) async throws {
    let stand = try Stand()
    await stand.stores.set(fault, at: .appStorePush)
    _ = try await stand.ask("/app-store/inApps/v1/notifications/test", method: "POST")
    let bodies = Mutex<[[UInt8]]>([])
    _ = try await stand.stores.deliverDue(to: Self.target) { post in
      bodies.withLock { $0.append(post.body) }
      return 401
    }
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: [try TrustedRoot(file: stand.stores.rootCertificate)]))
    let outcomes = bodies.withLock { $0 }.flatMap {
      reader.read(ArraySlice($0), heardAt: stand.clock.now)
    }
    #expect(outcomes.count == 1)
    #expect(
      outcomes.allSatisfy {
        guard case .refused = $0 else { return false }
        return true
      })
  }

  @Test(arguments: [
    (StoreEnvironment.production, [1, 12, 24, 48, 72]), (.sandbox, []),
  ])
  func `the App Store tries again after the hours it states`(
    environment: StoreEnvironment, hours: [Int]
  ) {
    var push = StorePush(
      store: .appStore, environment: environment, name: "n", body: [], firstDueAt: .epoch,
      dueAt: .epoch)
    var seen: [Int] = []
    var at = Timestamp.epoch
    push.attempt = 1
    while let next = push.nextDueAt(after: at) {
      seen.append(Int((next - at).components.seconds / 3_600))
      at = next
      push.attempt += 1
    }
    #expect(seen == hours)
  }

  /// What makes two posts the same: Apple's UUID, or Pub/Sub's message id.
  private static func identity(_ body: [UInt8]) -> String {
    let text = String(decoding: body, as: UTF8.self)
    if let message = text.firstMatch(of: #/"messageId":"(\d+)"/#) { return String(message.1) }
    let payload = text.split(separator: ".").dropFirst().first.flatMap {
      Base64.decode($0, alphabet: .url)
    }
    let said = String(decoding: payload ?? [], as: UTF8.self)
    let uuid = said.firstMatch(of: #/"notificationUUID":"([^"]+)"/#).map { String($0.1) }
    return (said.contains("\"environment\":\"Sandbox\"") ? "sandbox " : "") + (uuid ?? text)
  }

  private static func isSandbox(_ identity: String) -> Bool { identity.hasPrefix("sandbox ") }
}
