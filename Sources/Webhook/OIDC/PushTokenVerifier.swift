import Cryptography
import Foundation
import SubscriptionCore

/// The verifier of push tokens: it proves that Pub/Sub sends on behalf of a configured account.
///
/// The checks are those of Google's page
/// (<https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions#validate_tokens>):
/// RS256 with one of Google's present keys, issuer, audience, account, and time.
struct PushTokenVerifier: Sendable {
  /// The identities that may push.
  let identities: [PushIdentity]
  /// Google's keys.
  let keys: KeyTable

  /// The tolerated difference between Google's clock and this machine's.
  static let leeway = Duration.seconds(60)
  private static let issuers = ["https://accounts.google.com", "accounts.google.com"]

  /// Verifies the value of an `Authorization` header.
  ///
  /// Cheap checks come first, so that forgeries are cheap to refuse; claims count only after the
  /// signature.
  ///
  /// - Returns: The apps that the sender may push about.
  @discardableResult
  func verify(
    authorization: String?, at now: Timestamp
  ) async throws(PushTokenProblem) -> Set<AppID> {
    guard let authorization else { throw .malformed }
    let token = try PushToken(authorization: authorization)
    guard token.header.alg == "RS256" else { throw .algorithm(token.header.alg) }
    guard token.header.crit == nil else { throw .algorithm("an extension (crit)") }
    let packages = try check(token.claims, at: now)
    guard let name = token.header.kid else { throw .unknownKey }
    let key: PublicKey
    switch await keys.key(name) {
    case .found(let found): key = found
    case .unknown: throw .unknownKey
    case .unavailable: throw .keysUnavailable
    }
    guard key.isValidSignature(token.signature, for: token.signed) else { throw .signature }
    return packages
  }

  private func check(
    _ claims: PushToken.Claims, at now: Timestamp
  ) throws(PushTokenProblem) -> Set<AppID> {
    guard let issuer = claims.iss, Self.issuers.contains(issuer) else {
      throw .claim("issuer (iss)")
    }
    let meant = identities.filter { $0.audience == claims.aud }
    guard !meant.isEmpty else { throw .claim("audience (aud)") }
    let packages = meant.filter { $0.serviceAccount == claims.email }.map(\.package)
    guard claims.emailVerified == true, !packages.isEmpty else {
      throw .claim("service account (email)")
    }
    guard let expiry = Self.instant(claims.exp) else { throw .timeMissing("expiry (exp)") }
    guard let issued = Self.instant(claims.iat) else { throw .timeMissing("issue (iat)") }
    if now - expiry >= Self.leeway { throw .time("over since \(expiry.rfc3339)") }
    let begin = max(issued, Self.instant(claims.nbf) ?? issued)
    if begin - now > Self.leeway { throw .time("not valid before \(begin.rfc3339)") }
    return Set(packages)
  }

  private static func instant(_ seconds: Int64?) -> Timestamp? {
    // A number beyond the year 9999 is not a time, and could overflow.
    seconds.flatMap { (0...253_402_300_799).contains($0) ? Timestamp(seconds: $0) : nil }
  }
}
