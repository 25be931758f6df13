import Testing

@testable import StoreClients

@Suite struct OneShotTests {
  private static let reply = ClientResponse(status: 204)

  @Test func `the first end counts, whether somebody waits or not`() async {
    let early = OneShot()
    #expect(!early.isOver)
    early.end(.failure(.timedOut))
    #expect(early.isOver)
    early.end(.success(Self.reply))
    #expect(await early.outcome() == .failure(.timedOut))
    #expect(early.isOver)
    early.end(.failure(.cancelled))

    let late = OneShot()
    async let outcome = late.outcome()
    for _ in 0..<100 { await Task.yield() }
    late.end(.success(Self.reply))
    late.end(.failure(.cancelled))
    #expect(await outcome == .success(Self.reply))
  }

  @Test func `many that end it at once tell one outcome`() async {
    for _ in 0..<200 {
      let pending = OneShot()
      async let outcome = pending.outcome()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { pending.end(.failure(.cancelled)) }
        group.addTask { pending.end(.failure(.timedOut)) }
      }
      let told = await outcome
      #expect(told == .failure(.cancelled) || told == .failure(.timedOut))
    }
  }
}
