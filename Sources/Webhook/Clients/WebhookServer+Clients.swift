import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import StoreSync
import SubscriptionCore

extension WebhookServer {
  func client(of request: Request, _ context: WebContext) -> Client {
    let fields = Self.forwardedFor.map { request.headers[values: $0] } ?? []
    return clients.client(
      peer: NetworkAddress(context.channel.remoteAddress), forwardedFor: fields)
  }

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

  /// Records the outcome of a delivery for its client; on Google's route the sender is proven
  /// before.
  func note(
    _ outcome: DeliveryOutcome, by route: WebRoute, of request: Request, _ context: WebContext
  ) {
    switch outcome {
    case .stored, .unknownKind: abuse.proved(client(of: request, context))
    case .notProven: noteForgery(client(of: request, context))
    case .notUnderstood:
      if route == .appStoreNotification { noteForgery(client(of: request, context)) }
    // Deliveries of the stores themselves may have these outcomes.
    case .duplicate, .senderUnproven, .otherApp, .tooLarge, .tooSlow,
      .senderUncheckable, .shutOut, .queueFull, .ledgerUnavailable, .stopping:
      break
    }
  }

  /// Records a forged delivery of a client.
  func noteForgery(_ client: Client) {
    switch client {
    case .known(let address):
      guard let length = abuse.failed(client), mayTell() else { return }
      parts.logger.warning(
        "a client is shut out for forgeries; if it is a proxy, add it to 'trustedProxies'",
        metadata: ["client": "\(address)", "for": "\(length.components.seconds)s"])
    case .spared(.local(let address)):
      guard mayTell() else { return }
      parts.logger.warning(
        "forgeries come from a local address; if it is a proxy, add it to 'trustedProxies'",
        metadata: ["client": "\(address)"])
    case .spared(.unnamed):
      guard mayTell() else { return }
      parts.logger.warning(
        "forgeries come through a proxy that sends no X-Forwarded-For")
    case .spared(.appStore), .spared(.noAddress): break
    }
  }

  /// The answer to a delivery of a client that is shut out, with the identifier of its request;
  /// `nil` for any other request.
  func shutOut(_ head: HTTPRequestHead, from peer: SocketAddress?) -> WebAnswer? {
    guard abuse.areAny else { return nil }
    guard head.method == .POST, let route = WebRoute.table[head.path]?[.post],
      let store = route.store
    else { return nil }
    let client = clients.client(
      peer: NetworkAddress(peer), forwardedFor: head.headers["X-Forwarded-For"])
    guard let rest = abuse.rest(of: client) else { return nil }
    parts.metrics.count(.requests, route.path, String(DeliveryOutcome.shutOut.status))
    let id = RequestID(head)
    var refusal = RequestID.$current.withValue(id) {
      answer(
        .shutOut, store,
        "What came from this address was not the store's. Send it again when Retry-After is over.",
        retryAfter: rest)
    }
    refusal.fields.append((RequestID.field, id.description))
    return refusal
  }
}

extension HTTPRequestHead {
  /// The path of the request's target, also of one that is an absolute URI
  /// (<https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2>), as the routes see it.
  var path: String { URI(uri).path }
}
