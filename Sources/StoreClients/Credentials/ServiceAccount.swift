import Cryptography
import Foundation

/// The Google service account that queries the Play Developer API.
///
/// Descriptions, mirrors and errors contain the account's mail address alone, never its key.
public struct ServiceAccount: Sendable {
  /// The account's mail address, to which Play Console grants permissions.
  public let email: String
  /// The identifier of its key.
  public let keyID: String
  /// The endpoint that exchanges an assertion for an access token.
  public let tokenHost: StoreHost

  private let key: PrivateKey

  /// Reads the JSON file that Google Cloud creates for a service account key.
  ///
  /// - Throws: ``CredentialError`` for the part that is missing or wrong.
  public init(json: [UInt8]) throws(CredentialError) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(json)),
      file.type == "service_account"
    else { throw .notServiceAccount }
    guard let email = file.client_email else { throw .missingField("client_email") }
    guard let keyID = file.private_key_id else { throw .missingField("private_key_id") }
    guard let pem = file.private_key else { throw .missingField("private_key") }
    guard let key = PrivateKey(pem: pem), key.kind == .rsa else { throw .notRSAKey }
    (self.email, self.keyID, self.key) = (email, keyID, key)
    tokenHost = try StoreHost(file.token_uri ?? "https://oauth2.googleapis.com/token")
  }

  /// Returns the signature of a text by RS256 (RFC 7518 §3.3).
  func signature(of text: String) -> [UInt8]? { try? key.signature(for: Array(text.utf8)) }

  private struct File: Decodable {
    var type: String?
    var client_email: String?
    var private_key_id: String?
    var private_key: String?
    var token_uri: String?
  }
}

extension ServiceAccount: Guarded {
  /// The account's mail address.
  public var description: String { "ServiceAccount(\(email))" }
}
