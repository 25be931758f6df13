import Cryptography
import Foundation
import PlainText

/// A cache of Google's public keys by name.
///
/// Google changes its keys every few days and publishes the next one before it is used, so an
/// unknown name is a reason to fetch them again; because anybody can make up names, that happens at
/// most once a minute.
actor KeyTable {
  /// The result of looking a key up.
  enum Lookup: Sendable {
    case found(PublicKey)
    /// Google has no key of that name.
    case unknown
    /// The keys cannot be fetched at present.
    case unavailable
  }

  /// The least time between two fetches.
  static let pause = Duration.seconds(60)
  /// The least time between two fetches while there are no keys at all.
  static let pauseWithoutKeys = Duration.seconds(5)
  /// The time for which keys are used that cannot be fetched again.
  static let staleMax = Duration.seconds(24 * 3_600)
  /// The lifetime of an answer that states none, and the longest that one may state.
  static let usualAge = Duration.seconds(3_600)

  private let fetch: KeyFetch
  private let uptime: @Sendable () -> Duration
  private let fetched: @Sendable () -> Void

  private var keys: [String: PublicKey] = [:]
  private var fetchedAt: Duration?
  private var freshUntil = Duration.zero
  private var triedAt: Duration?
  private var lastTryFailed = false
  private var running: Task<Void, Never>?

  init(
    fetch: @escaping KeyFetch, uptime: @escaping @Sendable () -> Duration,
    fetched: @escaping @Sendable () -> Void = {}
  ) {
    (self.fetch, self.uptime, self.fetched) = (fetch, uptime, fetched)
  }

  /// Looks a key up, and fetches the keys first where they are old or lack the name.
  func key(_ name: String) async -> Lookup {
    if let key = keys[name], uptime() < freshUntil { return .found(key) }
    await refresh()
    let age = fetchedAt.map { uptime() - $0 }
    guard let age, age < Self.staleMax else { return .unavailable }
    if let key = keys[name] { return .found(key) }
    return lastTryFailed ? .unavailable : .unknown
  }

  private func refresh() async {
    if let running { return await running.value }
    let pause = keys.isEmpty ? Self.pauseWithoutKeys : Self.pause
    if let triedAt, uptime() - triedAt < pause { return }
    triedAt = uptime()
    let task = Task { await self.load() }
    running = task
    await task.value
    running = nil
  }

  private func load() async {
    guard let answer = try? await fetch(), let keys = Self.keys(in: answer.body)
    else { return lastTryFailed = true }
    lastTryFailed = false
    self.keys = keys
    fetchedAt = uptime()
    freshUntil = uptime() + min(answer.maxAge ?? Self.usualAge, Self.usualAge * 24)
    fetched()
  }

  // MARK: Reading

  /// A JSON Web Key Set (<https://www.rfc-editor.org/rfc/rfc7517>).
  private struct KeySet: Decodable {
    struct Key: Decodable {
      var kty: String
      var kid: String?
      var alg: String?
      var use: String?
      var n: String?
      var e: String?
    }

    var keys: [Key]
  }

  /// The RSA keys of a set, by name; `nil` where it is no set or holds none.
  static func keys(in body: [UInt8]) -> [String: PublicKey]? {
    guard let set = try? JSONDecoder().decode(KeySet.self, from: Data(body)) else { return nil }
    var keys: [String: PublicKey] = [:]
    for key in set.keys where key.kty == "RSA" && key.alg ?? "RS256" == "RS256" {
      guard key.use ?? "sig" == "sig", let name = key.kid, let n = key.n, let e = key.e,
        let modulus = Base64.decode(n, alphabet: .url),
        let exponent = Base64.decode(e, alphabet: .url),
        let rsa = PublicKey(modulus: modulus, exponent: exponent)
      else { continue }
      keys[name] = rsa
    }
    return keys.isEmpty ? nil : keys
  }
}
