import StoreSync
import SubscriptionCore

/// A client of one store with rate limiting, authorization and a bounded number of retries.
struct RetryingClient: Sendable {
  let store: Store
  /// The source of bearer tokens; `nil` for requests without authorization.
  let tokens: (any TokenSource)?
  /// The number of attempts and the pauses between them.
  let backoff: Backoff
  /// Network, clock, sleep and randomness.
  let dependencies: ClientDependencies

  /// Adds the token to a request and sends it until it succeeds, is finally rejected, or has used
  /// up its attempts.
  ///
  /// A 401 replaces the token once, which is not counted as an attempt: the token may have expired
  /// in transit.
  ///
  /// - Throws: `StoreAPIError` if there is none.
  func ask(
    _ call: StoreCall, _ question: ClientRequest, limiter: RateLimiter?
  ) async throws(StoreAPIError) -> ClientResponse {
    var attempt = 0
    var renewed = false
    while true {
      attempt += 1
      try await limiter?.turn()
      let token = try await tokens?.token()
      let failure: StoreFailure
      do throws(StoreFailure) {
        return try await once(call, question, token)
      } catch {
        failure = error
      }
      if failure.error.isUnauthorized, let tokens, let token, !renewed {
        await tokens.discard(token)
        renewed = true
        attempt -= 1
        continue
      }
      let longest = backoff.longestPause(after: attempt)
      let now = dependencies.now()
      if let until = failure.notBefore {
        await limiter?.pause(until: until)
        if until - now > backoff.patience { throw failure.error }
      } else if case .throttled = failure.error {
        await limiter?.pause(until: now + longest)
      }
      guard failure.again, attempt < backoff.attempts else { throw failure.error }
      try await dependencies.wait(dependencies.jitter(longest))
    }
  }

  private func once(
    _ call: StoreCall, _ question: ClientRequest, _ token: String?
  ) async throws(StoreFailure) -> ClientResponse {
    var question = question
    question.fields["Accept"] = "application/json"
    question.fields["User-Agent"] = "churntopd"
    if let token { question.fields["Authorization"] = "Bearer " + token }
    var reply: ClientResponse
    do throws(TransportError) {
      reply = try await dependencies.transport.reply(to: question)
    } catch {
      tell(call, error.outcome)
      throw StoreFailure(error)
    }
    if !(200...299).contains(reply.status) {
      // A host may send the token back.
      reply.mask(token)
      reply.mask(question.secret)
    }
    let failure = StoreFailure(reply, from: store, now: dependencies.now())
    tell(call, failure?.error.outcome ?? .ok)
    if let failure { throw failure }
    return reply
  }

  private func tell(_ call: StoreCall, _ outcome: StoreCall.Outcome) {
    dependencies.tell(StoreCallReport(store: store, call: call, outcome: outcome))
  }
}

extension TransportError {
  /// The outcome of a call without a response.
  fileprivate var outcome: StoreCall.Outcome {
    switch self {
    case .timedOut: .timedOut
    case .unreachable: .unreachable
    case .tooLong, .cancelled: .other
    }
  }
}

extension StoreAPIError {
  /// The outcome of a call with an error response.
  fileprivate var outcome: StoreCall.Outcome {
    switch self {
    case .notFound, .gone: .notFound
    case .throttled: .throttled
    case .refused, .unauthorized, .clockSkew: .refused
    case .unavailable, .malformed: .other
    }
  }
}

extension ClientResponse {
  /// Replaces a secret in the body.
  fileprivate mutating func mask(_ secret: String?) {
    guard let secret, !secret.isEmpty else { return }
    body = Array(String(decoding: body, as: UTF8.self).replacing(secret, with: "********").utf8)
  }
}

/// A source of bearer tokens.
protocol TokenSource: Sendable {
  /// Returns a token that is valid for at least the next minute.
  func token() async throws(StoreAPIError) -> String

  /// Removes a token that the store rejected from the cache; a newer one remains.
  func discard(_ token: String) async
}
