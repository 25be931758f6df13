import Logging
import NIOCore
import NIOHTTP1
import StoreSync

/// A channel handler that enforces the limits of a connection, and RFC 9112 on its requests, before
/// any other handler sees them.
///
/// It closes the connection of a client that does not read its answers, or that sends many requests
/// without waiting for one, and ends every connection after a number of requests.
final class ConnectionRules: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let server: WebhookServer
  private var place = ConnectionBook.Place.whole
  /// The number of requests that were received.
  private var heard = 0
  /// The number of requests that are not answered yet.
  private var owed = 0
  /// The refused request, until those before it are answered.
  private var refused: (head: HTTPRequestHead, problem: RequestHeadProblem)?
  /// The part of the input that is still processed.
  private var hearing = Hearing.everything
  /// The part of the output that is still sent.
  private var ending = Ending.open

  private enum Hearing {
    /// Every request.
    case everything
    /// The rest of the last request; the connection ends with its answer.
    case lastBody
    /// Nothing; the connection ends with the last pending answer.
    case nothing
  }

  private enum Ending {
    /// Every answer.
    case open
    /// The answer that is being written says that the connection ends.
    case lastAnswer
    /// Nothing: the connection has ended for its client, also where further requests had arrived.
    case ended
  }

  init(_ server: WebhookServer) { self.server = server }

  private var limits: WebLimits { server.settings.limits }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    place = server.connections.open(context.channel, at: server.parts.uptime())
    guard place == .none else { return }
    context.close(promise: nil)
    guard server.mayTell() else { return }
    server.parts.logger.warning(
      "a client has too many connections; if it is a proxy, name it in 'trustedProxies'",
      metadata: ["client": "\(context.remoteAddress?.ipAddress ?? "")"])
  }

  func channelInactive(context: ChannelHandlerContext) {
    server.connections.close(context.channel)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { server.connections.leave(context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else {
      if case .end = unwrapInboundIn(data), owed > 0 {
        server.connections.note(context.channel, .working)
      }
      if hearing != .nothing { context.fireChannelRead(data) }
      return
    }
    guard hearing == .everything else { return hearing = .nothing }
    guard owed < limits.pipelinedMax else { return context.close(promise: nil) }
    (heard, owed) = (heard + 1, owed + 1)
    if owed == 1 {
      server.connections.note(context.channel, .receiving(since: server.parts.uptime()))
    }
    if let problem = RequestHeadProblem(head, most: limits.headerMax) ?? refusal(head) {
      (hearing, refused) = (.nothing, (head, problem))
      return answerRefused(context)
    }
    if !head.isKeepAlive || head.asksForProtocol || heard >= limits.requestsMax {
      hearing = .lastBody
    }
    if owed == 1, head.version == .http1_1, head.headers.first(name: "Expect") != nil {
      context.writeAndFlush(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
        promise: nil)
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard ending != .ended else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if hearing == .everything, owed == 1, server.connections.isLeaving(context.channel) {
        hearing = .lastBody
      }
      if hearing != .everything, owed == 1 {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
      }
      if head.status.code >= 200, !head.isKeepAlive {
        (hearing, ending) = (hearing == .nothing ? .nothing : .lastBody, .lastAnswer)
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      owed -= 1
      let isLast = ending == .lastAnswer
      if isLast { ending = .ended }
      if owed == 0 {
        server.connections.note(context.channel, .resting(since: server.parts.uptime()))
      }
      let written = promise ?? context.eventLoop.makePromise()
      let channel = context.channel
      // An answer that its client does not read is not kept for long.
      let deadline = context.eventLoop.scheduleTask(in: TimeAmount(limits.writingMax)) {
        channel.close(promise: nil)
      }
      let watch = server.watch
      written.futureResult.whenComplete { _ in
        deadline.cancel()
        guard isLast else { return }
        // Input that still arrives must not cause a reset that discards the answer (RFC 9112, 9.6).
        _ = watch.begin(channel, limit: WebResponder.linger)
        channel.close(mode: .output, promise: nil)
      }
      context.write(data, promise: written)
      answerRefused(context)
    case .body: context.write(data, promise: promise)
    }
  }

  /// The refusal of a request while all connections are busy.
  private func refusal(_ head: HTTPRequestHead) -> RequestHeadProblem? {
    if place == .whole { return nil }
    let isHealth = [WebRoute.health.path, WebRoute.ready.path].contains(head.path)
    return isHealth ? nil : .noPlace
  }

  /// Answers the refused request once every request before it is answered: answers have the order
  /// of the requests (RFC 9112, 9.3.2).
  private func answerRefused(_ context: ChannelHandlerContext) {
    guard owed == 1, ending == .open, let (head, problem) = refused else { return }
    refused = nil
    let id = RequestID(head)
    var refusal = RequestID.$current.withValue(id) { problem.refusal.answer }
    refusal.fields.append((RequestID.field, id.description))
    server.parts.metrics.count(.requests, "other", String(refusal.status))
    let answer = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: refusal.status),
      headers: refusal.headers)
    // The answer to HEAD has the fields of the one to GET, and no content (RFC 9110, 9.3.2).
    let content: [HTTPServerResponsePart] =
      head.method == .HEAD ? [] : [.body(.byteBuffer(ByteBuffer(string: refusal.body)))]
    for part in [.head(answer)] + content + [.end(nil)] {
      write(context: context, data: wrapOutboundOut(part), promise: nil)
    }
    context.flush()
  }
}

extension HTTPRequestHead {
  /// A Boolean value that indicates whether the client asks for another protocol.
  ///
  /// None is spoken here, so the answer is HTTP, but the decoder reads no request after this one.
  fileprivate var asksForProtocol: Bool { method == .CONNECT || headers.contains(name: "Upgrade") }
}

/// A fault of a request's head, for which the request is refused
/// (<https://www.rfc-editor.org/rfc/rfc9112#section-3.2>, section 6.1; RFC 9110, sections 10.1.1
/// and 15.5.15; RFC 6585, section 5).
enum RequestHeadProblem: Hashable, Sendable {
  /// The request names no host, several, or what cannot be one.
  case host
  /// Its transfer coding does not say where it ends.
  case framing
  /// Its transfer coding is not supported.
  case coding
  /// Its target has more bytes than that.
  case target(max: Int)
  /// Its header fields have more bytes together than that.
  case fields(max: Int)
  /// The request has an expectation other than `100-continue`.
  case expectation
  /// All connections are busy.
  case noPlace

  /// Finds the fault of a request's head, whose target may have so many bytes, and all header
  /// fields together as many; `nil` for none.
  init?(_ head: HTTPRequestHead, most: Int) {
    let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
    let expects = head.headers[canonicalForm: "Expect"].map { $0.lowercased() }
    let hosts = head.headers["Host"]
    if head.uri.utf8.count > most {
      self = .target(max: most)
    } else if head.headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) > most {
      self = .fields(max: most)
    } else if head.version == .http1_1 ? hosts.count != 1 : hosts.count > 1 {
      self = .host
    } else if let host = hosts.first, !Self.isHost(host) {
      self = .host
    } else if !codings.isEmpty, head.version != .http1_1 || codings.last != "chunked" {
      self = .framing
    } else if codings.count > 1 {
      self = .coding
    } else if head.version == .http1_1, !expects.allSatisfy({ $0 == "100-continue" }) {
      self = .expectation
    } else {
      return nil
    }
  }

  /// A Boolean value that indicates whether a text is `uri-host [ ":" port ]`
  /// (<https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2>); a host may be empty.
  private static func isHost(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")),
        NetworkAddress(Substring(rest[..<end].dropFirst())) != nil
      else { return false }
      rest = rest[end...].dropFirst()
    } else {
      rest = rest.drop { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case _: "-._~!$&'()*+,;=%".utf8.contains(byte)
        }
      }
    }
    guard let colon = rest.popFirst() else { return true }
    return colon == UInt8(ascii: ":") && rest.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The problem as it is answered.
  var refusal: WebProblem {
    switch self {
    case .host:
      WebProblem(.badRequest, "A request names one host (Host), and a port where it has one.")
    case .framing:
      WebProblem(
        .badRequest, "The last transfer coding of a request is chunked, and HTTP/1.0 has none.")
    case .coding: WebProblem(.unknownCoding, "No transfer coding but chunked is known here.")
    case .target(let most):
      WebProblem(.targetTooLong, "The target of a request has at most \(most) bytes.")
    case .fields(let most):
      WebProblem(.fieldsTooLarge, "The header fields of a request have at most \(most) bytes.")
    case .expectation:
      WebProblem(.unknownExpectation, "Nothing can be expected but 100-continue.")
    case .noPlace: WebProblem(.unavailable, "All connections are busy. Ask again in half a minute.")
    }
  }
}
