import Cryptography
import Foundation
import PlainText

/// The keys with which the fake Google signs the bearer tokens of Pub/Sub, the newest last.
struct OIDCKeys: Sendable {
  private struct Key: Sendable {
    var id: String
    var key: PrivateKey
  }

  private var keys: [Key]
  private var made = 1

  /// Creates the set with one key, which all fake stores of a process share, as generating one is
  /// slow.
  init() throws {
    keys = [Key(id: "simulated-1", key: try Self.firstKey.get())]
  }

  private static let firstKey = Result { try PrivateKey.generated(.rsa) }

  /// Adds a new key, which signs from now on; the previous ones may stay published, as Google's do
  /// for a while.
  ///
  /// - Throws: An error of the cryptography library about the new key.
  mutating func rotate(keepingOld: Bool) throws {
    made += 1
    let fresh = Key(id: "simulated-\(made)", key: try PrivateKey.generated(.rsa))
    keys = (keepingOld ? keys : []) + [fresh]
  }

  /// Returns a JSON Web Key Set (RFC 7517).
  func published() -> String {
    let items = keys.compactMap { entry in
      entry.key.publicKey.rsaNumbers.map { numbers in
        "{\"kty\":\"RSA\",\"alg\":\"RS256\",\"use\":\"sig\",\"kid\":\"\(entry.id)\","
          + "\"n\":\"\(Base64.encode(numbers.modulus, alphabet: .url))\","
          + "\"e\":\"\(Base64.encode(numbers.exponent, alphabet: .url))\"}"
      }
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
    return signed + "."
      + Base64.encode(try key.signature(for: Array(signed.utf8)), alphabet: .url)
  }

  private static let stranger = Result { try PrivateKey.generated(.rsa) }
}
