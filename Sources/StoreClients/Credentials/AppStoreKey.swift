import Crypto

/// The In-App Purchase key that signs an app's questions to the App Store.
///
/// It shows itself to nobody: descriptions, mirrors and errors hold the key's number alone.
public struct AppStoreKey: Sendable {
  /// The key's number, ten letters and digits.
  public let keyID: String
  /// The team's issuer identifier, a UUID.
  public let issuerID: String

  private let key: P256.Signing.PrivateKey

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - pem: The text of the `.p8` file.
  ///   - keyID: The key's number.
  ///   - issuerID: The team's issuer identifier.
  /// - Throws: ``CredentialError/notAppStoreKey``.
  public init(pem: String, keyID: String, issuerID: String) throws(CredentialError) {
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw .notAppStoreKey
    }
    (self.keyID, self.issuerID) = (keyID, issuerID)
  }

  /// The signature of a text, `r` and `s` beside each other, as JWS wants it (RFC 7518 §3.4).
  func signature(of text: String) -> [UInt8]? {
    (try? key.signature(for: Array(text.utf8))).map { Array($0.rawRepresentation) }
  }
}

extension AppStoreKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The key's number.
  public var description: String { "AppStoreKey(\(keyID))" }
  /// The key's number.
  public var debugDescription: String { description }
  /// Nothing, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
