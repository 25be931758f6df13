import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

/// An HTTP server for the fake stores on a loopback port.
public enum FakeStoreServer {
  /// The maximum length of a request body in bytes.
  static let bytesMax = 1 << 20

  /// Serves the stores at a free port while a body runs.
  ///
  /// - Throws: The error of the body, or of starting the server.
  public static func serving<Result: Sendable>(
    _ stores: FakeStores, _ body: @escaping @Sendable (FakeStoreAddresses) async throws -> Result
  ) async throws -> Result {
    let (ready, signal) = AsyncStream.makeStream(of: Int.self)
    let server = Self.server(stores) { signal.yield($0) }
    // SwiftNIO traps where a server is canceled that has just accepted a connection (issue 3481).
    let service = ServiceGroup(
      configuration: .init(services: [.init(service: server)], logger: server.logger))
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        defer { signal.finish() }
        try await service.run()
        return nil
      }
      group.addTask {
        for await port in ready {
          let addresses = FakeStoreAddresses(base: "http://127.0.0.1:\(port)")
          await stores.serve(at: addresses)
          return try await body(addresses)
        }
        return nil
      }
      var results: [Swift.Result<Result?, any Error>] = []
      while let outcome = await group.nextResult() {
        await service.triggerGracefulShutdown()
        results.append(outcome)
      }
      for outcome in results {
        if let result = try outcome.get() { return result }
      }
      throw CancellationError()
    }
  }

  /// Returns a server that writes responses itself instead of through the application, which would
  /// add the date of another clock.
  private static func server(
    _ stores: FakeStores, whenReady: @escaping @Sendable (Int) -> Void
  ) -> some ApplicationProtocol {
    var logger = Logger(label: "simulated-stores")
    logger.logLevel = .critical
    return Application(
      responder: CallbackResponder<BasicRequestContext> { _, _ in Response(status: .notFound) },
      server: HTTPServerBuilder { _ in
        HTTP1Channel { request, writer, _ in
          let bytes = try await request.body.collect(upTo: bytesMax)
          let reply = await stores.answer(
            FakeRequest(request, body: Array(bytes.readableBytesView)))
          if reply.delay > .zero {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: reply.delay) }
          }
          if reply.breaksOff { throw CancellationError() }
          try await writer.write(response: reply.head, body: reply.content)
        }
      },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { whenReady(port) }
      }, logger: logger)
  }
}

/// The addresses of the fake stores' APIs.
public struct FakeStoreAddresses: Hashable, Sendable {
  /// The common prefix of the addresses.
  public var base: String

  /// The App Store Server API in production.
  public var appStore: String { base + "/" + StoreEndpoint.Prefix.appStore }
  /// The App Store Server API of the sandbox.
  public var appStoreSandbox: String { base + "/" + StoreEndpoint.Prefix.sandbox }
  /// The App Store Connect API.
  public var appStoreConnect: String { base + "/" + StoreEndpoint.Prefix.connect }
  /// The Play Developer API.
  public var googlePlay: String { base + "/" + StoreEndpoint.Prefix.googlePlay }
  /// Pub/Sub.
  public var pubSub: String { base + "/" + StoreEndpoint.Prefix.pubSub }
  /// The OAuth 2.0 token endpoint.
  public var token: String { base + "/" + StoreEndpoint.Prefix.accounts + "/token" }
  /// The keys that verify Pub/Sub's bearer tokens, a JSON Web Key Set.
  public var certificates: String {
    base + "/" + StoreEndpoint.Prefix.accounts + "/oauth2/v3/certs"
  }
}

extension FakeRequest {
  fileprivate init(_ request: Request, body: [UInt8]) {
    var fields: [String: String] = [:]
    for field in request.headers { fields[field.name.canonicalName] = field.value }
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "/", fields: fields,
      body: body)
  }
}

extension FakeReply {
  fileprivate var head: HTTPResponse {
    var fields = HTTPFields()
    fields[.cacheControl] = self.fields["Cache-Control"]
    fields[.contentLength] = String(body.count)
    fields[.contentType] = self.fields["Content-Type"]
    fields[.date] = self.fields["Date"]
    fields[.location] = self.fields["Location"]
    fields[.retryAfter] = self.fields["Retry-After"]
    return HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields)
  }

  fileprivate var content: ResponseBody { ResponseBody(byteBuffer: ByteBuffer(bytes: body)) }
}
