import EventLedger
import Foundation
import Intake
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct LimitsTests {
  /// Runs a server with short limits by a real clock.
  private func serve(
    _ change: (inout WebLimits) -> Void, _ test: (RunningServer) async throws -> Void
  ) async throws {
    var setup = RunningServer.Setup()
    change(&setup.settings.limits)
    setup.isTimed = true
    try await RunningServer.with(setup, test)
  }

  @Test func `a client that sends its body drop by drop is cut off`() async throws {
    try await serve {
      $0.readingMax = .milliseconds(300)
    } _: { running in
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST /v1/app-store/notifications HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
      let hasClosed = try await connection.dripUntilClosed()
      #expect(hasClosed)
      #expect(await connection.readToEnd() != nil)
      #expect(running.server.bodies.bytesHeld == 0)
      #expect(try await running.send("GET", "/healthz").status == 200)
    }
  }

  @Test func `a client whose body does not come is answered that it is too slow`() async throws {
    try await serve {
      $0.readingMax = .milliseconds(100)
    } _: { running in
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST /v1/app-store/notifications HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
      let answer = try #require(await connection.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains("too-slow"), "\(answer)")
    }
  }

  @Test(arguments: ["GET /healthz", "GET /metrics", "GET /none", "POST /v1/prompts/shown"])
  func `a body that nobody reads ends the connection`(_ line: String) async throws {
    for rest in ["Content-Length: 9\r\n\r\nx", "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"] {
      try await serve { _ in
      } _: { running in
        let connection = RawConnection(port: running.port)
        connection.write("\(line) HTTP/1.1\r\nHost: a\r\n\(rest)")
        let answer = try #require(await connection.readToEnd())
        #expect(answer.hasPrefix("HTTP/1.1 ") && answer.lowercased().contains("connection: close"))
      }
    }
  }

  @Test(arguments: ["ZZ", String(repeating: "F", count: 17)])
  func `a chunk without a length is refused as no HTTP, and not as slow`(
    length: String
  ) async throws {
    try await serve { _ in
    } _: { running in
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST /v1/app-store/notifications HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "\(length)\r\nx\r\n0\r\n\r\n")
      let answer = try #require(await connection.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      #expect(!answer.contains("in time"))
    }
  }

  @Test func `a body in very many chunks is refused`() async throws {
    try await serve { _ in
    } _: { running in
      let connection = RawConnection(port: running.port)
      let chunks = String(repeating: "1\r\n \r\n", count: BodyReader.partsMax + 1)
      connection.write(
        "POST /v1/app-store/notifications HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "\(chunks)0\r\n\r\n")
      let answer = try #require(await connection.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("too many parts"), "\(answer)")
      #expect(running.server.bodies.bytesHeld == 0)
    }
  }

  @Test(arguments: ["", "GET /healthz HTTP/1.1\r\nX-Slow: a"])
  func `a client that never finishes its head is cut off`(_ begin: String) async throws {
    try await serve {
      $0.idleMax = .milliseconds(300)
    } _: { running in
      let connection = RawConnection(port: running.port)
      connection.write(begin)
      #expect(await connection.readToEnd() != nil)
    }
  }

  @Test func `too many or too long header fields are refused`() async throws {
    try await serve {
      $0.headerMax = 2_000
    } _: { running in
      for fields in [
        "X-Long: " + String(repeating: "a", count: 3_000) + "\r\n",
        (0..<200).map { "X-\($0): a\r\n" }.joined(),
      ] {
        let connection = RawConnection(port: running.port)
        connection.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        let answer = try #require(await connection.readToEnd())
        #expect(!answer.hasPrefix("HTTP/1.1 200"))
      }
    }
  }

  @Test func `further connections wait until one ends`() async throws {
    try await serve {
      $0.connectionsMax = 2
      $0.connectionsLeavingMax = 0
      $0.connectionsReserve = 0
      $0.idleMax = .milliseconds(300)
    } _: { running in
      let held = (0..<2).map { _ in RawConnection(port: running.port) }
      let third = RawConnection(port: running.port)
      third.write("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(
        await third.readToEnd()?.hasPrefix("HTTP/1.1 200") == true, "once the idle ones are closed")
      #expect(held.count == 2)
    }
  }

  @Test func `all bodies together have a limit`() async throws {
    try await serve {
      $0.bodiesMax = 1_500
    } _: { running in
      let path = "/v1/app-store/notifications"
      let first = RawConnection(port: running.port)
      first.write("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")
      first.write(String(repeating: "x", count: 1_000))
      while running.server.bodies.bytesHeld < 1_000 { try await Task.sleep(for: .milliseconds(5)) }
      let full = try await running.send("POST", path, body: [UInt8](repeating: 0x20, count: 600))
      #expect((full.status, full.problem) == (503, "queue-full"))
      first.write("x")
      while running.server.bodies.bytesHeld > 0 { try await Task.sleep(for: .milliseconds(5)) }
      let free = try await running.send("POST", path, body: [UInt8](repeating: 0x20, count: 600))
      #expect(free.status == 400)
    }
  }
}
