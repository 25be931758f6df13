import Foundation
import StoreClients
import SubscriptionCore

/// Delivers alerts to programs and addresses.
struct AlertCourier: Sendable {
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
    if let address = channel.post {
      if let problem = await post(message, to: address, secret: channel.secret) {
        failures.append(problem)
      }
    }
    return failures
  }

  private func post(
    _ message: AlertMessage, to address: String, secret: SecretSource?
  ) async -> Failure? {
    let key: [UInt8]
    do throws(SecretSource.Problem) {
      guard let found = try secret?.read(environment) else {
        return Failure(description: "no secret signs what is posted")
      }
      key = found
    } catch {
      return Failure(description: "\(error)")
    }
    let body = message.json
    var problem = Failure(description: "")
    for pause in Self.pauses + [nil] {
      let question = HTTPQuestion(
        method: "POST", url: address,
        fields: [
          "Content-Type": "application/json",
          AlertSignature.field: AlertSignature.value(for: body, secret: key, at: clock()),
          AlertSignature.deliveryField: message.id,
        ], body: body)
      do throws(TransportError) {
        let status = try await transport.reply(to: question).status
        if (200...299).contains(status) { return nil }
        problem = Failure(description: "the address answers \(status)")
        // What is refused for good is not sent again; 408 and 429 ask for another try.
        if (400...499).contains(status), ![408, 429].contains(status) { return problem }
      } catch {
        problem = Failure(description: "the address cannot be reached")
      }
      guard let pause, (try? await sleep(pause)) != nil else { break }
    }
    return problem
  }
}
