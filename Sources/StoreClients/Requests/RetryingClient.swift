import StoreSync
import SubscriptionCore

/// Asks one store: in turn, with a token, again where that may help, and never for ever.
struct RetryingClient: Sendable {
  /// Who is asked.
  let store: Store
  /// Where tokens come from; `nil` for questions that need none.
  let tokens: (any TokenSource)?
  /// How often and after which pauses.
  let backoff: Backoff
  /// Network, clock, waiting, chance.
  let dependencies: ClientDependencies

  /// Asks until there is an answer, a final refusal, or the attempts are used up.
  ///
  /// A 401 makes the token anew once, outside the count: it may have run out on the way.
  ///
  /// - Parameters:
  ///   - call: What for, by which calls are counted.
  ///   - question: What is asked; the token is added here.
  ///   - limiter: The turns of its bucket; `nil` where the store names no limit.
  /// - Returns: The reply, whose status is one of success.
  /// - Throws: Why there is none.
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
      if failure.isUnauthorized, let tokens, let token, !renewed {
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
      // In case a host sends back what it was sent.
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
  /// What became of a call without a reply.
  fileprivate var outcome: StoreCall.Outcome {
    switch self {
    case .timedOut: .timedOut
    case .unreachable: .unreachable
    case .tooLong, .cancelled: .other
    }
  }
}

extension StoreAPIError {
  /// What became of a call whose reply is no answer.
  fileprivate var outcome: StoreCall.Outcome {
    switch self {
    case .notFound, .gone: .notFound
    case .throttled: .throttled
    case .refused, .unauthorized, .clockSkew: .refused
    case .unavailable, .malformed: .other
    }
  }
}

extension StoreFailure {
  /// Whether a token made anew may help.
  fileprivate var isUnauthorized: Bool {
    switch error {
    case .unauthorized, .clockSkew: true
    case .notFound, .gone, .refused, .throttled, .unavailable, .malformed: false
    }
  }
}

extension ClientResponse {
  /// Takes a secret out of the body.
  fileprivate mutating func mask(_ secret: String?) {
    guard let secret, !secret.isEmpty else { return }
    body = Array(
      String(decoding: body, as: UTF8.self).replacing(secret, with: "********").utf8)
  }
}
