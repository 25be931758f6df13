import Cryptography
import Foundation
import StoreSimulator

/// The credentials that a forger makes up: push tokens that Google did not sign, and API tokens.
enum FalseBearer: String, CaseIterable {
  case brokenSignature = "push tokens with a broken signature"
  case unknownKey = "push tokens of ever new keys"
  case otherAudience = "push tokens for another audience"
  case apiToken = "ever new API tokens"

  /// The path that they are posted to.
  var path: String { self == .apiToken ? "/v1/prompts/shown" : Self.pushPath }

  /// The address of their only client, where a proxy says it.
  var client: String {
    switch self {
    case .brokenSignature: "203.0.113.7"
    case .unknownKey: "203.0.113.8"
    case .otherAudience: "203.0.113.9"
    case .apiToken: "203.0.113.10"
    }
  }

  /// Different false values of an `Authorization` header.
  func values(of signer: PushTokenSigner, count: Int) throws -> [String] {
    let signature = try signer.key.signature(for: [])
    return try (0..<count).map { index in
      switch self {
      case .brokenSignature:
        var broken = signature
        for place in 0..<4 { broken[place] = UInt8(index >> (8 * place) & 255) }
        return try signer.bearer(signature: broken)
      case .unknownKey: return try signer.bearer(name: "\(index)", signature: signature)
      case .otherAudience:
        return try signer.bearer(audience: "https://example.com/\(index)", signature: signature)
      case .apiToken: return "Bearer ctd_" + base64URL(Data(SHA256.hash(Array("\(index)".utf8))))
      }
    }
  }

  /// The path of Google Play's pushes.
  static let pushPath = "/v1/google-play/notifications"

  /// The body of a push, which says nothing about anybody.
  static var body: [UInt8] {
    let notification = """
      {"version":"1.0","packageName":"\(SimulatedWorld.package)","eventTimeMillis":"1760055000000",\
      "testNotification":{"version":"1.0"}}
      """
    let data = Data(notification.utf8).base64EncodedString()
    let message = #"{"data":"\#(data)","messageId":"1"}"#
    return Array(#"{"message":\#(message),"subscription":"projects/p/subscriptions/s"}"#.utf8)
  }
}

/// The signer of push tokens in Google's place.
struct PushTokenSigner {
  private static let audience = "https://example.com/push"
  private static let account = "pusher@example.iam.gserviceaccount.com"
  private static let name = "key"

  /// The key.
  let key: PrivateKey

  /// Makes a key.
  init() throws { key = try .generated(.rsa) }

  /// The set of keys that stands for Google's.
  var keySet: String {
    guard let numbers = key.publicKey.rsaNumbers else { return "{}" }
    let (n, e) = (base64URL(Data(numbers.modulus)), base64URL(Data(numbers.exponent)))
    return """
      {"keys":[{"kty":"RSA","alg":"RS256","use":"sig","kid":"\(Self.name)","n":"\(n)","e":"\(e)"}]}
      """
  }

  /// The key file of a service account whose store listens at a port of this machine.
  func account(port: UInt16) -> String {
    let pem = key.pem.replacing("\n", with: "\\n")
    return """
      {"type":"service_account","client_email":"\(Self.account)","private_key_id":"1",\
      "private_key":"\(pem)","token_uri":"http://127.0.0.1:\(port)/token"}
      """
  }

  /// The configuration of the app about which may be pushed.
  func configuration(port: UInt16, accountFile: String) -> String {
    """
    [[googlePlay]]
    package = "\(SimulatedWorld.package)"
    accountFile = "\(accountFile)"
    host = "http://127.0.0.1:\(port)"
    pushAudience = "\(Self.audience)"
    pushAccount = "\(Self.account)"
    """
  }

  /// The value of an `Authorization` header, signed where no signature is given.
  func bearer(
    name: String = name, audience: String = audience, signature: [UInt8]? = nil
  ) throws -> String {
    let now = Int(Date.now.timeIntervalSince1970)
    let header = #"{"alg":"RS256","typ":"JWT","kid":"\#(name)"}"#
    let claims = """
      {"iss":"https://accounts.google.com","aud":"\(audience)","email":"\(Self.account)",\
      "email_verified":true,"iat":\(now),"exp":\(now + 3_600)}
      """
    let signed = [header, claims].map { base64URL(Data($0.utf8)) }.joined(separator: ".")
    let signature = try signature ?? key.signature(for: Array(signed.utf8))
    return "Bearer \(signed).\(base64URL(Data(signature)))"
  }
}

/// Bytes in base64url without padding.
func base64URL(_ bytes: Data) -> String {
  bytes.base64EncodedString()
    .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
