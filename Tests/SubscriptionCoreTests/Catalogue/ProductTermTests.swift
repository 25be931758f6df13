import SubscriptionCore
import Testing

struct ProductTermTests {
  private func lines(_ store: Store, _ policy: ChurnPolicy = .standard) throws -> [String] {
    var story = Story(store)
    story.tell(.purchased, "2026-01-01") {
      ($0.product, $0.country, $0.purchasedAt) = ("gold", "JPN", at("2026-01-01"))
      ($0.expiresAt, $0.app) = (at("2026-02-01"), "com.example")
    }
    return try story.subscriber().productTerms(policy).map { term in
      let since = term.since.map { " since " + $0.rfc3339.prefix(10) } ?? ""
      return "\(term.subject.rawValue): \(term.value)\(since), \(term.origin)"
    }
  }

  private func policy(_ facts: [(CatalogueStatement.Fact, CatalogueSource)], _ store: Store)
    -> ChurnPolicy
  {
    var policy = ChurnPolicy.standard
    policy.products.take(
      facts.map { fact, source in
        var key = ProductKey(store: store, product: "gold")
        if case .appStoreGrace = fact { key = ProductKey(store: store, product: "") }
        return CatalogueStatement(fact, of: key, source: source)
      }, at: .epoch)
    return policy
  }

  @Test func `without a catalogue the lengths are the stores' defaults`() throws {
    #expect(
      try lines(.googlePlay) == [
        "grace: 7 days, the store's default", "hold: 53 days, the store's default",
      ])
    #expect(
      try lines(.appStore) == [
        "grace: none, the store's default", "hold: 60 days, grace included, the store's default",
      ])
  }

  @Test func `each term says who says so`() throws {
    let known = policy(
      [
        (.name("Gold"), .file), (.period(BillingPeriod(1, .month)), .googlePlay),
        (.price(country: "JP", Money(micros: 480_000_000, currency: "JPY")), .googlePlay),
        (.graceDays(3), .googlePlay),
      ], .googlePlay)
    #expect(
      try lines(.googlePlay, known) == [
        "name: Gold, an imported file", "period: P1M, Google Play",
        "price: 480.00 JPY, Google Play", "grace: 3 days, Google Play",
        "hold: 57 days, the store's default",
      ])
    let setting = AppStoreGraceSetting(length: .sixteenDays)
    #expect(
      try lines(.appStore, policy([(.appStoreGrace(setting), .appStoreConnect)], .appStore)) == [
        "grace: 16 days, App Store Connect",
        "hold: 60 days, grace included, the store's default",
      ])
  }

  @Test func `the policy file's lengths are the policy file's`() throws {
    var policy = policy([(.graceDays(3), .googlePlay), (.holdDays(30), .googlePlay)], .googlePlay)
    policy.recovery.googlePlay.graceDays = 5
    policy.recovery.googlePlayProducts["gold"] = RecoveryPolicy.PlayRecovery(holdDays: 20)
    #expect(
      try lines(.googlePlay, policy) == [
        "grace: 3 days, Google Play", "hold: 20 days, the policy file",
      ])
    policy = .standard
    policy.recovery.googlePlay.graceDays = 0
    policy.recovery.appStoreGrace = .threeDays
    #expect(
      try lines(.googlePlay, policy) == [
        "grace: none, the policy file", "hold: 60 days, the store's default",
      ])
    #expect(try lines(.appStore, policy)[0] == "grace: 3 days, the policy file")
  }
}
