import Testing

@testable import Webhook

@Suite struct ClientTests {
  private static func rule(_ proxies: [String]) throws -> ClientRule {
    ClientRule(trustedProxies: try proxies.map { text in try AddressRange(text) })
  }

  private static func known(_ text: String) throws -> Client {
    .known(try #require(NetworkAddress(text)).block)
  }

  /// The trusted proxies, the peer, the values of the field, and the client that is found.
  static let found: [(proxies: [String], peer: String, values: [String], client: String)] = [
    ([], "203.0.113.9", [], "203.0.113.9"),
    // Whoever is no trusted proxy says nothing about others.
    ([], "203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
    (["10.0.0.0/8"], "203.0.113.9", ["17.0.0.1"], "203.0.113.9"),
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
    // What the client wrote stands left of what the proxy appended.
    (["127.0.0.1"], "127.0.0.1", ["17.0.0.1, 10.0.0.1, 203.0.113.9"], "203.0.113.9"),
    (["127.0.0.1"], "127.0.0.1", ["17.0.0.1", "203.0.113.9"], "203.0.113.9"),
    (["127.0.0.1"], "127.0.0.1", ["rubbish, 203.0.113.9"], "203.0.113.9"),
    (["127.0.0.1"], "127.0.0.1", [", ,203.0.113.9 , "], "203.0.113.9"),
    // Characters of the client's that are one with the comma behind or before them.
    (["127.0.0.1"], "127.0.0.1", ["\u{0600}, 203.0.113.9"], "203.0.113.9"),
    (["127.0.0.1"], "127.0.0.1", ["x\u{0600},203.0.113.9"], "203.0.113.9"),
    (["127.0.0.1"], "127.0.0.1", ["17.0.0.1,\u{0301}\u{200D}, 203.0.113.9"], "203.0.113.9"),
    // A chain of trusted proxies.
    (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", ["203.0.113.9, 10.1.1.1"], "203.0.113.9"),
    (
      ["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", ["17.0.0.1, 10.9.9.9, 203.0.113.9,10.1.1.1"],
      "203.0.113.9"
    ),
    // With ports and brackets, as some proxies write them.
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
    (["::1"], "::1", ["[2001:db8::9]:4711"], "2001:db8::1"),
    (["::1"], "::1", ["[2001:db8::9]"], "2001:db8::1"),
    (["::1"], "::1", ["2001:db8::9"], "2001:db8::1"),
    (["127.0.0.0/8"], "::ffff:127.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
    (
      ["127.0.0.1"], "127.0.0.1",
      [String(repeating: "17.0.0.1, ", count: 1_500) + "203.0.113.9"], "203.0.113.9"
    ),
  ]

  @Test(arguments: found.indices)
  func `a client is the peer, or whom a trusted proxy names last`(_ index: Int) throws {
    let (proxies, peer, values, client) = Self.found[index]
    let answer = try Self.rule(proxies).client(peer: NetworkAddress(peer), forwardedFor: values)
    #expect(answer == (try Self.known(client)))
  }

  /// The trusted proxies, the peer, the values of the field, and why nobody is shut out.
  static let spared: [(proxies: [String], peer: String?, values: [String], Client.Reason)] = [
    ([], nil, [], .noAddress),
    ([], "17.5.7.1", [], .appStore),
    (["127.0.0.1"], "127.0.0.1", ["17.5.7.1"], .appStore),
    (["127.0.0.1"], "127.0.0.1", [], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["", " , "], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["127.0.0.1, 127.0.0.1"], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9, unknown"], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9, 1.2.3.4:http"], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9, [::1"], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9, [::1]x"], .unnamed),
    (["127.0.0.1"], "127.0.0.1", ["203.0.113.9, for=198.51.100.1"], .unnamed),
  ]

  @Test(arguments: spared.indices)
  func `whom nobody names is spared`(_ index: Int) throws {
    let (proxies, peer, values, reason) = Self.spared[index]
    let answer = try Self.rule(proxies).client(
      peer: peer.flatMap { NetworkAddress($0) }, forwardedFor: values)
    #expect(answer == .spared(reason))
  }

  @Test(arguments: [
    ([], "127.0.0.1", ["203.0.113.9"]), ([], "10.0.0.7", ["203.0.113.9"]),
    ([], "192.168.0.7", []), ([], "169.254.0.7", []), ([], "100.64.0.7", []), ([], "fe80::7", []),
    ([], "fd00::7", []), ([], "::1", []), (["127.0.0.1"], "127.0.0.1", ["203.0.113.9, 10.0.0.7"]),
  ])
  func `a private address that is no trusted proxy is never shut out`(
    _ proxies: [String], _ peer: String, _ values: [String]
  ) throws {
    let answer = try Self.rule(proxies).client(peer: NetworkAddress(peer), forwardedFor: values)
    let local = values.isEmpty || proxies.isEmpty ? peer : "10.0.0.7"
    #expect(answer == .spared(.local(try #require(NetworkAddress(local)))))
  }
}
