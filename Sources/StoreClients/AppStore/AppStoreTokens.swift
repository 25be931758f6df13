import StoreSync
import SubscriptionCore
import Synchronization

/// A source of bearer tokens for Apple's APIs, signed locally by ES256 and cached until shortly
/// before they expire.
///
/// The App Store Server API requires the app's bundle in them and accepts a lifetime of an hour at
/// most ("Generating JSON Web Tokens for API requests"); the App Store Connect API, with a key of
/// its own, requires no bundle and accepts twenty minutes at most ("Generating Tokens for API
/// Requests").
final class AppStoreTokens: TokenSource {
  /// The lifetime of a token, within the limits of both APIs.
  static let lifetime = Duration.minutes(15)
  /// The time before its expiry from which a token is no longer used.
  static let margin = Duration.minutes(2)
  /// The time by which a token is dated back, so that a clock slightly ahead does no harm.
  static let backdating = Duration.seconds(30)

  private let key: AppStoreKey
  private let bundle: AppID?
  private let now: @Sendable () -> Timestamp
  private let kept = Mutex<Kept?>(nil)

  private struct Kept {
    var token: String
    var madeAt: Timestamp
  }

  /// Creates a source of tokens for an app, or, without a bundle, for App Store Connect.
  init(key: AppStoreKey, bundle: AppID?, now: @escaping @Sendable () -> Timestamp) {
    (self.key, self.bundle, self.now) = (key, bundle, now)
  }

  func token() async throws(StoreAPIError) -> String {
    let present = now()
    let good = kept.withLock { kept in
      kept.flatMap { kept in
        // A token from the future was created before the clock was set back.
        present >= kept.madeAt && present < kept.madeAt + Self.lifetime - Self.margin
          ? kept.token : nil
      }
    }
    if let good { return good }
    let issuedAt = present - Self.backdating
    let made = WebToken.make(
      header: Header(kid: key.keyID),
      claims: Claims(
        iss: key.issuerID, iat: issuedAt.milliseconds / 1000,
        exp: (present + Self.lifetime).milliseconds / 1000, bid: bundle?.rawValue),
      by: key.signature)
    guard let made else { throw .unauthorized(detail: "the App Store key cannot sign") }
    kept.withLock { $0 = Kept(token: made, madeAt: present) }
    return made
  }

  func discard(_ token: String) async {
    kept.withLock { kept in
      if kept?.token == token { kept = nil }
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
    var bid: String?
  }
}
