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

  @Test func `a plan chosen while a renewal fails is what is charged`() throws {
    var story = Story.appStore()
    func fail(_ kind: EventKind, _ day: String, _ change: (inout StoreFacts) -> Void) {
      story.tell(kind, day) {
        $0.status = .hold
        $0.expiresAt = at("2023-05-01")
        $0.autoRenew = true
        change(&$0)
      }
    }
    func amount() throws -> Money? {
      try story.subscriber().episodes(at: at("2023-05-09"), policy: .standard).first?.price
    }
    fail(.billingFailed, "2023-05-01") { $0.renewalPrice = Money(micros: 99, currency: "EUR") }
    #expect(try amount() == Money(micros: 99, currency: "EUR"))
    fail(.productChangeScheduled, "2023-05-03") {
      $0.nextProduct = "smaller"
      $0.renewalPrice = Money(micros: 9, currency: "EUR")
    }
    #expect(try amount() == Money(micros: 9, currency: "EUR"))
  }
}
