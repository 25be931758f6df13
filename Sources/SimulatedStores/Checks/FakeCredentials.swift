import Cryptography
import Foundation

/// The keys that the fake stores issued, with which clients must sign.
public struct FakeCredentials: Sendable {
  /// The number of the In-App Purchase key.
  public let keyID = "SIMULATED1"
  /// The number of the App Store Connect key.
  public let connectKeyID = "SIMULATED2"
  /// The team's issuer identifier.
  public let issuerID = "57246542-96fe-1a63-e053-0824d011072a"
  /// The mail address of the service account.
  public let email = "churntop@simulated.iam.gserviceaccount.com"
  /// The number of the service account's key.
  public let accountKeyID = "0123456789abcdef0123456789abcdef01234567"

  let appStoreKey: PrivateKey
  let connectKey: PrivateKey
  let accountKey: PrivateKey

  /// The OAuth scope for pulling.
  static let pubSubScope = "https://www.googleapis.com/auth/pubsub"

  /// Creates the keys: the App Store's are derived from a seed, the service account's is shared by
  /// the process.
  init(seed: UInt64) throws {
    appStoreKey = try Self.key("in-app purchase key \(seed)")
    connectKey = try Self.key("app store connect key \(seed)")
    accountKey = try Self.sharedAccountKey.get()
  }

  private static func key(_ name: String) throws -> PrivateKey {
    try PrivateKey(scalar: SHA256.hash(Array(name.utf8)))
  }

  /// The service account's key, which is slow to generate; only the account identifies its owner.
  private static let sharedAccountKey = Result { try PrivateKey.generated(.rsa) }

  /// The text of the `.p8` file.
  public var appStorePEM: String { appStoreKey.pem }

  /// The text of the App Store Connect key's `.p8` file.
  public var connectPEM: String { connectKey.pem }

  /// The service account's JSON file.
  func serviceAccountJSON(tokenURL: String) -> String {
    let pem = accountKey.pem.replacing("\n", with: "\\n")
    return """
      {"type":"service_account","project_id":"simulated","private_key_id":"\(accountKeyID)",
      "private_key":"\(pem)","client_email":"\(email)","client_id":"100000000000000000001",
      "token_uri":"\(tokenURL)"}
      """
  }

  /// Returns the error in a token for the App Store Server API; `nil` if there is none (App Store
  /// Server API, "Generating JSON Web Tokens for API requests").
  func fault(ofAppStoreToken token: PresentedToken, bundle: String) -> String? {
    if token.header.alg != "ES256" { return "alg is not ES256" }
    if token.header.kid != keyID { return "kid names no key of the team" }
    if token.header.typ != "JWT" { return "typ is not JWT" }
    if token.claims.iss != issuerID { return "iss is not the team's issuer" }
    if token.claims.aud != "appstoreconnect-v1" { return "aud is not appstoreconnect-v1" }
    if token.claims.bid != bundle { return "bid is not the app's bundle" }
    guard appStoreKey.publicKey.isValidSignature(token.signature, for: token.signed) else {
      return "the signature is not by the key"
    }
    return nil
  }

  /// Returns the error in a token for the App Store Connect API; `nil` if there is none (App Store
  /// Connect API, "Generating Tokens for API Requests").
  func fault(ofConnectToken token: PresentedToken) -> String? {
    if token.header.alg != "ES256" { return "alg is not ES256" }
    if token.header.kid != connectKeyID { return "kid names no App Store Connect key" }
    if token.claims.iss != issuerID { return "iss is not the team's issuer" }
    if token.claims.aud != "appstoreconnect-v1" { return "aud is not appstoreconnect-v1" }
    if token.claims.bid != nil { return "bid has no place in the token" }
    if let issued = token.claims.iat, let ends = token.claims.exp, ends - issued > 1_200 {
      return "the token holds for more than twenty minutes"
    }
    guard connectKey.publicKey.isValidSignature(token.signature, for: token.signed) else {
      return "the signature is not by the key"
    }
    return nil
  }

  /// The audience that Google's own libraries use, whatever address an account's file contains.
  static let googleAudience = "https://oauth2.googleapis.com/token"

  /// Returns the error in an assertion for an access token; `nil` if there is none (RFC 7523).
  func fault(ofAssertion token: PresentedToken, tokenURL: String) -> String? {
    if token.header.alg != "RS256" { return "alg is not RS256" }
    if token.claims.iss != email { return "iss is not the service account" }
    if token.claims.aud != tokenURL, token.claims.aud != Self.googleAudience {
      return "aud is not the token endpoint"
    }
    let scopes = ["https://www.googleapis.com/auth/androidpublisher", Self.pubSubScope]
    if !scopes.contains(token.claims.scope ?? "") {
      return "scope is not androidpublisher, nor pubsub"
    }
    guard accountKey.publicKey.isValidSignature(token.signature, for: token.signed) else {
      return "the signature is not by the account's key"
    }
    return nil
  }
}

extension FakeCredentials: CustomStringConvertible, CustomReflectable {
  /// The identifier of the key alone, as for real credentials.
  public var description: String { "FakeCredentials(\(keyID))" }
  /// An empty mirror, so that reflection reveals no key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
