import EventLedger
import Foundation
import Intake
import NIOCore
import NIOHTTP1
import OwnThreads
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct EarlyRejectHandlerTests {
  private static let path = WebRoute.appStoreNotification.path

  /// Runs a server that believes a proxy on this machine.
  private func serve(
    _ proxies: [String] = ["127.0.0.1"],
    _ test: (RunningServer, SignedWorld) async throws -> Void
  ) async throws {
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    setup.settings.trustedProxies = try proxies.map { text in try AddressRange(text) }
    try await RunningServer.with(setup) { (running) throws in try await test(running, world) }
  }

  private func post(
    _ body: [UInt8], from client: String, _ running: RunningServer
  ) async throws -> ClientResponse {
    try await running.send("POST", Self.path, body: body, fields: ["X-Forwarded-For": client])
  }

  @Test func `a client that forges is answered at the head of its requests, and no other`()
    async throws
  {
    try await serve { (running, world) throws in
      let (real, forged) = (world.notifications, SignedWorld.forged(world.notifications[0]))
      for _ in 0..<5 {
        #expect(try await post(forged, from: "203.0.113.9", running).status == 403)
      }
      let refused = try await post(forged, from: "17.0.0.1, 203.0.113.9", running)
      #expect((refused.status, refused.problem) == (429, "shut-out"))
      #expect(refused.fields["retry-after"] == "60")
      #expect(refused.fields["content-type"] == "application/problem+json")
      // Not even what is true is looked at.
      #expect(try await post(real[0], from: "203.0.113.9", running).status == 429)
      #expect(try await post(real[0], from: "203.0.113.8", running).status == 200)
      #expect(try await running.send("GET", "/healthz").status == 200)
      #expect(running.metrics.value(.deliveries, "app-store", "shut-out") == 2)
      #expect(running.metrics.value(.deliveries, "app-store", "not-proven") == 5)
      #expect(running.metrics.value(.requests, Self.path, "429") == 2)
      #expect(running.server.abuse.count == 1)
      // Nor is a target looked at that names the host as well.
      let head = HTTPRequestHead(
        version: .http1_1, method: .POST, uri: "http://churn.example.com\(Self.path)",
        headers: ["X-Forwarded-For": "203.0.113.9"])
      let proxy = try SocketAddress(ipAddress: "127.0.0.1", port: 443)
      #expect(running.server.shutOut(head, from: proxy)?.status == 429)
      running.clock.pass(.seconds(60))
      #expect(try await post(real[1], from: "203.0.113.9", running).status == 200)
    }
  }

  @Test func `who delivers what is true and new is not shut out, who repeats it is`() async throws {
    try await serve { (running, world) throws in
      let (real, forged) = (world.notifications, SignedWorld.forged(world.notifications[0]))
      #expect(try await post(real[0], from: "203.0.113.7", running).status == 200)
      for _ in 0..<12 {
        #expect(try await post(forged, from: "203.0.113.7", running).status == 403)
      }
      #expect(try await post(real[1], from: "203.0.113.7", running).status == 200)
      #expect(try await post(real[0], from: "203.0.113.9", running).text.contains("duplicate"))
      for _ in 0..<5 {
        #expect(try await post(forged, from: "203.0.113.9", running).status == 403)
      }
      #expect(try await post(forged, from: "203.0.113.9", running).status == 429)
    }
  }

  @Test(arguments: [
    (["10.0.0.0/8"], "203.0.113.9"), (["127.0.0.1"], "192.168.0.9"), (["127.0.0.1"], "17.0.0.9"),
    (["127.0.0.1"], "unknown"),
  ])
  func `nobody is shut out for others`(_ proxies: [String], _ client: String) async throws {
    try await serve(proxies) { (running, world) throws in
      for _ in 0..<12 {
        let forged = SignedWorld.forged(world.notifications[0])
        #expect(try await post(forged, from: client, running).status == 403)
      }
      #expect(try await post(world.notifications[0], from: client, running).status == 200)
    }
  }

  @Test(arguments: ["rubbish", #"{"action":{"kind":"noted"}}"#, ""])
  func `what is no notification at all shuts its client out as well`(_ body: String) async throws {
    try await serve { (running, _) throws in
      let statuses = try await Self.statuses(6) {
        try await post(Array(body.utf8), from: "203.0.113.9", running)
      }
      #expect(statuses == [400, 400, 400, 400, 400, 429])
    }
  }

  private static func statuses(
    _ count: Int, _ post: () async throws -> ClientResponse
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for _ in 0..<count { statuses.append(try await post().status) }
    return statuses
  }

  @Test func `another app's notifications and missing tokens shut nobody out`() async throws {
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    let trust = setup.settings.appStoreApps[SimulatedWorld.bundle]
    setup.settings.appStoreApps = ["com.example.other": try #require(trust)]
    setup.settings.trustedProxies = [try AddressRange("127.0.0.1")]
    try await RunningServer.with(setup) { (running) throws in
      for _ in 0..<8 {
        let other = try await post(world.notifications[0], from: "203.0.113.9", running)
        #expect(other.problem == "other-app")
        let rtdn = try await running.send(
          "POST", WebRoute.googlePlayNotification.path, body: [],
          fields: ["X-Forwarded-For": "203.0.113.9"])
        #expect(rtdn.status == 401)
      }
    }
  }

  @Test func `the body of a refused request is thrown away, and the connection goes on`()
    async throws
  {
    try await serve { (running, world) throws in
      for _ in 0..<5 { _ = running.server.abuse.failed(try Self.client()) }
      let connection = RawConnection(port: running.port)
      let head = "POST \(Self.path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\n"
      for _ in 0..<3 {
        connection.write(head + "Content-Length: 20000\r\n\r\n")
        connection.write(String(repeating: "x", count: 20_000))
      }
      connection.write("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let answers = try #require(await connection.readToEnd())
      #expect(answers.matches(of: #/HTTP\/1\.1 (\d+)/#).map(\.1) == ["429", "429", "429", "200"])
      #expect(answers.hasSuffix("ok\n"))
      #expect(running.server.bodies.bytesHeld == 0)
    }
  }

  @Test(arguments: [
    "Content-Length: 300000\r\n\r\nx", "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
    "Connection: close\r\nContent-Length: 1\r\n\r\nx",
  ])
  func `what would be too much to throw away ends the connection`(_ rest: String) async throws {
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    setup.settings.trustedProxies = [try AddressRange("127.0.0.1")]
    setup.isTimed = true
    try await RunningServer.with(setup) { (running) throws in
      for _ in 0..<5 { _ = running.server.abuse.failed(try Self.client()) }
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST \(Self.path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\n" + rest)
      let answer = try #require(await connection.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("Connection: close\r\n"))
    }
  }

  @Test func `a refused request that arrives drop by drop is cut off`() async throws {
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    setup.settings.trustedProxies = [try AddressRange("127.0.0.1")]
    setup.settings.limits.idleMax = .milliseconds(300)
    setup.isTimed = true
    try await RunningServer.with(setup) { (running) throws in
      for _ in 0..<5 { _ = running.server.abuse.failed(try Self.client()) }
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST \(Self.path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\n"
          + "Content-Length: 1000\r\n\r\n")
      let hasClosed = try await connection.dripUntilClosed()
      #expect(hasClosed)
      #expect(await connection.readToEnd() != nil)
    }
  }

  @Test func `answers keep their order, also to who is shut out and does not wait for one`()
    async throws
  {
    try await serve { running, _ in
      for _ in 0..<5 { _ = running.server.abuse.failed(try Self.client()) }
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST \(WebRoute.promptShown.path) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
          + "POST \(Self.path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\n"
          + "Content-Length: 20000\r\n\r\n" + String(repeating: "x", count: 20_000)
          + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      let answers = try #require(await connection.readToEnd())
      #expect(answers.matches(of: #/HTTP\/1\.1 (\d+)/#).map(\.1) == ["401", "429"])
      #expect(answers.matches(of: /Connection: close/).count == 1)
    }
  }

  private static func client() throws -> Client {
    .known(try #require(NetworkAddress("203.0.113.9")))
  }
}
