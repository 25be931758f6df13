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
    let prompt = subscriber.status(at: at("2023-05-21"), policy: .standard).prompt
    #expect(prompt.verdict == .withheld(.notFailing))
  }

  /// A yearly subscription after a free trial of a week, whose first renewal fails, with the price
  /// where the store states it.
  private func failedTrial(_ store: Store, price: Money? = nil) -> Story {
    var story = Story(store)
    story.usual.period = nil
    func tell(_ kind: EventKind, _ day: String, _ change: (inout StoreFacts) -> Void) {
      story.tell(kind, day) {
        ($0.transactionID, $0.purchasedAt) = ("t1", at("2023-04-01"))
        ($0.paidOrderID, $0.orderID, $0.startedAt) = ("GPA.1", "GPA.1", at("2023-04-01"))
        ($0.expiresAt, $0.autoRenew, $0.renewalPrice) = (at("2023-04-08"), true, price)
        $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
        change(&$0)
      }
    }
    tell(.purchased, "2023-04-01") { $0.status = .active }
    tell(.billingFailed, "2023-04-08") { $0.status = .hold }
    return story
  }

  /// Pays a failed trial for a year.
  private func pay(_ story: inout Story, _ kind: EventKind = .recovered) {
    story.tell(kind, "2023-04-20") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-04-20"))
      ($0.paidOrderID, $0.orderID, $0.startedAt) = ("GPA.1..0", "GPA.1..0", at("2023-04-01"))
      ($0.expiresAt, $0.autoRenew, $0.status) = (at("2024-04-20"), true, .active)
      $0.price = Money(micros: 39_990_000, currency: "USD")
    }
  }

  @Test(arguments: Store.allCases)
  func `what only the payment proves is not known of the renewal that failed`(_ store: Store) throws
  {
    let open = failedTrial(store)
    var paid = open
    pay(&paid)
    let recovered = try paid.subscriber()
    #expect(recovered.provenPlan(.standard)?.period == .yearly)
    let now = at("2023-05-01")
    let episodes = try [open.subscriber(), recovered].map {
      try #require($0.episodes(at: now, policy: .standard).first)
    }
    #expect(episodes.map(\.outcome) == [.open, .recoveredInHold])
    #expect(episodes.map(\.plan) == [nil, nil])
    #expect(episodes.map(\.price) == [nil, nil])
    // The amount at risk while it fails is that of its episode.
    let failing = try open.subscriber()
    let status = failing.status(at: now, policy: .standard)
    #expect(failing.monthly(at: status, policy: .standard) == nil)
    let gold = ProductKey(store: store, product: "gold")
    var policy = ChurnPolicy.standard
    policy.products.take(
      [CatalogueStatement(.period(.yearly), of: gold, source: .file)], at: at("2023-01-01"))
    for subscriber in [failing, recovered] {
      #expect(subscriber.episodes(at: now, policy: policy).map(\.plan) == [.yearly])
    }
  }

  @Test func `what was proven before the failure, or stated while it lasts, is known`() throws {
    let price = Money(micros: 29_990_000, currency: "USD")
    var story = failedTrial(.appStore, price: price)
    story.tell(.snapshot, "2023-04-12") {
      ($0.transactionID, $0.status, $0.period) = ("t1", .hold, .yearly)
      $0.offer = Offer(kind: .freeTrial, isIntroductory: true)
    }
    pay(&story)
    story.tell(.billingFailed, "2024-04-20") {
      ($0.transactionID, $0.purchasedAt) = ("t2", at("2023-04-20"))
      ($0.expiresAt, $0.autoRenew, $0.status) = (at("2024-04-20"), true, .hold)
    }
    let episodes = try story.subscriber().episodes(at: at("2024-05-01"), policy: .standard)
    #expect(episodes.map(\.plan) == [.yearly, .yearly])
    #expect(episodes.map(\.price) == [price, Money(micros: 39_990_000, currency: "USD")])
  }

  @Test func `a failure that only its recovery tells of has no plan by that either`() throws {
    var story = failedTrial(.appStore)
    story.events.removeLast()
    pay(&story)
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-05-01"), policy: .standard).first)
    #expect(episode.isRecovered && episode.failedAt == at("2023-04-08"))
    #expect(episode.plan == nil && episode.price == nil)
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
    // Nothing was ever sold by which its period would be known, but for the catalogue.
    let subscriber = try story.subscriber()
    let row = subscriber.summary(at: at("2023-05-09"), policy: .standard, profile: nil)
    #expect(row.otherProducts == ["smaller"])
    #expect(subscriber.episodes(at: at("2023-05-09"), policy: .standard).first?.plan == nil)
    var policy = ChurnPolicy.standard
    policy.products.take(
      [
        CatalogueStatement(
          .period(.yearly), of: ProductKey(store: .appStore, product: "smaller"), source: .file)
      ], at: at("2023-01-01"))
    #expect(subscriber.episodes(at: at("2023-05-09"), policy: policy).first?.plan == .yearly)
  }
}
