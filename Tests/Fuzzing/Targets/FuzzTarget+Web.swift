import Dispatch
import EventLedger
import Foundation
import HTTPTypes
import Hummingbird
import Intake
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import PlainText
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Synchronization

@testable import Webhook

extension FuzzTarget {
  /// Requests as they come over the wire, one behind another on one connection, to the answer.
  static let http = FuzzTarget("http") { input in
    let world = try FuzzWorld.shared.get()
    let server = try WebhookServer.fuzzed(world)
    let channel = EmbeddedChannel()
    let proxy = try SocketAddress(ipAddress: "10.0.0.1", port: 443)
    channel.remoteAddress = proxy
    let handlers = channel.pipeline.syncOperations
    try handlers.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
    try handlers.addHandler(EarlyRejectHandler(server))
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    do { try channel.writeInbound(ByteBuffer(bytes: input)) } catch { return }
    var head: HTTPRequestHead?
    var body = ByteBuffer()
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      switch part {
      case .head(let next): (head, body) = (next, ByteBuffer())
      case .body(var piece): body.writeBuffer(&piece)
      case .end:
        guard let head, let request = Request(head, body) else { continue }
        try answer(request, by: server, from: proxy)
      }
    }
  }

  /// The body of a request that says what was shown, and the parameters of a query.
  static let httpBody = FuzzTarget("http-body", lengthMax: 1024) { input in
    do throws(WebProblem) {
      let request = try ShownRequest(input, at: FuzzWorld.now)
      guard request.step == 2 || request.step == 3 else { throw WebProblem(.broken, "step") }
    } catch {
      try demand([400, 409].contains(error.answer.status), error.answer.body)
    }
    do throws(WebProblem) {
      let query = try WebQuery(String(decoding: input, as: UTF8.self), of: .access)
      _ = (try query.account(), try query.app(), try query.environment())
    } catch {
      try demand(error.answer.status == 400, error.answer.body)
    }
    let text = String(decoding: input, as: UTF8.self)
    let ranges = text.split(separator: "\n").compactMap { try? AddressRange($0) }
    let rule = ClientRule(trustedProxies: ranges)
    _ = rule.client(peer: NetworkAddress("10.1.2.3"), forwardedFor: [text])
    if let address = NetworkAddress(text) {
      try demand(NetworkAddress(address.description), equals: address, "another address")
    }
  }

  /// A token of Google's push, and the keys that are to prove it.
  static let pushToken = FuzzTarget("push-token") { input in
    let text = String(decoding: input, as: UTF8.self)
    _ = KeyTable.keys(in: input)
    _ = FetchedKeys.maxAge(in: text)
    let verifier = PushTokenVerifier(
      identities: [
        PushIdentity(package: "com.example", audience: "a", serviceAccount: "s@example.com")
      ],
      keys: KeyTable(fetch: { FetchedKeys(body: input, maxAge: nil) }, uptime: { .seconds(1) }))
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    let claims = parts.dropFirst().first.map { Base64.encode($0.utf8, alphabet: .url) } ?? ""
    let token = "\(Base64.encode((parts.first ?? "").utf8, alphabet: .url)).\(claims).c2ln"
    for authorization in [text, "Bearer \(text)", "Bearer \(token)"] {
      let isBelieved = waited {
        do throws(PushTokenProblem) {
          try await verifier.verify(authorization: authorization, at: FuzzWorld.now)
          return true
        } catch {
          return false
        }
      }
      try demand(isBelieved == false, "a token without a signature is believed")
    }
  }

  private static func answer(
    _ request: Request, by server: WebhookServer, from peer: SocketAddress
  ) throws {
    // What answers runs on threads of its own, which an embedded channel does not bear.
    let channel = NIOAsyncTestingChannel()
    channel.remoteAddress = peer
    let context = WebContext(
      source: ApplicationRequestContextSource(channel: channel, logger: server.parts.logger))
    let response = waited {
      try? await WebResponder(server: server).respond(to: request, context: context)
    }
    guard let status = response??.status.code else { throw Finding(description: "no answer") }
    try demand(status >= 200 && status < 600 && status != 500, "the answer is \(status)")
  }
}

/// Waits for what a task of its own gives.
private func waited<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
  let outcome = Outcome<Value>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let value = await body()
    outcome.value.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return outcome.value.withLock { $0 }
}

/// A place for what a task gives.
private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

extension WebhookServer {
  /// A server in front of a small world, which trusts nobody but has a token for its app.
  fileprivate static func fuzzed(_ world: FuzzWorld) throws -> WebhookServer {
    let ledger = try world.ledger()
    let now: @Sendable () -> Timestamp = { FuzzWorld.now }
    let uptime: @Sendable () -> Duration = { .seconds(100) }
    let metrics = MetricsRegistry()
    let commitQueue = CommitQueue(ledger: ledger, clock: now, uptime: uptime, tell: metrics.note)
    let token = AccessToken(
      name: "app", hash: AccessToken.hash(of: "t"), scopes: Set(TokenScope.allCases))
    var settings = WebhookSettings(
      appStoreApps: [
        SimulatedWorld.bundle: AppTrust(
          environments: [.production, .sandbox], roots: [world.root])
      ],
      tokens: TokenStore([token]))
    settings.trustedProxies = try [AddressRange("10.0.0.0/8")]
    var logger = Logger(label: "fuzz")
    logger.logLevel = .critical
    let server = WebhookServer(
      settings,
      WebhookDependencies(
        ledger: ledger, commitQueue: commitQueue, keys: { throw CancellationError() },
        metrics: metrics,
        clock: now, uptime: uptime, logger: logger))
    // Whoever forged lately is answered before the body is read.
    for _ in 0..<40 { server.noteForgery(.known(NetworkAddress(version4: 0x0102_0304))) }
    return server
  }
}

extension Request {
  /// A request as Hummingbird makes it of what was decoded; `nil` where it would refuse.
  fileprivate init?(_ head: HTTPRequestHead, _ body: ByteBuffer) {
    guard let method = HTTPRequest.Method(head.method.rawValue) else { return nil }
    var fields = HTTPFields()
    for (name, value) in head.headers {
      guard let name = HTTPField.Name(name) else { return nil }
      fields.append(HTTPField(name: name, value: value))
    }
    self.init(
      head: HTTPRequest(
        method: method, scheme: "http", authority: head.headers.first(name: "Host"), path: head.uri,
        headerFields: fields),
      body: RequestBody(buffer: body))
  }
}
