import Foundation
import StoreClients
import SubscriptionCore

/// Delivers alerts to programs and to whom they are posted.
struct AlertSender: Sendable {
  /// Carries what is posted.
  let transport: any HTTPTransport
  /// The environment variables.
  let environment: [String: String]
  /// The present.
  let clock: @Sendable () -> Timestamp
  /// Waits that long; throws when the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  /// Why an alert did not arrive.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// What to say; never what the other side said.
    let description: String
  }

  /// How often a post is tried, and the pauses between.
  static let pauses: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]

  /// Delivers a message by every channel of a rule.
  ///
  /// - Returns: Why it did not arrive, a line for each channel that failed.
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

  /// Posts a message.
  ///
  /// - Returns: Why it did not arrive; `nil` where it did.
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
    for pause in Self.pauses + [nil] {
      let question = post.question(telling: message, secret: secret, at: clock())
      do throws(TransportError) {
        let status = try await transport.reply(to: question).status
        if (200...299).contains(status) { return nil }
        problem = "it answers \(status)"
        // What is refused for good is not sent again; 408 and 429 ask for another try.
        if (400...499).contains(status), ![408, 429].contains(status) { return problem }
      } catch {
        problem = "it cannot be reached"
      }
      guard let pause, (try? await sleep(pause)) != nil else { break }
    }
    return problem
  }
}
