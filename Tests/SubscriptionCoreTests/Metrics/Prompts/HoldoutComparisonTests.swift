import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct HoldoutComparisonTests {
  static let since = CivilDate(year: 2026, month: 11, day: 1)
  static let now = since.start + .days(100)

  private func comparison(percent: Int = 50, salt: String = "test") -> HoldoutComparison {
    HoldoutComparison(
      PromptHoldout(percent: percent, salt: salt, since: Self.since), at: Self.now)
  }

  private func episode(
    _ outcome: BillingEpisode.Outcome, failedOn day: Int = 1, after days: Int = 5,
    prompts: Int = 0
  ) -> BillingEpisode {
    let failedAt = Self.since.start + .days(day)
    return BillingEpisode(
      failedAt: failedAt, enteredGrace: false, outcome: outcome,
      endedAt: outcome == .open ? nil : failedAt + .days(days),
      prompts: (0..<prompts).map { .init(at: failedAt + .days($0), step: .officialMessage) })
  }

  /// The first accounts that are held out, and the first that are not.
  private func accounts(
    _ count: Int, heldOut: Bool, of comparison: HoldoutComparison
  ) -> [AccountID] {
    Array(
      (0...).lazy.map { AccountID("user-\($0)") }
        .filter { comparison.holdout.holdsOut(account: $0, subscription: "") == heldOut }
        .prefix(count))
  }

  @Test func `accounts count by assignment and by their first failure since the first day`() {
    var comparison = comparison()
    let heldOut = accounts(4, heldOut: true, of: comparison)
    let others = accounts(5, heldOut: false, of: comparison)
    func add(_ episode: BillingEpisode, _ account: AccountID) {
      comparison.add(
        EpisodeRecord(subscription: "as_1", store: .appStore, account: account, episode: episode))
    }
    add(episode(.recoveredInHold, failedOn: -1), heldOut[0])
    add(episode(.ranOut, after: 60), heldOut[0])
    add(episode(.recoveredInGrace, failedOn: 9), heldOut[0])
    add(episode(.recoveredInGrace, prompts: 1), heldOut[1])
    add(episode(.recoveredInGrace, after: 61), heldOut[2])
    add(episode(.open, failedOn: 90), heldOut[3])
    for account in others[..<3] { add(episode(.recoveredInHold, prompts: 2), account) }
    add(episode(.canceledByUser), others[3])
    add(episode(.recoveredInGrace, failedOn: 90), others[4])
    #expect(comparison.heldOut.accounts == 4 && comparison.heldOut.shown == 1)
    #expect(comparison.heldOut.recovery == Rate(1, of: 3))
    #expect(comparison.prompted.accounts == 5 && comparison.prompted.shown == 3)
    #expect(comparison.prompted.recovery == Rate(3, of: 4))
    #expect(
      comparison.difference == RateDifference(of: Rate(3, of: 4), from: Rate(1, of: 3)))
    #expect(comparison.followed == 7)
    #expect(comparison.warnings == [.promptsShown(accounts: 1, of: 4)])
    #expect(comparison.warnings[0].sentence.hasPrefix("Prompts were shown to 1 of 4 accounts"))
  }

  @Test func `the size still needed follows from the share of the held out`() throws {
    var comparison = comparison(percent: 20)
    #expect(comparison.needed == nil && comparison.power == nil)
    for (place, account) in accounts(50, heldOut: true, of: comparison).enumerated() {
      comparison.add(
        episode(place < 20 ? .recoveredInHold : .ranOut), account: account, subscription: "")
    }
    #expect(comparison.power == nil)
    for (place, account) in accounts(200, heldOut: false, of: comparison).enumerated() {
      comparison.add(
        episode(place < 90 ? .recoveredInHold : .ranOut), account: account, subscription: "")
    }
    let design = TwoArmDesign(reference: 0.4, effect: 0.05, allocation: 0.2)
    #expect(comparison.needed == design.participants(power: 0.8))
    #expect(comparison.stillNeeded == comparison.needed.map { $0 - 250 })
    #expect(abs(try #require(comparison.power) - design.power(participants: 250)) < 1e-12)
    #expect(comparison.warnings.isEmpty)
  }

  @Test func `of few held-out accounts no size is told`() {
    var comparison = comparison()
    for account in accounts(100, heldOut: false, of: comparison) {
      comparison.add(episode(.recoveredInHold), account: account, subscription: "")
    }
    let heldOut = accounts(31, heldOut: true, of: comparison)
    for account in heldOut[..<29] {
      comparison.add(episode(.ranOut), account: account, subscription: "")
    }
    // One that is not followed for long enough does not count yet.
    comparison.add(episode(.open, failedOn: 90), account: heldOut[29], subscription: "")
    #expect(comparison.needed == nil && comparison.power == nil && comparison.stillNeeded == nil)
    comparison.add(episode(.recoveredInHold), account: heldOut[30], subscription: "")
    #expect(comparison.needed != nil && comparison.power != nil)
  }

  @Test func `unequal arms, a short time and no first day are warned of`() {
    var uneven = comparison(percent: 10)
    for account in accounts(100, heldOut: false, of: uneven) {
      uneven.add(episode(.recoveredInHold), account: account, subscription: "")
    }
    for account in accounts(30, heldOut: true, of: uneven) {
      uneven.add(episode(.recoveredInHold), account: account, subscription: "")
    }
    #expect(uneven.warnings == [.unequalShares(heldOut: Rate(30, of: 130), percent: 10)])

    let holdout = PromptHoldout(percent: 10, salt: "test")
    var young = HoldoutComparison(holdout, at: Self.now)
    for account in accounts(9, heldOut: false, of: young) {
      young.add(episode(.open, failedOn: 95), account: account, subscription: "")
    }
    #expect(
      young.warnings == [.shortFollowUp(followed: 0, of: 9, days: 60), .noFirstDay])
    #expect(young.warnings.allSatisfy { $0.sentence.hasSuffix(".") })
  }

  /// Returns how often of so many seeded comparisons the difference is more than noise, and how
  /// often its interval holds the effect.
  private func found(
    effect: Double, worlds: Int, accounts: Int, salt: String
  ) -> (found: Int, covered: Int) {
    var random = SeededNumbers(seed: 60)
    var (found, covered) = (0, 0)
    for world in 0..<worlds {
      var comparison = comparison(salt: "\(salt)-\(world)")
      for number in 0..<accounts {
        let account = AccountID(String(number))
        let isHeldOut = comparison.holdout.holdsOut(account: account, subscription: "")
        let chance = 0.4 + (isHeldOut ? 0 : effect)
        let isRecovered = Double.random(in: 0..<1, using: &random) < chance
        comparison.add(
          episode(isRecovered ? .recoveredInHold : .ranOut), account: account, subscription: "")
      }
      if comparison.difference.isMoreThanNoise { found += 1 }
      if comparison.difference.interval?.contains(effect) == true { covered += 1 }
    }
    return (found, covered)
  }

  @Test func `a true effect is found with the power stated, and none where there is none`() {
    let (worlds, accounts) = (1_000, 160)
    let power = TwoArmDesign(reference: 0.4, effect: 0.2).power(participants: accounts)
    let effect = found(effect: 0.2, worlds: worlds, accounts: accounts, salt: "effect")
    let deviation = (power * (1 - power) / Double(worlds)).squareRoot()
    #expect(abs(Double(effect.found) / Double(worlds) - power) < 3 * deviation)
    let none = found(effect: 0, worlds: worlds, accounts: accounts, salt: "none")
    #expect((30...70).contains(none.found), "\(none.found) of \(worlds)")
    for covered in [effect.covered, none.covered] {
      #expect((930...970).contains(covered), "\(covered) of \(worlds)")
    }
  }
}
