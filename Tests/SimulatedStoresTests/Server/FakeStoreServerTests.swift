import Foundation
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.ownThread) struct FakeStoreServerTests {
  private static func status(_ method: String, _ address: String) async throws -> Int? {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode
  }

  private static func expect(_ status: Int, _ method: String, _ address: String) async throws {
    let met = try await Self.status(method, address)
    #expect(met == status, "\(method) \(address)")
  }

  @Test func `the stores are served until the body ends`() async throws {
    let stand = try Stand()
    let addresses = try await FakeStoreServer.serving(stand.stores) { addresses in
      try await Self.expect(200, "GET", addresses.certificates)
      try await Self.expect(404, "GET", addresses.base + "/elsewhere")
      #expect(await stand.stores.serviceAccountJSON.contains(addresses.token))
      return addresses
    }
    await #expect(throws: (any Error).self) {
      try await Self.status("GET", addresses.certificates)
    }
  }

  @Test func `two of them are served side by side`() async throws {
    let (one, other) = (try Stand(), try Stand())
    try await FakeStoreServer.serving(one.stores) { first in
      try await FakeStoreServer.serving(other.stores) { second in
        #expect(first.base != second.base)
        await other.stores.set(.down, at: .certificates)
        try await Self.expect(200, "GET", first.certificates)
        try await Self.expect(503, "GET", second.certificates)
      }
    }
  }

  @Test func `faults are set over the network`() async throws {
    let stand = try Stand()
    try await FakeStoreServer.serving(stand.stores) { addresses in
      let control = addresses.base + "/control/faults/certificates"
      try await Self.expect(204, "PUT", control + "?fault=status:418&times=1")
      try await Self.expect(418, "GET", addresses.certificates)
      try await Self.expect(200, "GET", addresses.certificates)
    }
  }

  @Test func `what the body throws is passed on`() async throws {
    let stand = try Stand()
    await #expect(throws: CancellationError.self) {
      try await FakeStoreServer.serving(stand.stores) { _ in throw CancellationError() }
    }
  }

  @Test func `a post tells the status it met, and nothing where nobody listens`() async throws {
    let stand = try Stand()
    try await FakeStoreServer.serving(stand.stores) { addresses in
      let post = WebhookPost(url: addresses.token, fields: ["X-A": "b"], body: [1, 2, 3])
      #expect(await HTTPPoster.post(post) == 400)
    }
    let nowhere = WebhookPost(url: "http://127.0.0.1:1/x", fields: [:], body: [])
    #expect(await HTTPPoster.post(nowhere) == nil)
  }
}
