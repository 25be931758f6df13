import StoreSync
import SubscriptionCore
import Synchronization

/// Bearer tokens of the App Store Connect API: signed by ES256 with a key of its own, without the
/// app's bundle, for at most twenty minutes
/// (developer.apple.com/documentation/appstoreconnectapi, "Generating Tokens for API Requests").
final class AppStoreConnectTokens: TokenSource {
  /// How long a token holds.
  static let lifetime = Duration.minutes(15)
  /// How long before its end a token is no longer used.
  static let margin = Duration.minutes(2)
  /// How far a token is dated back, so that a clock slightly ahead does no harm.
  static let backdating = Duration.seconds(30)

  private let key: AppStoreKey
  private let now: @Sendable () -> Timestamp
  private let cached = Mutex<(token: String, madeAt: Timestamp)?>(nil)

  init(key: AppStoreKey, now: @escaping @Sendable () -> Timestamp) {
    (self.key, self.now) = (key, now)
  }

  func token() async throws(StoreAPIError) -> String {
    let present = now()
    let good = cached.withLock { cached -> String? in
      guard let cached, present >= cached.madeAt,
        present < cached.madeAt + Self.lifetime - Self.margin
      else { return nil }
      return cached.token
    }
    if let good { return good }
    let made = WebToken.make(
      header: Header(kid: key.keyID),
      claims: Claims(
        iss: key.issuerID, iat: (present - Self.backdating).milliseconds / 1000,
        exp: (present + Self.lifetime).milliseconds / 1000),
      by: key.signature)
    guard let made else {
      throw .unauthorized(detail: "the App Store Connect key cannot sign")
    }
    cached.withLock { $0 = (made, present) }
    return made
  }

  func discard(_ token: String) async {
    cached.withLock { cached in
      if cached?.token == token { cached = nil }
    }
  }

  private struct Header: Encodable {
    var alg = "ES256"
    var kid: String
    var typ = "JWT"
  }

  private struct Claims: Encodable {
    var iss: String
    var iat: Int64
    var exp: Int64
    var aud = "appstoreconnect-v1"
  }
}
