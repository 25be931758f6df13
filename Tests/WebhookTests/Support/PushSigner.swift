import Cryptography
import Foundation
import PlainText
import SubscriptionCore
import Testing

@testable import Webhook

/// Signs push tokens as Google does, with keys of its own.
struct PushSigner: Sendable {
  let key: PrivateKey
  let name: String

  static let identity = PushIdentity(
    package: "com.example.news", audience: "https://example.com/push",
    serviceAccount: "pusher@example.iam.gserviceaccount.com")
  /// Two keys, made once, since making them takes a while.
  static let first = try? PushSigner(name: "key-1")
  static let second = try? PushSigner(name: "key-2")

  init(name: String) throws {
    key = try PrivateKey.generated(.rsa)
    self.name = name
  }

  /// The key as a member of a JSON Web Key Set.
  var member: [String: String] {
    get throws {
      let numbers = try #require(key.publicKey.rsaNumbers)
      return [
        "kty": "RSA", "alg": "RS256", "use": "sig", "kid": name,
        "n": Base64.encode(numbers.modulus, alphabet: .url),
        "e": Base64.encode(numbers.exponent, alphabet: .url),
      ]
    }
  }

  /// A key set.
  static func set(_ signers: [PushSigner]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: ["keys": signers.map { try $0.member }]))
  }

  /// What a good token claims at an instant.
  static func claims(at now: Timestamp) -> [String: Any] {
    let seconds = now.milliseconds / 1_000
    return [
      "iss": "https://accounts.google.com", "aud": identity.audience,
      "email": identity.serviceAccount, "email_verified": true, "sub": "113774264463038321964",
      "iat": seconds - 10, "exp": seconds + 3_590,
    ]
  }

  /// The value of an Authorization header.
  func bearer(
    _ claims: [String: Any], header: [String: Any] = [:]
  ) throws -> String {
    let fields = ["alg": "RS256", "typ": "JWT", "kid": name].merging(header) { $1 }
    let parts = try [fields, claims].map { part in
      Base64.encode(try JSONSerialization.data(withJSONObject: part), alphabet: .url)
    }
    let signed = parts.joined(separator: ".")
    let signature = try key.signature(for: Array(signed.utf8))
    return "Bearer \(signed).\(Base64.encode(signature, alphabet: .url))"
  }

  func bearer(at now: Timestamp) throws -> String { try bearer(Self.claims(at: now)) }
}
