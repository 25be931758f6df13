import EventLedger
import StoreClients
import SubscriptionCore

/// One attempt to post a change to a receiver.
struct DeliveryAttempt: Sendable {
  /// The receiver.
  let receiver: Receiver
  /// The secret that signs the post.
  let secret: WebhookSecret
  /// The transport of the post.
  let transport: any HTTPTransport

  /// The outcome of an attempt.
  enum Outcome: Hashable, Sendable {
    /// The receiver accepted the change.
    case arrived
    /// The receiver did not accept it, with the reason, whether it is down for every change, and
    /// the earliest time for a retry.
    case failed(String, isDown: Bool, notBefore: Timestamp?)
    /// The receiver wants no more changes (410).
    case gone
    /// The task was cancelled.
    case cancelled

    /// The name of the outcome in metrics.
    var name: String {
      switch self {
      case .arrived: "arrived"
      case .failed: "failed"
      case .gone: "gone"
      case .cancelled: "cancelled"
      }
    }

    /// A Boolean value that indicates whether the change was not accepted.
    var isFailure: Bool {
      guard case .failed = self else { return false }
      return true
    }
  }

  /// Posts a change.
  func post(_ change: RecordedChange, at now: Timestamp) async -> Outcome {
    let body = receiver.body(of: change)
    var fields = secret.fields(id: change.change.id, body: body, at: now)
    fields["Content-Type"] = "application/json"
    fields["User-Agent"] = "churntopd"
    let question = ClientRequest(method: "POST", url: receiver.url, fields: fields, body: body)
    do throws(TransportError) {
      let reply = try await transport.reply(to: question)
      switch reply.status {
      case 200...299: return .arrived
      case 410: return .gone
      case let status:
        return .failed(
          "it answers \(status)", isDown: status == 429 || status >= 502,
          notBefore: reply.retryAfter(now: now))
      }
    } catch {
      switch error {
      case .cancelled: return .cancelled
      case .timedOut: return .failed("it does not answer in time", isDown: true, notBefore: nil)
      case .unreachable(let reason): return .failed(reason, isDown: true, notBefore: nil)
      // A receiver with a longer answer has accepted the change.
      case .tooLong:
        return .failed("its answer is too long", isDown: false, notBefore: nil)
      }
    }
  }
}
