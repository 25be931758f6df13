import Cryptography
import Foundation
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct CredentialErrorTests {
  /// What may stand where a key is expected; tests are told by its name, not by its content.
  enum WrongKey: String, CaseIterable, Sendable {
    case empty, text, shortKey, otherCurve, publicHalf

    var pem: String {
      switch self {
      case .empty: ""
      case .text: "no key at all"
      case .shortKey: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"
      case .otherCurve:
        """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDC9VKdeW7FFKYN1q8hu
        3XiNc0cw5HcGnWuykHw9azNI1RVHuL8S1ja/N+WrZ2BnQ+ahZANiAASOHjcizftE
        ZmIqqc49DVbswQLyCl9f7pAGas2752gz0FxC9qiI/Ov8hzdORFHrpbpwclcupT2s
        qd0ROtqYR0LDHdK+EahSS2EfVqQTBgy8M2GLyV24beeEq4ypEovcWwE=
        -----END PRIVATE KEY-----
        """
      case .publicHalf:
        """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEF1n2YbTIW9sVwoNM/HOMJ7188PWT
        yYdp7TYFLXtFhg4zbPFMHgOOCH+k/dNi7+p2KfP6mDk5/WeBtejIxc8i8A==
        -----END PUBLIC KEY-----
        """
      }
    }
  }

  @Test(arguments: WrongKey.allCases)
  func `what is no p8 file is refused without being shown`(wrong: WrongKey) {
    let pem = wrong.pem
    let error = #expect(throws: CredentialError.notAppStoreKey) {
      try AppStoreKey(pem: pem, keyID: "K", issuerID: "I")
    }
    for line in pem.split(separator: "\n") where line.count > 4 {
      #expect(!String(describing: error).contains(line))
    }
  }

  @Test func `a key of another curve is no RSA key`() throws {
    let json = try TestKeys.accountJSON(
      changing: ["private_key": TestKeys.appStore.get().pem])
    #expect(throws: CredentialError.notRSAKey) { try ServiceAccount(json: json) }
  }

  @Test(arguments: [
    ("type", nil, CredentialError.notServiceAccount),
    ("type", "authorized_user", .notServiceAccount),
    ("client_email", nil, .missingField("client_email")),
    ("private_key_id", nil, .missingField("private_key_id")),
    ("private_key", nil, .missingField("private_key")),
    ("private_key", "secret", .notRSAKey),
    ("token_uri", "http://evil.example/token", .insecureAddress),
  ])
  func `a wrong service account file is refused`(
    field: String, value: String?, expected: CredentialError
  ) throws {
    let json = try TestKeys.accountJSON(changing: [field: value])
    #expect(throws: expected) { try ServiceAccount(json: json) }
  }

  @Test func `what is no JSON is no service account`() {
    #expect(throws: CredentialError.notServiceAccount) {
      try ServiceAccount(json: Array("secret".utf8))
    }
  }

  @Test func `keys show themselves in no description, mirror or dump`() throws {
    let key = try TestKeys.appStoreKey()
    let account = try TestKeys.serviceAccount()
    var shown = "\(key) \(account) \(String(reflecting: key)) \(String(reflecting: account))"
    dump(key, to: &shown)
    dump(account, to: &shown)
    dump([Optional(key)], to: &shown)
    let question = ClientRequest(
      url: "https://h/token-of-purchase", fields: ["Authorization": "Bearer hidden"],
      body: Array("assertion=hidden".utf8), secret: "hidden")
    dump(question, to: &shown)
    shown += "\(question) \(String(reflecting: question))"
    for secret in try TestKeys.secrets() { #expect(!shown.contains(secret)) }
    #expect(!shown.contains("hidden"))
    #expect(!shown.contains("token-of-purchase"))
    #expect(shown.contains("KEY1"))
  }

  @Test func `either key of Apple's is named, since the products take another one`() {
    let words = CredentialError.notAppStoreKey.description
    #expect(words.contains("an In-App Purchase key, or for App Store Connect a team key"))
  }

  @Test(arguments: [
    CredentialError.notAppStoreKey, .notServiceAccount, .missingField("x"), .notRSAKey,
    .insecureAddress,
  ])
  func `every error says what to do next`(error: CredentialError) {
    #expect(error.description.contains(";"))
  }
}
