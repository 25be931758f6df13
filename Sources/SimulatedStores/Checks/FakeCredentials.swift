import Crypto
import CryptoExtras
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

  let appStoreKey: P256.Signing.PrivateKey
  let connectKey: P256.Signing.PrivateKey
  let accountKey: _RSA.Signing.PrivateKey

  /// The OAuth scope for pulling.
  static let pubSubScope = "https://www.googleapis.com/auth/pubsub"

  /// Creates the keys: the App Store's are derived from a seed, the service account's is shared by
  /// the process.
  init(seed: UInt64) throws {
    let digest = SHA256.hash(data: Array("in-app purchase key \(seed)".utf8))
    appStoreKey = try P256.Signing.PrivateKey(rawRepresentation: Array(digest))
    let connectDigest = SHA256.hash(data: Array("app store connect key \(seed)".utf8))
    connectKey = try P256.Signing.PrivateKey(rawRepresentation: Array(connectDigest))
    accountKey = try Self.sharedAccountKey.get()
  }

  /// The service account's key, which is slow to generate; only the account identifies its owner.
  private static let sharedAccountKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  /// The text of the `.p8` file.
  public var appStorePEM: String { appStoreKey.pemRepresentation }

  /// The text of the App Store Connect key's `.p8` file.
  public var connectPEM: String { connectKey.pemRepresentation }

  /// The service account's JSON file.
  ///
  /// - Parameter tokenURL: The address at which it exchanges assertions.
  /// - Returns: The file's text.
  func serviceAccountJSON(tokenURL: String) -> String {
    let pem = accountKey.pemRepresentation.replacing("\n", with: "\\n")
    return """
      {"type":"service_account","project_id":"simulated","private_key_id":"\(accountKeyID)",
      "private_key":"\(pem)\\n","client_email":"\(email)","client_id":"100000000000000000001",
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
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature),
      appStoreKey.publicKey.isValidSignature(signature, for: token.signed)
    else { return "the signature is not by the key" }
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
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature),
      connectKey.publicKey.isValidSignature(signature, for: token.signed)
    else { return "the signature is not by the key" }
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
    let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
    let digest = SHA256.hash(data: token.signed)
    guard
      accountKey.publicKey.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    else { return "the signature is not by the account's key" }
    return nil
  }
}

extension FakeCredentials: CustomStringConvertible, CustomReflectable {
  /// The identifier of the key alone, as for real credentials.
  public var description: String { "FakeCredentials(\(keyID))" }
  /// An empty mirror, so that reflection reveals no key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
