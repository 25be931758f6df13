import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct RateLimiterTests {
  private static let rate = RateLimit(questions: 10, window: .seconds(1), burst: 3)

  private func limiter(_ script: Script, patience: Duration = .seconds(10)) -> RateLimiter {
    RateLimiter(rate: Self.rate, patience: patience, dependencies: script.dependencies)
  }

  @Test func `a burst passes at once, then the rate holds`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    for _ in 0..<8 { try await limiter.turn() }
    #expect(script.waits == Array(repeating: .milliseconds(100), count: 5))
  }

  @Test func `a share of the rate leaves the rest to others`() async throws {
    let script = Script([])
    var dependencies = script.dependencies
    dependencies.quotaShare = 80
    let limiter = RateLimiter(rate: Self.rate, patience: .seconds(10), dependencies: dependencies)
    for _ in 0..<6 { try await limiter.turn() }
    #expect(script.waits == Array(repeating: .milliseconds(125), count: 4))
  }

  @Test func `a bucket fills again while nobody asks, but not beyond its size`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    for _ in 0..<3 { try await limiter.turn() }
    script.now = script.now + .seconds(60)
    for _ in 0..<3 { try await limiter.turn() }
    #expect(script.waits.isEmpty)
    try await limiter.turn()
    #expect(script.waits == [.milliseconds(100)])
  }

  @Test func `no more than the rate passes in any window`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    var passed: [Timestamp] = []
    for _ in 0..<200 {
      try await limiter.turn()
      passed.append(script.now)
    }
    for start in passed {
      let inWindow = passed.filter { $0 >= start && $0 - start < .seconds(1) }
      #expect(inWindow.count <= 10 + Self.rate.burst - 1)
    }
  }

  @Test func `a pause within the patience is waited for`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    await limiter.pause(until: script.now + .seconds(4))
    try await limiter.turn()
    #expect(script.waits == [.seconds(4)])
  }

  @Test func `a pause beyond the patience is told at once, and no turn is taken`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    let until = script.now + .seconds(90)
    await limiter.pause(until: until)
    for _ in 0..<5 {
      #expect(await failure { try await limiter.turn() } == .throttled(until: until))
    }
    #expect(script.waits.isEmpty)
    script.now = until
    try await limiter.turn()
    #expect(script.waits.isEmpty)
  }

  @Test func `the longer of two pauses counts`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    await limiter.pause(until: script.now + .seconds(8))
    await limiter.pause(until: script.now + .seconds(2))
    try await limiter.turn()
    #expect(script.waits == [.seconds(8)])
  }

  @Test func `a clock that is set back stops nobody`() async throws {
    let script = Script([])
    let limiter = limiter(script)
    for _ in 0..<3 { try await limiter.turn() }
    await limiter.pause(until: script.now + .seconds(2))
    script.now = script.now - .hours(5)
    try await limiter.turn()
    #expect(script.waits.isEmpty)
  }

  @Test func `whoever is cancelled while waiting is told`() async throws {
    let script = Script([])
    var dependencies = script.dependencies
    dependencies.sleep = { _ in throw CancellationError() }
    let limiter = RateLimiter(rate: Self.rate, patience: .seconds(10), dependencies: dependencies)
    for _ in 0..<3 { try await limiter.turn() }
    #expect(await failure { try await limiter.turn() } == .brokenOff)
  }

  @Test(arguments: [
    (RateLimit.appStoreQuestions(.production), 50), (.appStoreQuestions(.sandbox), 5),
    (.playSubscriptions, 50),
  ])
  func `the stores' rates are fifty a second, a tenth of it in the sandbox`(
    rate: RateLimit, perSecond: Int
  ) {
    #expect(rate.window / rate.questions == .seconds(1) / perSecond)
  }

  @Test(arguments: [(StoreEnvironment.production, 1), (.sandbox, 10), (.local, 10)])
  func `test notifications are asked for once a second, in the sandbox once in ten`(
    environment: StoreEnvironment, seconds: Int
  ) {
    let rate = RateLimit.appStoreTests(environment)
    #expect(rate.window / rate.questions == .seconds(seconds))
    #expect(rate.burst == 1)
  }
}
