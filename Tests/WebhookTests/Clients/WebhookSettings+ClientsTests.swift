import Testing

@testable import Webhook

@Suite struct `WebhookSettings+ClientsTests` {
  @Test(arguments: [
    ("127.0.0.1", [], false), ("::1", [], false), ("localhost", [], false),
    ("127.0.0.1", ["127.0.0.1"], true), ("::1", ["127.0.0.1"], false), ("::1", ["::1"], true),
    ("localhost", ["::1"], true), ("127.0.0.1", ["10.0.0.0/8"], false), ("0.0.0.0", [], true),
    ("203.0.113.9", [], true), ("::", [], true), ("churn.example.com", [], true),
  ])
  func `at the loopback device, clients are told apart behind a trusted proxy alone`(
    _ host: String, _ proxies: [String], _ tells: Bool
  ) throws {
    let ranges = try proxies.map { text in try AddressRange(text) }
    #expect(WebhookSettings(host: host, trustedProxies: ranges).tellsClientsApart == tells)
  }
}
