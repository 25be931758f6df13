import Crypto
import CryptoExtras
import Foundation

/// The keys that the fake stores gave out: what a client must sign with to be answered.
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

  /// The permission to pull.
  static let pubSubScope = "https://www.googleapis.com/auth/pubsub"

  /// Makes the keys: the App Store's follows from a seed, the service account's is one a process.
  init(seed: UInt64) throws {
    let digest = SHA256.hash(data: Array("in-app purchase key \(seed)".utf8))
    appStoreKey = try P256.Signing.PrivateKey(rawRepresentation: Array(digest))
    let connectDigest = SHA256.hash(data: Array("app store connect key \(seed)".utf8))
    connectKey = try P256.Signing.PrivateKey(rawRepresentation: Array(connectDigest))
    accountKey = try Self.sharedAccountKey.get()
  }

  /// An RSA key takes long to make, and who it belongs to is told by the account alone.
  private static let sharedAccountKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  /// The text of the `.p8` file.
  public var appStorePEM: String { appStoreKey.pemRepresentation }

  /// The text of the App Store Connect key's `.p8` file.
  public var connectPEM: String { connectKey.pemRepresentation }

  /// The service account's JSON file.
  ///
  /// - Parameter tokenURL: Where it exchanges assertions.
  /// - Returns: The file's text.
  func serviceAccountJSON(tokenURL: String) -> String {
    let pem = accountKey.pemRepresentation.replacing("\n", with: "\\n")
    return """
      {"type":"service_account","project_id":"simulated","private_key_id":"\(accountKeyID)",
      "private_key":"\(pem)\\n","client_email":"\(email)","client_id":"100000000000000000001",
      "token_uri":"\(tokenURL)"}
      """
  }

  /// What is wrong with a token for the App Store Server API; `nil` where nothing is
  /// (App Store Server API, "Generating JSON Web Tokens for API requests").
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

  /// What is wrong with a token for the App Store Connect API; `nil` where nothing is
  /// (App Store Connect API, "Generating Tokens for API Requests").
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

  /// The audience of Google's own libraries, wherever an account's file sends them.
  static let googleAudience = "https://oauth2.googleapis.com/token"

  /// What is wrong with an assertion for an access token; `nil` where nothing is (RFC 7523).
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
  /// The number of the key alone, as real credentials show themselves.
  public var description: String { "FakeCredentials(\(keyID))" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
