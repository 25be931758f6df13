import Foundation
import StoreSync
import SubscriptionCore

/// A client that pulls one Pub/Sub subscription by its REST interface
/// (<https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions/pull>).
public struct PubSubClient: PubSubAPI {
  /// The subscription's name, `projects/…/subscriptions/…`.
  public let subscription: String

  private let host: StoreHost
  private let client: RetryingClient
  /// The client of pulls that wait for messages.
  private let waiting: RetryingClient
  /// The client of pulls that are answered at once.
  private let prompt: RetryingClient

  static let scope = "https://www.googleapis.com/auth/pubsub"
  /// The longest acknowledgement deadline that Pub/Sub accepts, in seconds.
  static let deadlineMax: Int64 = 600

  /// Creates a client of a subscription; tests name a host to query instead of Google.
  ///
  /// The service account needs the role Pub/Sub Subscriber on the subscription; `patient` is the
  /// transport of a request whose response may take minutes.
  public init(
    _ subscription: String, account: ServiceAccount, host: StoreHost = .pubSub,
    backoff: Backoff = Backoff(), dependencies: ClientDependencies,
    patient: any HTTPTransport
  ) {
    (self.subscription, self.host) = (subscription, host)
    let tokens = GoogleTokens(
      account: account, scope: Self.scope, backoff: backoff, dependencies: dependencies)
    client = RetryingClient(
      store: .googlePlay, tokens: tokens, backoff: backoff, dependencies: dependencies)
    // A loop that pulls waits between two failures by itself.
    var once = backoff
    once.attempts = 1
    prompt = RetryingClient(
      store: .googlePlay, tokens: tokens, backoff: once, dependencies: dependencies)
    var unhurried = dependencies
    unhurried.transport = patient
    waiting = RetryingClient(
      store: .googlePlay, tokens: tokens, backoff: once, dependencies: unhurried)
  }

  /// Returns waiting messages, or none after a while.
  public func pull(_ most: Int, waits: Bool) async throws(StoreAPIError) -> [PulledMessage] {
    let request = Pull(maxMessages: most, returnImmediately: waits ? nil : true)
    let question = try question("pull", request)
    let reply: ClientResponse
    do throws(StoreAPIError) {
      reply = try await (waits ? waiting : prompt).ask(.pull, question, limiter: nil)
    } catch {
      guard waits, error == StoreFailure(.timedOut).error else { throw error }
      // Either there is no message, or no answer.
      return try await pull(most, waits: false)
    }
    guard
      let answer = try? JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any],
      let messages = (answer["receivedMessages"] ?? [[String: Any]]()) as? [[String: Any]]
    else { throw .malformed(detail: "it is not a list of messages") }
    return try messages.map { (message) throws(StoreAPIError) in try self.message(message) }
  }

  private func message(_ json: [String: Any]) throws(StoreAPIError) -> PulledMessage {
    let envelope: [String: Any] = [
      "message": json["message"] ?? [String: Any](), "subscription": subscription,
    ]
    guard let handle = json["ackId"] as? String,
      let bytes = try? JSONSerialization.data(withJSONObject: envelope, options: .sortedKeys)
    else { throw .malformed(detail: "a message has no ackId") }
    return PulledMessage(handle: handle, envelope: Array(bytes))
  }

  /// Acknowledges messages, once they are stored.
  public func acknowledge(_ handles: [String]) async throws(StoreAPIError) {
    _ = try await client.ask(
      .acknowledge, try question("acknowledge", Acknowledge(ackIds: handles)), limiter: nil)
  }

  /// Sets the acknowledgement deadline of messages, counted from now.
  public func setDeadline(_ handles: [String], to length: Duration) async throws(StoreAPIError) {
    let seconds = min(max(length.components.seconds, 0), Self.deadlineMax)
    _ = try await client.ask(
      .acknowledgeDeadline,
      try question(
        "modifyAckDeadline", Deadline(ackIds: handles, ackDeadlineSeconds: seconds)),
      limiter: nil)
  }

  private func question(
    _ verb: String, _ body: some Encodable
  ) throws(StoreAPIError) -> ClientRequest {
    guard let bytes = try? JSONEncoder().encode(body) else {
      throw .malformed(detail: "the request is not JSON")
    }
    let path = ["v1"] + subscription.split(separator: "/").map(String.init)
    return ClientRequest(
      method: "POST", url: host.url(path) + ":" + verb,
      fields: ["Content-Type": "application/json"], body: Array(bytes))
  }

  private struct Pull: Encodable {
    var maxMessages: Int
    var returnImmediately: Bool?
  }

  private struct Acknowledge: Encodable { var ackIds: [String] }

  private struct Deadline: Encodable {
    var ackIds: [String]
    var ackDeadlineSeconds: Int64
  }
}
