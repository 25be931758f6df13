import Foundation
import OwnThreads
import SimulatedStores
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite(.ownThread) struct URLSessionTransportTests {
  private static func certificates(_ live: LiveStores) -> ClientRequest {
    ClientRequest(url: live.addresses.certificates)
  }

  /// Why a question got no reply.
  private static func failure(
    _ live: LiveStores, _ question: ClientRequest
  ) async -> TransportError? {
    do throws(TransportError) {
      _ = try await live.dependencies.transport.reply(to: question)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a reply comes whole, its fields in lowercase`() async throws {
    try await LiveStores.serving { live in
      let reply = try await live.dependencies.transport.reply(to: Self.certificates(live))
      #expect(reply.status == 200)
      #expect(reply.fields["cache-control"]?.hasPrefix("public") == true)
      #expect(reply.fields["date"].flatMap(HTTPDate.instant) == live.now)
      #expect(String(decoding: reply.body, as: UTF8.self).hasPrefix("{\"keys\""))
    }
  }

  @Test func `a redirect is given as it is`() async throws {
    try await LiveStores.serving { live in
      await live.stores.set(.status(307), at: .certificates)
      let reply = try await live.dependencies.transport.reply(to: Self.certificates(live))
      #expect(reply.status == 307)
      #expect(reply.fields["location"] == live.addresses.base)
      #expect(await live.stores.log.count == 1)
    }
  }

  @Test func `a reply that is too long is broken off`() async throws {
    try await LiveStores.serving(bytesMax: 100) { live in
      guard case .tooLong(100, let reply)? = await Self.failure(live, Self.certificates(live))
      else {
        Issue.record("it was taken")
        return
      }
      #expect(reply.status == 200 && reply.body.isEmpty)
      #expect(reply.fields["cache-control"]?.hasPrefix("public") == true)
    }
  }

  @Test func `a reply that does not come in time is given up`() async throws {
    try await LiveStores.serving(limit: .milliseconds(200)) { live in
      await live.stores.set(.slow(.seconds(600)), at: .certificates)
      #expect(await Self.failure(live, Self.certificates(live)) == .timedOut)
    }
  }

  /// Foundation is busy with the bodies, on a queue for all sessions of the process.
  @Test func `redirects that do not end hold no thread that others need`() async {
    let server = EndlessRedirect()
    let found = await withTaskGroup(of: TransportError?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let transport = URLSessionTransport(limit: .seconds(1), bytesMax: 100)
          do throws(TransportError) {
            _ = try await transport.reply(
              to: ClientRequest(url: "http://127.0.0.1:\(server.port)/"))
            return nil
          } catch {
            return error
          }
        }
      }
      var found: [TransportError?] = []
      for await failure in group { found.append(failure) }
      return found
    }
    server.end()
    #expect(found == [TransportError?](repeating: .timedOut, count: 4))
  }

  @Test func `a connection that breaks is told in words without the address`() async throws {
    try await LiveStores.serving { live in
      await live.stores.set(.resetConnection, at: .certificates)
      guard case .unreachable(let reason) = await Self.failure(live, Self.certificates(live))
      else {
        Issue.record("there was a reply")
        return
      }
      #expect(!reason.contains("http"))
      #expect(!reason.contains("127.0.0.1"))
    }
  }

  @Test func `a connection that closes without a word is told in words`() {
    #expect(
      TransportError(URLError(.badServerResponse))
        == .unreachable(reason: "the connection closed without a reply"))
  }

  @Test(arguments: [
    ("SSL certificate problem: self-signed certificate", "certificate is not trusted"),
    ("OpenSSL/3.0.22: error:0A00010B:SSL routines::wrong version number", "answer in TLS"),
    ("Unknown error of 198.51.100.7", "the connection failed (URLError -1)"),
  ])
  func `a failure of TLS is told in words without the host`(_ text: String, _ words: String) {
    let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
    guard case .unreachable(let reason) = TransportError(error) else {
      Issue.record("the host was reached")
      return
    }
    #expect(reason.hasSuffix(words))
    #expect(!reason.contains("198"))
  }

  @Test func `a host that takes no connection is told so`() async throws {
    try await LiveStores.serving { live in
      let question = ClientRequest(url: "http://127.0.0.1:1/x")
      #expect(
        await Self.failure(live, question)
          == .unreachable(reason: "the host takes no connection"))
    }
  }

  @Test func `whoever is cancelled beforehand is let go at once`() async throws {
    try await LiveStores.serving { live in
      await live.stores.set(.slow(.seconds(600)), at: .certificates)
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return await Self.failure(live, Self.certificates(live))
      }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test func `whoever is cancelled is let go at once`() async throws {
    try await LiveStores.serving { live in
      await live.stores.set(.slow(.seconds(600)), at: .certificates)
      let task = Task { await Self.failure(live, Self.certificates(live)) }
      while await live.stores.log.isEmpty { await Task.yield() }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }
}
