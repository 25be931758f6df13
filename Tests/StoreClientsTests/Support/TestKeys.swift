import Cryptography
import Foundation
import SubscriptionCore

@testable import StoreClients

/// Keys of the tests, made anew in every run.
enum TestKeys {
  /// The App Store key's private half.
  static let appStore = Result { try PrivateKey.generated(.p256) }
  /// The service account's private half.
  static let account = Result { try PrivateKey.generated(.rsa) }

  /// An App Store key.
  static func appStoreKey() throws -> AppStoreKey {
    try AppStoreKey(pem: appStore.get().pem, keyID: "KEY1", issuerID: "issuer")
  }

  /// The text of a service account file.
  static func accountJSON(changing changes: [String: String?] = [:]) throws -> [UInt8] {
    var file: [String: String] = [
      "type": "service_account", "client_email": "robot@example.com", "private_key_id": "k1",
      "private_key": try account.get().pem,
      "token_uri": "https://oauth.example/token",
    ]
    for (name, value) in changes { file[name] = value }
    return Array(try JSONEncoder().encode(file))
  }

  /// A service account.
  static func serviceAccount() throws -> ServiceAccount {
    try ServiceAccount(json: try accountJSON())
  }

  /// Every piece of a key that must appear nowhere: the lines of its PEM text.
  static func secrets() throws -> [String] {
    try (appStore.get().pem + "\n" + account.get().pem)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-----") }
  }
}

/// A decoded part of a token.
func part(_ index: Int, of token: String) -> [String: JSONScalar] {
  let parts = token.split(separator: ".").map(String.init)
  guard parts.count == 3 else { return [:] }
  let text = parts[index].replacing("-", with: "+").replacing("_", with: "/")
  let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
  let data = Data(base64Encoded: padded) ?? Data()
  return (try? JSONDecoder().decode([String: JSONScalar].self, from: data)) ?? [:]
}

/// A text or a number of a token.
enum JSONScalar: Decodable, Hashable {
  case text(String)
  case number(Int64)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try value.decode(Int64.self))
    }
  }
}

extension ClientRequest {
  /// The token it carries.
  var bearer: String { String((fields["Authorization"] ?? "").dropFirst(7)) }
}
