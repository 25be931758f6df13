import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import StoreClients

@Suite struct RetryingClientTests {
  /// Tokens that are numbered in the order in which they are made.
  private final class CountedTokens: TokenSource {
    private let count = Mutex(1)

    func token() async throws(StoreAPIError) -> String { "token-\(count.withLock { $0 })" }
    func discard(_ token: String) async { count.withLock { $0 += 1 } }
  }

  private func client(
    _ script: Script, tokens: (any TokenSource)? = nil, backoff: Backoff = Backoff()
  ) -> RetryingClient {
    RetryingClient(
      store: .appStore, tokens: tokens, backoff: backoff, dependencies: script.dependencies)
  }

  private static let question = ClientRequest(url: "https://store.example/x")

  @Test func `an answer ends the asking`() async throws {
    let script = Script([reply(200, "yes")])
    let answer = try await client(script).ask(.subscription, Self.question, limiter: nil)
    #expect(answer.body == Array("yes".utf8))
    #expect(script.questions.count == 1)
  }

  @Test func `what may succeed is asked again after growing pauses, at most so often`() async {
    let script = Script(Array(repeating: reply(503), count: 9))
    let error = await failure {
      try await client(script).ask(.subscription, Self.question, limiter: nil)
    }
    #expect(error == .unavailable(detail: "HTTP 503"))
    #expect(script.questions.count == 4)
    #expect(script.waits == [.milliseconds(500), .seconds(1), .seconds(2)])
  }

  @Test func `pauses grow to the cap and no further`() {
    let backoff = Backoff(first: .seconds(1), cap: .seconds(7))
    #expect(
      (1...6).map { backoff.longestPause(after: $0).components.seconds } == [1, 2, 4, 7, 7, 7])
    #expect(backoff.longestPause(after: 4_000) == .seconds(7))
  }

  @Test func `pauses are drawn from zero up to their longest`() async {
    let script = Script(Array(repeating: .failure(.timedOut), count: 9))
    let asked = Mutex<[Duration]>([])
    var dependencies = script.dependencies
    dependencies.jitter = { longest in
      asked.withLock { $0.append(longest) }
      return .milliseconds(1)
    }
    let client = RetryingClient(
      store: .appStore, tokens: nil, backoff: Backoff(), dependencies: dependencies)
    _ = await failure { try await client.ask(.subscription, Self.question, limiter: nil) }
    #expect(asked.withLock { $0 } == [.milliseconds(500), .seconds(1), .seconds(2)])
    #expect(script.waits == Array(repeating: .milliseconds(1), count: 3))
  }

  @Test func `a final refusal is not asked again`() async {
    let script = Script([reply(400), reply(200)])
    let error = await failure {
      try await client(script).ask(.subscription, Self.question, limiter: nil)
    }
    #expect(error == .refused(status: 400, detail: "no reason is stated"))
    #expect(script.questions.count == 1)
  }

  @Test func `a token that ran out on its way is made anew once`() async throws {
    let script = Script([reply(401), reply(200, "yes")])
    _ = try await client(script, tokens: CountedTokens()).ask(
      .subscription, Self.question, limiter: nil)
    #expect(script.questions.map(\.bearer) == ["token-1", "token-2"])
    #expect(script.waits.isEmpty)
  }

  @Test func `a second 401 is final`() async {
    let script = Script([reply(401), reply(401), reply(200)])
    let error = await failure {
      try await client(script, tokens: CountedTokens()).ask(
        .subscription, Self.question, limiter: nil)
    }
    #expect(error == .unauthorized(detail: "HTTP 401"))
    #expect(script.questions.count == 2)
  }

  @Test func `a token made anew leaves all attempts for what may succeed`() async {
    let script = Script([reply(401)] + Array(repeating: reply(500), count: 9))
    _ = await failure {
      try await client(script, tokens: CountedTokens()).ask(
        .subscription, Self.question, limiter: nil)
    }
    #expect(script.questions.count == 5)
  }

  @Test func `a 401 from a store whose clock differs tells by how much`() async {
    let refused = reply(401, "", ["Date": "Fri, 20 Nov 2026 09:50:00 GMT"])
    let script = Script([refused, refused])
    let error = await failure {
      try await client(script, tokens: CountedTokens()).ask(
        .subscription, Self.question, limiter: nil)
    }
    #expect(error == .clockSkew(milliseconds: 600_000))
    #expect(error?.description.contains("600 s ahead") == true)
  }

  private func limiter(_ script: Script) -> RateLimiter {
    RateLimiter(
      rate: RateLimit(questions: 50, window: .seconds(1), burst: 50), patience: .seconds(10),
      dependencies: script.dependencies)
  }

  @Test func `a short pause is waited for`() async throws {
    let until = (testNow + .seconds(3)).milliseconds
    let script = Script([reply(429, "", ["Retry-After": String(until)]), reply(200)])
    _ = try await client(script).ask(.subscription, Self.question, limiter: limiter(script))
    #expect(script.questions.count == 2)
    #expect(script.now >= testNow + .seconds(3))
  }

  @Test func `after a long pause was stated nobody asks until it is over`() async throws {
    let until = testNow + .minutes(20)
    let script = Script([
      reply(429, "", ["Retry-After": String(until.milliseconds)]), reply(200),
    ])
    let (client, limiter) = (client(script), limiter(script))
    for _ in 0..<5 {
      let error = await failure {
        try await client.ask(.subscription, Self.question, limiter: limiter)
      }
      #expect(error == .throttled(until: until))
    }
    #expect(script.questions.count == 1)
    #expect(script.waits.isEmpty)
    script.now = until
    _ = try await client.ask(.subscription, Self.question, limiter: limiter)
    #expect(script.questions.count == 2)
  }

  @Test func `a store that is down says when to come back`() async {
    let script = Script([
      .success(ClientResponse(status: 503, fields: ["Retry-After": "120"])), reply(200),
    ])
    let client = RetryingClient(
      store: .googlePlay, tokens: nil, backoff: Backoff(), dependencies: script.dependencies)
    let limiter = limiter(script)
    let first = await failure {
      try await client.ask(.subscription, Self.question, limiter: limiter)
    }
    #expect(first == .unavailable(detail: "HTTP 503"))
    let second = await failure {
      try await client.ask(.subscription, Self.question, limiter: limiter)
    }
    #expect(second == .throttled(until: testNow + .seconds(120)))
    #expect(script.questions.count == 1)
  }

  @Test func `throttling without a time is waited out by growing pauses`() async {
    let script = Script(Array(repeating: reply(429), count: 9))
    let error = await failure {
      try await client(script).ask(.subscription, Self.question, limiter: limiter(script))
    }
    #expect(error == .throttled(until: nil))
    #expect(script.questions.count == 4)
    #expect(script.now >= testNow + .milliseconds(3_500))
  }

  @Test(arguments: [400, 401, 403, 404, 410, 500, 503])
  func `a host that sends back what it was sent shows no secret`(status: Int) async throws {
    let long = String(repeating: "s3cret", count: 60)
    let body = "{\"errorMessage\":\"you sent Bearer \(long) and assertion=\(long)x\"}"
    let script = Script(Array(repeating: reply(status, body), count: 9))
    struct Fixed: TokenSource {
      let text: String
      func token() async throws(StoreAPIError) -> String { text }
      func discard(_ token: String) async {}
    }
    let question = ClientRequest(url: "https://h", secret: long + "x")
    let error = await failure {
      try await client(script, tokens: Fixed(text: long)).ask(.subscription, question, limiter: nil)
    }
    #expect(error != nil)
    #expect(!String(reflecting: error).contains("s3cret"))
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test(
    arguments: [
      (reply(200), StoreCall.Outcome.ok), (reply(404), .notFound), (reply(410), .notFound),
      (reply(429), .throttled), (reply(400), .refused), (reply(403), .refused),
      (reply(500), .other),
      (.failure(.timedOut), .timedOut), (.failure(.unreachable(reason: "x")), .unreachable),
      (.failure(.tooLong(limit: 1, ClientResponse(status: 200))), .other),
    ] as [(Script.Reply, StoreCall.Outcome)])
  func `every call is told with what for and its outcome, tries one by one`(
    _ first: Script.Reply, _ outcome: StoreCall.Outcome
  ) async {
    let script = Script([first, reply(200), reply(200)])
    let told = Mutex<[StoreCallReport]>([])
    var dependencies = script.dependencies
    dependencies.tell = { report in told.withLock { $0.append(report) } }
    let client = RetryingClient(
      store: .googlePlay, tokens: nil, backoff: Backoff(), dependencies: dependencies)
    _ = await failure { try await client.ask(.voidedPurchases, Self.question, limiter: nil) }
    let found = told.withLock { $0 }
    #expect(
      found.first
        == StoreCallReport(store: .googlePlay, call: .voidedPurchases, outcome: outcome))
    #expect(found.count == script.questions.count)
    #expect(found.dropFirst().allSatisfy { $0.outcome == .ok })
  }
}
