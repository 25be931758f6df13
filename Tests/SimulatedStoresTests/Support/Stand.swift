import Cryptography
import Foundation
import PlainText
import StoreSimulator
import SubscriptionCore
import Synchronization
import Testing

@testable import SimulatedStores

/// A clock that only a test moves.
final class TestClock: Sendable {
  private let instant: Mutex<Timestamp>

  init(_ instant: Timestamp = SimulatedWorld.defaultStart) { self.instant = Mutex(instant) }

  var now: Timestamp {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }
}

/// Fake stores with a clock, and tokens as a right client makes them unless told otherwise.
struct Stand {
  let clock = TestClock()
  let stores: FakeStores

  init(
    seed: UInt64 = SimulatedWorld.defaultSeed, subscribers: Int = 60,
    faults: DeliveryFaults = .faithful, clientClock: TestClock? = nil
  ) throws {
    let clients = clientClock ?? clock
    stores = try FakeStores(
      seed: seed, subscribers: subscribers, faults: faults, voidedPageSize: 1,
      clientClock: { [clients] in clients.now }
    ) { [clock] in clock.now }
  }

  var seconds: Int64 { clock.now.milliseconds / 1000 }

  /// The claims of a right token for the App Store.
  var appStoreClaims: [String: String] {
    [
      "iss": "\"\(stores.credentials.issuerID)\"", "iat": "\(seconds)", "exp": "\(seconds + 600)",
      "aud": "\"appstoreconnect-v1\"", "bid": "\"\(SimulatedWorld.bundle.rawValue)\"",
    ]
  }

  /// The header of a right token for the App Store.
  var appStoreHeader: [String: String] {
    ["alg": "\"ES256\"", "kid": "\"\(stores.credentials.keyID)\"", "typ": "\"JWT\""]
  }

  /// A token for the App Store, signed by the right key.
  func appStoreToken(
    header: [String: String] = [:], claims: [String: String] = [:]
  ) throws -> String {
    let signed = Self.unsigned(
      appStoreHeader.merging(header) { $1 }, appStoreClaims.merging(claims) { $1 })
    let signature = try stores.credentials.appStoreKey.signature(for: Array(signed.utf8))
    return signed + "." + Base64.encode(signature, alphabet: .url)
  }

  /// Asks the App Store with a right token.
  func ask(
    _ target: String, method: String = "GET", body: String = "", token: String? = nil
  ) async throws -> FakeReply {
    let token = try token ?? appStoreToken()
    return await stores.answer(
      FakeRequest(
        method: method, target: target, fields: ["Authorization": "Bearer \(token)"],
        body: Array(body.utf8)))
  }

  /// An assertion for Google's token endpoint, signed by the right key.
  func assertion(claims: [String: String] = [:]) async throws -> String {
    let right = [
      "iss": "\"\(stores.credentials.email)\"", "iat": "\(seconds)", "exp": "\(seconds + 600)",
      "scope": "\"https://www.googleapis.com/auth/androidpublisher\"",
      "aud": "\"\(await stores.addresses.token)\"",
    ]
    let signed = Self.unsigned(["alg": "\"RS256\""], right.merging(claims) { $1 })
    let signature = try stores.credentials.accountKey.signature(for: Array(signed.utf8))
    return signed + "." + Base64.encode(signature, alphabet: .url)
  }

  /// Exchanges an assertion.
  func exchange(_ assertion: String) async -> FakeReply {
    let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
    return await stores.answer(
      FakeRequest(
        method: "POST", target: "/google-accounts/token",
        body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8)))
  }

  /// An access token of Google.
  func accessToken() async throws -> String {
    let reply = await exchange(try await assertion())
    let answer = try JSONDecoder().decode([String: Loose].self, from: Data(reply.body))
    return answer["access_token"]?.text ?? ""
  }

  /// Asks Google Play with a token.
  func play(_ rest: String, token: String) async -> FakeReply {
    await stores.answer(
      FakeRequest(
        target: "/google-play/androidpublisher/v3/applications/"
          + "\(SimulatedWorld.package.rawValue)/purchases/\(rest)",
        fields: ["authorization": "Bearer \(token)"]))
  }

  /// A purchase of the world.
  func purchase(
    at store: Store, where fits: (SimulatedWorld.Purchase) -> Bool = { _ in true }
  ) async throws -> SimulatedWorld.Purchase {
    try #require(
      try await stores.purchases().first {
        $0.store == store && $0.environment == .production && fits($0)
      })
  }

  private static func unsigned(_ header: [String: String], _ claims: [String: String]) -> String {
    func object(_ members: [String: String]) -> String {
      "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
    return Base64.encode(object(header).utf8, alphabet: .url) + "."
      + Base64.encode(object(claims).utf8, alphabet: .url)
  }
}

/// Any JSON value as text.
struct Loose: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    text = try (try? value.decode(String.self)) ?? String(value.decode(Int64.self))
  }
}

/// The text of a reply.
func text(_ reply: FakeReply) -> String { String(decoding: reply.body, as: UTF8.self) }
