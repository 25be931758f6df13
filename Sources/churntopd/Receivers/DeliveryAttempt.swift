import EventLedger
import StoreClients
import SubscriptionCore

/// One attempt to post a change to a receiver.
struct DeliveryAttempt: Sendable {
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

    /// The names of outcomes in metrics.
    enum Name: String, CaseIterable {
      case arrived, failed, gone, cancelled
    }

    /// The name of the outcome in metrics.
    var name: Name {
      switch self {
      case .arrived: .arrived
      case .failed: .failed
      case .gone: .gone
      case .cancelled: .cancelled
      }
    }

    /// A Boolean value that indicates whether the change was not accepted.
    var isFailure: Bool {
      guard case .failed = self else { return false }
      return true
    }
  }

  func post(_ change: RecordedChange, at now: Timestamp) async -> Outcome {
    let body = receiver.body(of: change)
    var fields = secret.fields(id: change.change.id, body: body, at: now)
    fields["Content-Type"] = "application/json"
    fields["User-Agent"] = "churntopd"
    let question = ClientRequest(method: "POST", url: receiver.url, fields: fields, body: body)
    do throws(TransportError) {
      return Self.outcome(of: try await transport.reply(to: question), at: now)
    } catch {
      switch error {
      case .cancelled: return .cancelled
      case .timedOut: return .failed("it does not answer in time", isDown: true, notBefore: nil)
      case .unreachable(let reason): return .failed(reason, isDown: true, notBefore: nil)
      case .tooLong(_, let reply): return Self.outcome(of: reply, at: now)
      }
    }
  }

  /// The outcome by the status of an answer, whose content is ignored.
  private static func outcome(of reply: ClientResponse, at now: Timestamp) -> Outcome {
    switch reply.status {
    case 200...299: .arrived
    case 410: .gone
    case let status:
      .failed(
        "it answers \(status)", isDown: status == 429 || status >= 502,
        notBefore: reply.retryAfter(now: now))
    }
  }
}
