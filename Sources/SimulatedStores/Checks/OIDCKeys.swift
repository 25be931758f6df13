import Crypto
import CryptoExtras
import Foundation
import PlainText

/// The keys with which the fake Google signs the bearer tokens of Pub/Sub, the newest last.
struct OIDCKeys: Sendable {
  private struct Key: Sendable {
    var id: String
    var key: _RSA.Signing.PrivateKey
  }

  private var keys: [Key]
  private var made = 1

  /// Creates the set with one key, which all fake stores of a process share, as generating one is
  /// slow.
  init() throws {
    keys = [Key(id: "simulated-1", key: try Self.firstKey.get())]
  }

  private static let firstKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  /// Adds a new key, which signs from now on.
  ///
  /// - Parameter keepingOld: A Boolean value that indicates whether the previous keys stay
  ///   published, as Google's do for a while.
  /// - Throws: An error of the cryptography library about the new key.
  mutating func rotate(keepingOld: Bool) throws {
    made += 1
    let fresh = Key(id: "simulated-\(made)", key: try _RSA.Signing.PrivateKey(keySize: .bits2048))
    keys = (keepingOld ? keys : []) + [fresh]
  }

  /// Returns a JSON Web Key Set (RFC 7517).
  func published() throws -> String {
    let items = try keys.map { entry in
      let parts = try entry.key.publicKey.getKeyPrimitives()
      return "{\"kty\":\"RSA\",\"alg\":\"RS256\",\"use\":\"sig\",\"kid\":\"\(entry.id)\","
        + "\"n\":\"\(Base64.encode(parts.modulus, alphabet: .url))\","
        + "\"e\":\"\(Base64.encode(parts.publicExponent, alphabet: .url))\"}"
    }
    return "{\"keys\":[\(items.joined(separator: ","))]}"
  }

  /// Signs claims with the newest key, or with one that is not published.
  func sign(_ claims: String, byStranger: Bool = false) throws -> String {
    let newest = keys[keys.count - 1]
    let key = byStranger ? try Self.stranger.get() : newest.key
    let header = "{\"alg\":\"RS256\",\"kid\":\"\(newest.id)\",\"typ\":\"JWT\"}"
    let signed =
      Base64.encode(header.utf8, alphabet: .url) + "." + Base64.encode(claims.utf8, alphabet: .url)
    let signature = try key.signature(
      for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
    return signed + "." + Base64.encode(signature.rawRepresentation, alphabet: .url)
  }

  private static let stranger = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
}
