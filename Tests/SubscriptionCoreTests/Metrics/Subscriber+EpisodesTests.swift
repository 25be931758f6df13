import SubscriptionCore
import Testing

@Suite struct `Subscriber+EpisodesTests` {
  @Test func `a clock behind the first word of a failure changes when that is reached`() throws {
    var story = Story(.appStore)
    story.tell(.snapshot, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
    }
    let subscriber = try story.subscriber()
    let early = at("2023-04-01")
    #expect(subscriber.episodes(at: early, policy: .standard) == [])
    #expect(
      subscriber.status(at: early, policy: .standard).nextChangeAt == at("2023-05-01"))
    #expect(subscriber.episodes(at: at("2023-05-01"), policy: .standard).map(\.outcome) == [.open])
  }
}
