import EventLedger
import StoreClients
import SubscriptionCore

/// One post of a change to a receiver.
struct DeliveryAttempt: Sendable {
  /// The receiver.
  let receiver: Receiver
  /// What signs the post.
  let secret: WebhookSecret
  /// Carries it.
  let transport: any HTTPTransport

  /// What became of a post.
  enum Outcome: Hashable, Sendable {
    /// It was taken.
    case arrived
    /// It was not taken; whether the rest would not be either, and when the receiver wants to be
    /// asked again.
    case failed(String, isDown: Bool, notBefore: Timestamp?)
    /// The receiver wants nothing any more.
    case gone
    /// Nobody wants to know any more.
    case cancelled

    /// Whether it was not taken.
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
      // It has answered, and more than anybody wants to read.
      case .tooLong:
        return .failed("its answer is too long", isDown: false, notBefore: nil)
      }
    }
  }
}
