import NIOCore
import NIOHTTP1

/// A channel handler that answers clients that are shut out as soon as the head of a request
/// arrives; it discards the body, and no later handler sees the request.
final class EarlyRejectHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let server: WebhookServer
  /// The number of pending answers of later handlers.
  private var owed = 0
  /// The time at which a later handler last used the connection.
  private var passedAt: Duration
  /// The state of the arriving request: passed on, or answered already.
  private var rest = Rest.passes
  /// The refused request, until those before it are answered.
  private var held: (head: HTTPRequestHead, refusal: WebAnswer)?

  private enum Rest {
    case passes, isDropped, isLast
    /// Nothing counts any more that arrives.
    case isOver
  }

  init(_ server: WebhookServer) {
    self.server = server
    passedAt = server.parts.uptime()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), rest) {
    case (_, .isOver): break
    case (.head(let head), _):
      guard let refusal = server.shutOut(head, from: context.channel.remoteAddress) else {
        (rest, owed, passedAt) = (.passes, owed + 1, server.parts.uptime())
        return context.fireChannelRead(data)
      }
      guard owed == 0 else { return (rest, held) = (.isOver, (head, refusal)) }
      refuse(head, refusal, isLast: isLast(head), context)
    case (.body, .passes): context.fireChannelRead(data)
    case (.end, .passes):
      passedAt = server.parts.uptime()
      context.fireChannelRead(data)
    case (.body, .isDropped), (.body, .isLast): break
    case (.end, .isDropped): rest = .passes
    case (.end, .isLast): context.close(promise: nil)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    context.write(data, promise: promise)
    guard case .end = unwrapOutboundIn(data) else { return }
    (owed, passedAt) = (owed - 1, server.parts.uptime())
    // Answers have the order of the requests (RFC 9112, 9.3.2).
    guard owed == 0, let (head, refusal) = held else { return }
    held = nil
    refuse(head, refusal, isLast: true, context)
    rest = .isOver
  }

  private func refuse(
    _ head: HTTPRequestHead, _ refusal: WebAnswer, isLast: Bool, _ context: ChannelHandlerContext
  ) {
    rest = isLast ? .isLast : .isDropped
    var fields = refusal.headers
    if isLast {
      fields.add(name: "Connection", value: "close")
      _ = server.watch.begin(context.channel, limit: WebResponder.linger)
    }
    let answer = HTTPResponseHead(
      version: head.version, status: HTTPResponseStatus(statusCode: refusal.status),
      headers: fields)
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    context.write(
      wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: refusal.body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// A Boolean value that indicates whether the connection ends with the answer.
  ///
  /// It does when the client asks for that, when there is too much to discard, or when no other
  /// client has used the connection for long: the idle time-out would otherwise end it without
  /// notice to a proxy that shares it among clients.
  private func isLast(_ head: HTTPRequestHead) -> Bool {
    let limits = server.settings.limits
    let stated = head.headers.first(name: "Content-Length").flatMap { Int($0) }
    return !head.isKeepAlive || stated ?? Int.max > limits.bodyMax
      || server.parts.uptime() - passedAt > limits.idleMax / 2
  }
}

/// A channel handler that adds ``ConnectionRules`` and an ``EarlyRejectHandler`` directly after the
/// decoder of requests, and removes itself.
final class EarlyRejectInstaller: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  private let server: WebhookServer

  init(_ server: WebhookServer) { self.server = server }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    do {
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandlers(
        [ConnectionRules(server), EarlyRejectHandler(server)], position: .after(decoder))
    } catch {
      // Without the handlers the connection would be served without limits.
      context.close(promise: nil)
    }
    pipeline.removeHandler(context: context, promise: nil)
  }
}
