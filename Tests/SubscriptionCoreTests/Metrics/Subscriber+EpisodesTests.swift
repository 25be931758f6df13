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

  @Test func `a free offer redeemed while a renewal fails pays nothing`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      ($0.transactionID, $0.expiresAt, $0.status) = ("t1", at("2023-05-01"), .hold)
      $0.renewalPrice = Money(micros: 9_990_000, currency: "USD")
    }
    story.tell(.purchased, "2023-05-20") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-05-20"))
      ($0.expiresAt, $0.status, $0.autoRenew) = (at("2023-08-20"), .active, true)
      $0.offer = Offer(kind: .freeTrial, isIntroductory: false)
    }
    let subscriber = try story.subscriber()
    let episodes = subscriber.episodes(at: at("2023-05-21"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.superseded])
    #expect(episodes.map(\.endedAt) == [at("2023-05-20")])
    let told = Explanation.sentences(for: subscriber, at: at("2023-05-21"), policy: .standard)
    #expect(
      told.contains { $0.contains("failed and was never paid: a free offer took its place on") },
      "\(told)")
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
