import Foundation
import SubscriptionCore

/// The REST API of Pub/Sub.
extension FakeStores {
  /// The subscription that is pulled.
  public static let pulledSubscription = "projects/simulated/subscriptions/churntop"

  /// The numbers of messages that wait or are leased, and of those acknowledged.
  public var pulledMessages: (open: Int, acknowledged: Int) {
    (subscription.open, subscription.acknowledged)
  }

  /// Publishes a message to the subscription, as any publisher of its topic can.
  public func publish(_ data: [UInt8]) {
    subscription.add([
      StorePush(
        store: .googlePlay, environment: .production, name: "\(data.count)-\(subscription.open)",
        body: data, firstDueAt: now, dueAt: now)
    ])
  }

  /// Answers `pull`, `acknowledge` and `modifyAckDeadline`.
  func pubSubAnswer(_ endpoint: StoreEndpoint, _ request: FakeRequest) -> FakeReply {
    guard let token = request.bearer, let until = accessTokens[token], until > clientNow else {
      return unauthenticated(endpoint, because: "the access token is not known or has run out")
    }
    guard pubSubTokens.contains(token) else {
      return .googleError(
        403, "forbidden", "Request had insufficient authentication scopes.",
        name: "PERMISSION_DENIED")
    }
    let name = request.path.dropFirst(2).joined(separator: "/")
    guard name.hasPrefix(Self.pulledSubscription + ":") else {
      return .googleError(404, "notFound", "Resource not found.", name: "NOT_FOUND")
    }
    guard let asked = try? JSONDecoder().decode(PubSubRequest.self, from: Data(request.body)) else {
      return .googleError(400, "invalid", "Invalid JSON payload.", name: "INVALID_ARGUMENT")
    }
    switch endpoint {
    case .pull:
      guard let most = asked.maxMessages, most > 0 else { break }
      return pullAnswer(most, waits: asked.returnImmediately != true)
    case .acknowledge:
      guard let handles = asked.ackIds, !handles.isEmpty else { break }
      subscription.acknowledge(handles)
      return .json("{}")
    default:
      guard let handles = asked.ackIds, !handles.isEmpty, let seconds = asked.ackDeadlineSeconds,
        (0...600).contains(seconds)
      else { break }
      subscription.setDeadline(handles, seconds: seconds)
      return .json("{}")
    }
    return .googleError(
      400, "invalid", "You have passed an invalid argument.", name: "INVALID_ARGUMENT")
  }

  private func pullAnswer(_ most: Int, waits: Bool) -> FakeReply {
    subscription.add(queue.takeDue(through: now, of: .googlePlay))
    let messages = subscription.lend(min(most, 1_000)).map { handle, push in
      let published = push.firstDueAt.rfc3339
      return "{\"ackId\":\"\(handle)\",\"message\":{\"attributes\":{},\"data\":\""
        + "\(Data(push.body).base64EncodedString())\",\"messageId\":\"\(push.name)\","
        + "\"publishTime\":\"\(published)\"}}"
    }
    guard messages.isEmpty else {
      return .json("{\"receivedMessages\":[\(messages.joined(separator: ","))]}")
    }
    var reply = FakeReply.json("{}")
    // The real one waits longer, and answers as soon as there is a message.
    if waits { reply.delay = .milliseconds(250) }
    return reply
  }
}

/// The body of a Pub/Sub request.
private struct PubSubRequest: Decodable {
  var maxMessages: Int?
  var returnImmediately: Bool?
  var ackIds: [String]?
  var ackDeadlineSeconds: Int?
}
