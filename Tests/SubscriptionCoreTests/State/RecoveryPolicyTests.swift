import SubscriptionCore
import Testing

@Suite struct `Recovery policy` {
  private func terms(
    _ store: Store, _ period: BillingPeriod?, _ environment: StoreEnvironment = .production,
    product: ProductID? = nil
  ) -> RecoveryTerms {
    RecoveryTerms(store: store, environment: environment, period: period, product: product)
  }

  @Test(arguments: [
    (RecoveryPolicy.AppStoreGrace.off, BillingPeriod.monthly, nil as Int?),
    (.threeDays, .weekly, 3), (.threeDays, .yearly, 3), (.sixteenDays, .weekly, 6),
    (.sixteenDays, .monthly, 16), (.twentyEightDays, .weekly, 6), (.twentyEightDays, .monthly, 28),
  ])
  func `the App Store's grace is 3, 16 or 28 days, for weeks 3 or 6`(
    choice: RecoveryPolicy.AppStoreGrace, period: BillingPeriod, days: Int?
  ) {
    let policy = RecoveryPolicy(appStoreGrace: choice)
    #expect(policy.grace(terms(.appStore, period)) == days.map { .days($0) })
  }

  @Test(arguments: [
    (nil as Int?, BillingPeriod.weekly, 3 as Int?), (nil, .monthly, 7), (0, .monthly, nil),
    (14, .monthly, 14), (14, .weekly, 7), (45, .yearly, 30), (30, .monthly, 30),
  ])
  func `Play's grace is whole days up to the period and 30`(
    configured: Int?, period: BillingPeriod, days: Int?
  ) {
    let policy = RecoveryPolicy(googlePlay: RecoveryPolicy.PlayRecovery(graceDays: configured))
    #expect(policy.grace(terms(.googlePlay, period)) == days.map { .days($0) })
  }

  @Test(arguments: [(7, "2026-06-30"), (14, "2026-06-30"), (30, "2026-06-30"), (0, "2026-06-30")])
  func `Play's default hold today is what grace leaves of 60 days`(days: Int, end: String) {
    let failure = at("2026-05-01")
    let graceEnds = days == 0 ? nil : failure + .days(days)
    let ends = RecoveryPolicy.standard.retryEnd(
      failure: failure, graceEnds: graceEnds, terms: terms(.googlePlay, .monthly))
    #expect(ends == at(end))
  }

  @Test(arguments: [("2023-05-01", "2023-06-14"), ("2025-10-27", "2025-12-10")])
  func `Play's default hold was 30 days after grace until October 2025`(
    failure: String, end: String
  ) {
    let ends = RecoveryPolicy.standard.retryEnd(
      failure: at(failure), graceEnds: at(failure) + .days(14),
      terms: terms(.googlePlay, .monthly))
    #expect(ends == at(end))
  }

  @Test func `a configured hold counts from the end of grace, and a product may have its own`() {
    var policy = RecoveryPolicy(googlePlay: RecoveryPolicy.PlayRecovery(holdDays: 45))
    policy.googlePlayProducts["gold"] = RecoveryPolicy.PlayRecovery(graceDays: 3, holdDays: 27)
    let failure = at("2026-05-01")
    #expect(
      policy.retryEnd(
        failure: failure, graceEnds: at("2026-05-08"), terms: terms(.googlePlay, .monthly))
        == at("2026-06-22"))
    let gold = terms(.googlePlay, .monthly, product: "gold")
    #expect(policy.grace(gold) == .days(3))
    #expect(
      policy.retryEnd(failure: failure, graceEnds: at("2026-05-04"), terms: gold)
        == at("2026-05-31"))
  }

  @Test(arguments: [
    (Store.appStore, StoreEnvironment.sandbox, 300, 600),
    (.appStore, .local, 150, 600),
    (.googlePlay, .sandbox, 300, 900),
  ])
  func `accelerated time has the stores' own minutes`(
    store: Store, environment: StoreEnvironment, grace: Int64, retry: Int64
  ) {
    let policy = RecoveryPolicy(appStoreGrace: .sixteenDays)
    let terms = terms(store, .monthly, environment)
    let failure = at("2026-05-01")
    let length = policy.grace(terms)
    #expect(length == .seconds(grace))
    let ends = policy.retryEnd(
      failure: failure, graceEnds: length.map { failure + $0 }, terms: terms)
    #expect(ends - failure == .seconds(retry))
  }

  @Test(arguments: [(5, 10), (15, 60), (30, 120)] as [(Int64, Int64)])
  func `a tester's rate shows in the grace, and the tries last with it`(grace: Int64, retry: Int64)
  {
    let failure = at("2026-05-01")
    let ends = RecoveryPolicy.standard.retryEnd(
      failure: failure, graceEnds: failure + .seconds(grace * 60),
      terms: terms(.appStore, nil, .sandbox))
    #expect(ends - failure == .seconds(retry * 60))
  }

  @Test func `days out of what Play allows become the nearest allowed`() {
    let settings = RecoveryPolicy.PlayRecovery(graceDays: -1, holdDays: 99)
    #expect(settings == RecoveryPolicy.PlayRecovery(graceDays: 0, holdDays: 60))
  }

  @Test(arguments: [
    (30 as Int?, 60 as Int?, 90 as Int?), (0, 0, 0), (7, 22, 29), (7, 23, nil), (30, 30, nil),
    (0, 60, nil), (nil, 0, nil), (0, nil, nil),
  ])
  func `Play permits 30 to 60 days of grace and hold together`(
    grace: Int?, hold: Int?, sum: Int?
  ) {
    let problem = RecoveryPolicy.PlayRecovery(graceDays: grace, holdDays: hold).problem
    #expect((problem == nil) == (sum == nil))
    guard let grace, let hold, let sum else { return }
    #expect(
      problem == "Google Play permits 30 to 60 days of grace and hold together, and graceDays "
        + "\(grace) with holdDays \(hold) are \(sum).")
  }

  @Test(arguments: [(nil as Int?, 23...53), (0, 30...60), (3, 27...57), (30, 0...30)])
  func `grace leaves a range of holds, a default grace too`(
    grace: Int?, holds: ClosedRange<Int>
  ) {
    let settings = RecoveryPolicy.PlayRecovery(graceDays: grace, holdDays: 60)
    #expect(settings.permittedHolds == holds)
  }

  @Test func `the tries of a store that grants grace do not end before it`() throws {
    var story = Story.googlePlay()
    story.tell(.billingFailed, "2023-05-01") { ($0.status, $0.autoRenew) = (.grace, true) }
    let status = try story.status("2023-05-02", googlePlay(graceDays: 0, holdDays: 0))
    #expect(status.state == .grace)
    #expect(status.access.granted)
    #expect(status.graceEnds == nil)
    #expect(status.retryEnds == at("2023-05-31"))
  }
}
