import Cryptography

/// The In-App Purchase key that signs requests to the App Store.
///
/// Descriptions, mirrors and errors contain the key's identifier alone, never the key.
public struct AppStoreKey: Sendable {
  /// The key identifier, ten letters and digits.
  public let keyID: String
  /// The team's issuer identifier, a UUID.
  public let issuerID: String

  private let key: PrivateKey

  /// Reads a key from the text of its `.p8` file.
  ///
  /// - Throws: ``CredentialError/notAppStoreKey``.
  public init(pem: String, keyID: String, issuerID: String) throws(CredentialError) {
    guard let key = PrivateKey(pem: pem), key.kind == .p256 else { throw .notAppStoreKey }
    (self.keyID, self.issuerID, self.key) = (keyID, issuerID, key)
  }

  /// Returns the signature of a text, `r` and `s` concatenated, as JWS requires (RFC 7518 §3.4).
  func signature(of text: String) -> [UInt8]? { try? key.signature(for: Array(text.utf8)) }
}

extension AppStoreKey: Guarded {
  /// The key identifier.
  public var description: String { "AppStoreKey(\(keyID))" }
}
