import Foundation
import StoreClients
import SubscriptionCore

/// The sender of alerts to programs and URLs.
struct AlertSender: Sendable {
  /// The transport of posts.
  let transport: any HTTPTransport
  /// The environment variables.
  let environment: [String: String]
  /// Returns the current time.
  let clock: @Sendable () -> Timestamp
  /// Sleeps for a duration; throws if the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The pauses between the attempts of a post.
  var pauses: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]

  /// The reason that an alert was not delivered.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// The message, without any text of the other side.
    let description: String
  }

  /// Delivers a message by every channel of a rule and returns the channels that failed.
  func deliver(_ message: AlertMessage, by channel: AlertRule.Channel) async -> [Failure] {
    var failures: [Failure] = []
    if let program = channel.run.first {
      let outcome = await AlertProgram.run(
        program, Array(channel.run.dropFirst()), input: message.json, limit: channel.timeout)
      if let outcome { failures.append(Failure(description: "\(program) \(outcome)")) }
    }
    if let post = channel.post, let problem = await send(message, by: post) {
      failures.append(Failure(description: "\(post.receiver): \(problem)"))
    }
    return failures
  }

  /// Posts a message and returns the reason of a failure.
  private func send(_ message: AlertMessage, by post: AlertPost) async -> String? {
    let secret: [UInt8]
    do throws(SecretSource.Problem) {
      guard let found = try post.secret?.read(environment) else { return "no secret is configured" }
      secret = found
    } catch {
      return "\(error)"
    }
    if let problem = post.problem(ofSecret: secret) { return "its secret \(problem)" }
    var problem = ""
    for pause in pauses + [nil] {
      let question = post.question(telling: message, secret: secret, at: clock())
      switch await status(of: question) {
      case .success(let status):
        if (200...299).contains(status) { return nil }
        problem = "it answers \(status)"
        // A permanent rejection is not retried; 408 and 429 are.
        if (400...499).contains(status), ![408, 429].contains(status) { return problem }
      case .failure(let failure): problem = failure.description
      }
      guard let pause, (try? await sleep(pause)) != nil else { break }
    }
    return problem
  }

  /// Returns the status of an answer, whose content is ignored, or the reason that there is none.
  private func status(of question: ClientRequest) async -> Result<Int, Failure> {
    do throws(TransportError) {
      return .success(try await transport.reply(to: question).status)
    } catch {
      switch error {
      case .tooLong(_, let reply): return .success(reply.status)
      case .timedOut: return .failure(Failure(description: "it does not answer in time"))
      case .unreachable(let reason): return .failure(Failure(description: reason))
      case .cancelled:
        return .failure(Failure(description: "churntopd stops or is reloaded"))
      }
    }
  }
}
