import Foundation
import NIOCore
import NIOEmbedded
import OwnThreads
import StoreSync
import Testing

@testable import Webhook

@Suite(.ownThread) struct ConnectionRulesTests {
  private func serve(
    _ change: (inout WebLimits) -> Void = { _ in }, _ test: (RunningServer) async throws -> Void
  ) async throws {
    var setup = RunningServer.Setup()
    change(&setup.settings.limits)
    setup.isTimed = true
    try await RunningServer.with(setup, test)
  }

  /// What a server says to some bytes until it closes the connection.
  private func answer(
    to text: String, _ change: (inout WebLimits) -> Void = { _ in }
  ) async throws -> String {
    var answer: String?
    try await serve(change) { running in
      let connection = RawConnection(port: running.port)
      connection.write(text)
      answer = await connection.readToEnd()
    }
    return try #require(answer)
  }

  /// Connections of this machine that are open and have no loop of their own.
  private func local(_ count: Int) throws -> [EmbeddedChannel] {
    try (0..<count).map { port in
      let channel = EmbeddedChannel()
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1_000 + port)).wait()
      return channel
    }
  }

  private static let post = "POST /v1/app-store/notifications HTTP/1.1\r\nHost: a\r\n"

  @Test(arguments: [
    ("GET /healthz HTTP/1.1\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: user@host\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: \"x\"\r\n\r\n", 400),
    ("GET /healthz HTTP/1.0\r\nHost: a:b\r\n\r\n", 400),
    (post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
    (post + "Transfer-Encoding: gzip\r\n\r\n", 400),
    ("POST /v1/app-store/notifications HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    (post + "Content-Length: 2\r\nExpect: tea\r\n\r\n", 417),
  ])
  func `what leaves open what is asked is refused, and ends the connection`(
    request: String, status: Int
  ) async throws {
    let answer = try await answer(to: request + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    #expect(answer.lowercased().contains("connection: close"))
    #expect(answer.contains("application/problem+json") && answer.contains("urn:churntop:problem:"))
    #expect(!answer.contains("ok\n"), "nothing behind it is heard: \(answer)")
  }

  @Test func `a target or header fields that are too long are named as such`() async throws {
    let long = String(repeating: "a", count: 3_000)
    for (request, status) in [
      ("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n", 431),
    ] {
      let answer = try await answer(to: request) { $0.headerMax = 2_000 }
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.contains("at most 2000 bytes") && answer.contains("urn:churntop:problem:"))
    }
  }

  @Test func `a refusal comes behind the answers to the requests before it`() async throws {
    let good = "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n"
    let answer = try await answer(to: good + good + "GET /readyz HTTP/1.1\r\n\r\n" + good)
    let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { $0.1 }
    #expect(statuses == ["200", "200", "400"], "\(answer)")
    let parts = answer.lowercased().components(separatedBy: "connection: close")
    #expect(parts.count == 2 && parts[0].contains(" 400 "), "\(answer)")
  }

  @Test(arguments: ["a", "a:80", "a:", "[::1]:8080", "churn.example.com", "a_b.~%41", "1.2.3.4"])
  func `a host with or without a port is taken`(host: String) async throws {
    let answer = try await answer(
      to: "GET /healthz HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
  }

  @Test(arguments: ["Expect: tea", "Host: b"])
  func `HEAD is refused without content`(field: String) async throws {
    let answer = try await answer(to: "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 4") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
  }

  @Test(arguments: [
    "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
    "DELETE /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST /v1/google-play/notifications HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
  ])
  func `what comes behind an answer that ends the connection is not carried out`(
    first: String
  ) async throws {
    try await serve { running in
      let connection = RawConnection(port: running.port)
      connection.write(first + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try #require(await connection.readToEnd())
      #expect(answer.lowercased().contains("connection: close"))
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
      #expect(running.metrics.value(.requests, "/openapi.json", "200") == 0)
    }
  }

  @Test func `an HTTP 1.0 request is answered once and its connection closed`() async throws {
    let answer = try await answer(
      to: "GET /healthz HTTP/1.0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n")
    #expect(answer.contains(" 200 "))
    #expect(answer.components(separatedBy: "ok\n").count == 2, "\(answer)")
  }

  @Test func `a request for another protocol is answered, and ends its connection`() async throws {
    let answer = try await answer(
      to: "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\n"
        + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("ok\n"), "\(answer)")
    #expect(answer.lowercased().contains("connection: close"))
  }

  @Test func `whoever asks whether to go on is told so, and answered`() async throws {
    try await serve { running in
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST /v1/app-store/notifications HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
          + "Expect: 100-continue\r\nConnection: close\r\n\r\n{}")
      let answer = try #require(await connection.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 4"), "\(answer)")
    }
  }

  @Test func `HEAD is answered like GET, without the body`() async throws {
    for path in ["/healthz", "/openapi.json", "/none"] {
      let head = try await answer(
        to: "HEAD \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let get = try await answer(
        to: "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(head.hasSuffix("\r\n\r\n"), "\(head)")
      #expect(head.prefix { $0 != "\r\n" } == get.prefix { $0 != "\r\n" })
      func length(_ text: String) -> String? {
        text.lowercased().firstMatch(of: /content-length: (\d+)/).map { String($0.1) }
      }
      #expect(length(head) != nil && length(head) == length(get))
    }
  }

  @Test func `after so many requests a connection ends`() async throws {
    let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    let answer = try await answer(to: String(repeating: request, count: 5)) { $0.requestsMax = 3 }
    #expect(answer.components(separatedBy: "ok\n").count == 4, "\(answer)")
    #expect(answer.lowercased().components(separatedBy: "connection: close").count == 2)
  }

  @Test func `whoever asks much and reads nothing is cut off`() async throws {
    try await serve {
      $0.writingMax = .milliseconds(300)
      $0.pipelinedMax = 100_000
    } _: { running in
      let connection = RawConnection(port: running.port)
      for _ in 0..<400 { connection.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n") }
      while running.server.connections.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
      while running.server.connections.count > 0 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try await running.send("GET", "/healthz").status == 200)
    }
  }

  @Test func `whoever does not wait for answers is cut off`() async throws {
    try await serve {
      $0.pipelinedMax = 4
    } _: { running in
      let connection = RawConnection(port: running.port)
      connection.write(
        String(repeating: "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000))
      #expect(await connection.readToEnd() != nil)
    }
  }

  @Test func `a connection that rests makes place, and health is told when none does`()
    async throws
  {
    var setup = RunningServer.Setup()
    setup.settings.limits.connectionsMax = 2
    setup.isTimed = true
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "app", hash: AccessToken.hash(of: PromptWorld.token), scopes: [.changesRead])
    ])
    try await RunningServer.with(setup) { running in
      let resting = RawConnection(port: running.port)
      resting.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      while running.metrics.value(.requests, "/healthz", "200") == 0
        || running.server.connections.busy > 0
      {
        try await Task.sleep(for: .milliseconds(5))
      }
      let busy = (0..<2).map { _ in RawConnection(port: running.port) }
      for (index, connection) in busy.enumerated() {
        connection.write(
          "GET /v1/changes?wait=60 HTTP/1.1\r\nHost: a\r\n"
            + "Authorization: Bearer \(PromptWorld.token)\r\n\r\n")
        while running.server.waiters < index + 1 { try await Task.sleep(for: .milliseconds(5)) }
      }
      #expect(await resting.readToEnd()?.contains("ok\n") == true, "answered, then closed")
      for (path, status) in [("/healthz", 200), ("/openapi.json", 503)] {
        // A connection that is still being closed makes place as well.
        while running.server.connections.count > 2 { try await Task.sleep(for: .milliseconds(5)) }
        let further = RawConnection(port: running.port)
        further.write("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answer = try #require(await further.readToEnd())
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.contains("urn:churntop:problem:unavailable") == (status == 503))
      }
      #expect(busy.count == 2)
    }
  }

  @Test func `a body that comes drop by drop makes place where all places are taken`() throws {
    var limits = WebLimits()
    limits.connectionsMax = 2
    let book = ConnectionBook(limits, trustedProxies: [])
    let channels = try local(5)
    for place in 0..<2 {
      #expect(book.open(channels[place], at: .zero) == .whole)
      book.note(channels[place], .receiving(since: .milliseconds(100 * place)))
    }
    #expect(book.open(channels[2], at: .milliseconds(200)) == .whole)
    #expect(channels[0].isActive && book.isLeaving(channels[0]), "its rest may be on its way")
    channels[0].embeddedEventLoop.advanceTime(by: .milliseconds(250))
    #expect(!channels[0].isActive, "its rest does not come")
    book.close(channels[0])
    book.note(channels[2], .working)
    #expect(book.open(channels[3], at: .milliseconds(400)) == .whole)
    channels[1].embeddedEventLoop.run()
    #expect(!channels[1].isActive, "it took too long already")
    book.note(channels[3], .working)
    #expect(book.open(channels[4], at: .seconds(9)) == .health, "what is worked on is left alone")
    #expect(channels[2].isActive && channels[3].isActive)
  }

  @Test func `a body on its way keeps no new connection out, and is answered`() async throws {
    try await serve {
      $0.connectionsMax = 1
      $0.crowdedBodyMax = .seconds(60)
      $0.crowdedRestMax = .seconds(60)
    } _: { running in
      let first = RawConnection(port: running.port)
      first.write(Self.post + "Content-Length: 2\r\n\r\n{")
      while running.server.connections.busy == 0 { try await Task.sleep(for: .milliseconds(5)) }
      let second = RawConnection(port: running.port)
      second.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(await second.readToEnd()?.hasPrefix("HTTP/1.1 200 ") == true)
      first.write("}")
      let answer = try #require(await first.readToEnd()).lowercased()
      #expect(answer.hasPrefix("http/1.1 4") && answer.contains("connection: close"))
    }
  }

  @Test func `a crowd that says nothing lets every new connection in at once`() async throws {
    try await serve {
      $0.connectionsMax = 2
      $0.connectionsLeavingMax = 2
      $0.connectionsReserve = 1
      $0.crowdedRestMax = .seconds(60)
    } _: { running in
      var crowd: [RawConnection] = []
      for count in 1...8 {
        crowd.append(RawConnection(port: running.port))
        // Two have places, two are leaving, and the one that waits longest is closed for the next.
        if count > 4 { #expect(await crowd[count - 5].readToEnd()?.isEmpty == true) }
        while running.server.connections.count != min(count, 4) {
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      #expect(try await running.send("GET", "/healthz").status == 200)
    }
  }

  @Test func `a request of a proxy that crosses the end of its connection is answered`()
    async throws
  {
    try await serve {
      $0.connectionsMax = 2
      $0.crowdedRestMax = .seconds(60)
    } _: { running in
      var pool: [RawConnection] = []
      for count in 1...3 {
        pool.append(RawConnection(port: running.port))
        while running.server.connections.count < count {
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      // The first has no place any more, and the proxy does not know it yet.
      for (index, connection) in pool.enumerated() {
        let last = index == 0 ? "" : "Connection: close\r\n"
        connection.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\(last)\r\n")
        let answer = try #require(await connection.readToEnd()).lowercased()
        #expect(answer.hasPrefix("http/1.1 200 ") && answer.contains("connection: close"))
      }
    }
  }

  @Test func `a connection of a proxy without a place ends when nothing comes on it`() throws {
    var limits = WebLimits()
    limits.connectionsMax = 1
    let book = ConnectionBook(limits, trustedProxies: [])
    let channels = try local(3)
    #expect(book.open(channels[0], at: .zero) == .whole)
    #expect(book.open(channels[1], at: .milliseconds(100)) == .whole)
    #expect(channels[0].isActive, "it may be about to ask")
    book.note(channels[0], .receiving(since: .milliseconds(200)))
    #expect(book.isLeaving(channels[0]), "its last request")
    channels[0].embeddedEventLoop.advanceTime(by: .milliseconds(250))
    #expect(channels[0].isActive, "a request is on its way")
    channels[0].embeddedEventLoop.advanceTime(by: .milliseconds(250))
    #expect(!channels[0].isActive, "its rest does not come")
    #expect(book.open(channels[2], at: .milliseconds(400)) == .whole)
    channels[1].embeddedEventLoop.run()
    #expect(!channels[1].isActive, "it rests for too long to be about to ask")
  }

  @Test func `a request that arrives before the end of its connection is answered`() throws {
    var limits = WebLimits()
    limits.connectionsMax = 1
    let book = ConnectionBook(limits, trustedProxies: [])
    let channels = try local(2)
    #expect(book.open(channels[0], at: .zero) == .whole)
    #expect(book.open(channels[1], at: .seconds(1)) == .whole)
    book.note(channels[0], .receiving(since: .seconds(1)))
    channels[0].embeddedEventLoop.run()
    #expect(channels[0].isActive && book.isLeaving(channels[0]), "it ends with the answer")
    book.note(channels[0], .working)
    channels[0].embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(channels[0].isActive, "its answer is not there yet")
    book.note(channels[0], .resting(since: .seconds(10)))
    channels[0].embeddedEventLoop.advanceTime(by: .milliseconds(500))
    #expect(!channels[0].isActive)
  }

  @Test func `a peer has a share of the connections, and who is trusted has no share`() throws {
    var limits = WebLimits()
    limits.peerConnectionsMax = 2
    let book = ConnectionBook(limits, trustedProxies: [try AddressRange("203.0.113.7")])
    var channels: [EmbeddedChannel] = []
    func opened(_ address: String, _ count: Int) throws -> [ConnectionBook.Place] {
      try (0..<count).map { port in
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1_000 + port)
        channels.append(channel)
        return book.open(channel, at: .zero)
      }
    }
    #expect(try opened("203.0.113.9", 3) == [.whole, .whole, .none])
    #expect(try opened("203.0.113.8", 1) == [.whole], "another peer")
    #expect(try opened("203.0.113.7", 4) == [.whole, .whole, .whole, .whole], "a trusted proxy")
    #expect(try opened("127.0.0.1", 4) == [.whole, .whole, .whole, .whole], "this machine")
    book.close(channels[0])
    #expect(try opened("203.0.113.9", 1) == [.whole], "one has ended")
  }
}
