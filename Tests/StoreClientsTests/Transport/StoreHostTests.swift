import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct StoreHostTests {
  @Test(arguments: [
    "https://api.storekit.apple.com", "http://127.0.0.1:8080/app-store/", "http://localhost:1",
  ])
  func `https and this machine are asked`(address: String) throws {
    #expect(try StoreHost(address).address == address.trimmed)
  }

  @Test(arguments: [
    "", "api.storekit.apple.com", "http://api.storekit.apple.com", "ftp://127.0.0.1",
    "https://", "https://user:password@host.example", "https://host.example?a=b",
    "http://127.0.0.1.evil.example",
  ])
  func `anything else is not`(address: String) {
    #expect(throws: CredentialError.insecureAddress) { try StoreHost(address) }
  }

  @Test(arguments: [
    (StoreEnvironment.production, "https://api.storekit.apple.com"),
    (.sandbox, "https://api.storekit-sandbox.apple.com"),
    (.local, "https://api.storekit-sandbox.apple.com"),
  ])
  func `each environment has its host`(environment: StoreEnvironment, address: String) {
    #expect(StoreHost.appStore(environment).address == address)
  }

  @Test(arguments: [
    ("abc-_~1.2", "abc-_~1.2"), ("a/b", "a%2Fb"), ("..", "%2E%2E"), (".", "%2E"),
    ("a?b&c=d", "a%3Fb%26c%3Dd"), ("é ", "%C3%A9%20"),
  ])
  func `a name cannot leave its place in the path`(name: String, escaped: String) {
    #expect(StoreHost.escaped(name) == escaped)
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix("/") ? String(dropLast()) : self }
}
