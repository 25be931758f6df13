import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import StoreSync
import SubscriptionCore

extension WebhookServer {
  /// Who sent a request.
  func client(of request: Request, _ context: WebContext) -> Client {
    let fields = Self.forwardedFor.map { request.headers[values: $0] } ?? []
    return clients.client(
      peer: NetworkAddress(context.channel.remoteAddress), forwardedFor: fields)
  }

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  /// Notes what a delivery says about whoever brought it.
  ///
  /// - Parameters:
  ///   - outcome: What became of it.
  ///   - route: How it came; what comes by Google's has proven its sender before.
  ///   - request: The request.
  ///   - context: What is known beside it.
  func note(
    _ outcome: DeliveryOutcome, by route: WebRoute, of request: Request, _ context: WebContext
  ) {
    switch outcome {
    case .stored, .unknownKind: abuse.proved(client(of: request, context))
    case .notProven: noteForgery(client(of: request, context))
    case .notUnderstood:
      if route == .appStoreNotification { noteForgery(client(of: request, context)) }
    // The stores' own deliveries may be of these.
    case .duplicate, .senderUnproven, .otherApp, .tooLarge, .tooSlow,
      .senderUncheckable, .shutOut, .queueFull, .ledgerUnavailable, .stopping:
      break
    }
  }

  /// Notes that what a client delivered was not the store's.
  func noteForgery(_ client: Client) {
    switch client {
    case .known(let address):
      guard let length = abuse.failed(client), mayTell() else { return }
      parts.logger.warning(
        "a client is shut out, since it forges; if it is a proxy, name it in 'trustedProxies'",
        metadata: ["client": "\(address)", "for": "\(length.components.seconds)s"])
    case .spared(.local(let address)):
      guard mayTell() else { return }
      parts.logger.warning(
        "somebody forges, and is not told apart: is this a proxy that 'trustedProxies' lacks?",
        metadata: ["client": "\(address)"])
    case .spared(.unnamed):
      guard mayTell() else { return }
      parts.logger.warning(
        "somebody forges, and is not told apart: the proxy sends no X-Forwarded-For")
    case .spared(.appStore), .spared(.noAddress): break
    }
  }

  /// The answer to whoever is shut out; `nil` for everybody else, and for what is not a delivery.
  func shutOut(_ head: HTTPRequestHead, from peer: SocketAddress?) -> WebAnswer? {
    guard abuse.areAny else { return nil }
    let path = head.uri.prefix { $0 != "?" }
    guard head.method == .POST, let route = WebRoute.table[String(path)]?[.post],
      let store = route.store
    else { return nil }
    let client = clients.client(
      peer: NetworkAddress(peer), forwardedFor: head.headers["X-Forwarded-For"])
    guard let rest = abuse.rest(of: client) else { return nil }
    parts.metrics.count(.requests, route.path, String(DeliveryOutcome.shutOut.status))
    return answer(
      .shutOut, store,
      "What came from this address was not the store's. Send it again when Retry-After is over.",
      retryAfter: rest)
  }
}
