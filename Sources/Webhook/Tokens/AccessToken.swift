import Cryptography
import PlainText
import SubscriptionCore

/// A bearer token of the app's backend, known by its hash alone.
public struct AccessToken: Hashable, Sendable {
  /// A name for people, for example `backend-2026-11`.
  public var name: String
  /// The SHA-256 of the token's text, 32 bytes.
  public var hash: [UInt8]
  /// The permissions.
  public var scopes: Set<TokenScope>
  /// The instant from which it is no longer accepted; `nil` for never.
  public var expiresAt: Timestamp?

  /// Creates a token.
  public init(
    name: String, hash: [UInt8], scopes: Set<TokenScope>, expiresAt: Timestamp? = nil
  ) {
    (self.name, self.hash, self.scopes, self.expiresAt) = (name, hash, scopes, expiresAt)
  }

  /// The number of random bytes of a token: 256 bits.
  public static let randomBytes = 32

  /// The text of a new token, which is shown once and stored nowhere; `nil` for fewer than
  /// ``randomBytes`` unpredictable bytes.
  public static func text(random: [UInt8]) -> String? {
    random.count < randomBytes ? nil : "ctd_" + Base64.encode(random, alphabet: .url)
  }

  /// The hash of a token.
  ///
  /// A plain hash is enough, because a random token cannot be guessed from it.
  public static func hash(of text: some StringProtocol) -> [UInt8] { SHA256.hash(Array(text.utf8)) }
}

/// A permission of a bearer token.
public enum TokenScope: String, Hashable, Sendable, CaseIterable {
  /// Reading prompt decisions.
  case promptsRead = "prompts:read"
  /// Recording that a prompt was shown.
  case promptsWrite = "prompts:write"
  /// Reading whether an account has access.
  case accessRead = "access:read"
  /// Reading changes of subscriptions.
  case changesRead = "changes:read"
  /// Reading the daemon's metrics.
  case metricsRead = "metrics:read"
}
