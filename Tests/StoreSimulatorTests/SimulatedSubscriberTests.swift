import SubscriptionCore
import Testing

@testable import StoreSimulator

@Suite struct SimulatedSubscriberTests {
  private static let start = SimulatedWorld.defaultStart

  /// What is said in the life of a member of the population until the start.
  private func said(_ index: Int) -> [SimulatedEvent] {
    var life = SimulatedSubscriber(index: index, seed: 1, start: Self.start, joinedAt: nil)
    var said: [SimulatedEvent] = []
    while let next = life.next, next.at <= Self.start { said += life.perform() }
    return said
  }

  private static let scenarios:
    [(scenario: Scenario, lastWord: SimulatedEvent.Word, status: StatedStatus)] = [
      (.pending, .pendingPurchase, .pending), (.grace, .failed, .grace),
      (.graceWithoutDate, .failed, .grace), (.graceEnding, .failed, .grace),
      (.hold, .holdStarted, .hold), (.holdEnding, .holdStarted, .hold),
      (.ranOut, .canceledAndExpired, .expired), (.paused, .paused, .paused),
      (.canceled, .autoRenewOff, .canceled), (.leftVoluntarily, .expired, .expired),
      (.refunded, .refunded, .revoked), (.familyRevoked, .revoked, .revoked),
      (.priceUnanswered, .canceledAndExpired, .expired),
      (.productUnavailable, .expired, .expired),
      (.developerEnded, .canceledAndExpired, .expired), (.superseded, .replaced, .expired),
      (.boughtAnewInHold, .replaced, .expired),
      (.cancellationScheduled, .cancellationScheduled, .active),
      (.renewalPending, .purchased(again: false), .active), (.playGrace, .failed, .grace),
      (.playHold, .holdStarted, .hold), (.chargedTwice, .renewed, .active),
      (.chargedTwiceAgain, .purchased(again: false), .active),
      (.unacknowledged, .purchased(again: false), .active), (.upgraded, .upgraded, .active),
    ]

  @Test(arguments: scenarios.indices) func `a scenario's subscriber is as written at the start`(
    _ place: Int
  ) {
    let (scenario, lastWord, status) = Self.scenarios[place]
    let index = scenario.rawValue * 3 + 1
    let told = said(index).filter { event in
      if case .action = event.word { false } else { true }
    }
    #expect(told.last?.word == lastWord)
    #expect(told.last?.contract.status == status)
    #expect(told.last?.contract.store == scenario.store)
  }

  @Test func `who is charged twice has two purchases for the same time`() throws {
    let indices = [Scenario.chargedTwice, .chargedTwiceAgain].map { $0.rawValue * 3 + 1 }
    let (old, new) = (said(indices[0]), said(indices[1]))
    let paid = try #require(old.last).contract
    let other = try #require(new.last).contract
    #expect(paid.account == other.account && paid.key != other.key && paid.plan != other.plan)
    #expect(paid.periodStart < other.periodStart && other.periodStart < paid.paidThrough)
    #expect(old.count { $0.word == .renewed } == 1)
    let people = indices.map { index in
      SimulatedSubscriber(index: index, seed: 7, start: Self.start, joinedAt: nil).person
    }
    #expect(people[0] == people[1] && people[0].profile.name == "Mira Castellano")
  }

  @Test func `a purchase that the app never acknowledges goes back after three days`() throws {
    var life = SimulatedSubscriber(
      index: Scenario.unacknowledged.rawValue * 3 + 1, seed: 3, start: Self.start, joinedAt: nil)
    var said: [SimulatedEvent] = []
    while let next = life.next, next.at <= Self.start + .days(3) { said += life.perform() }
    let words = said.map(\.word)
    #expect(words == [.purchased(again: false), .refunded])
    let days = (said[1].at - said[0].at).wholeDays
    #expect(said[0].contract.acknowledgementPending && (2...3).contains(days))
  }

  @Test func `an upgrade at the App Store keeps the subscription and changes the product`() throws {
    let said = said(Scenario.upgraded.rawValue * 3 + 1)
    let (first, last) = (try #require(said.first).contract, try #require(said.last).contract)
    #expect(first.key == last.key && last.store == .appStore)
    #expect(first.plan == .monthly && last.plan == .monthlyPremium)
  }

  @Test func `a life says things in order, and each period follows the one before`() {
    for index in 100..<400 {
      let words = said(index)
      for (left, right) in zip(words, words.dropFirst()) where right.word == .renewed {
        #expect(right.at > left.at)
        if left.word == .renewed, left.contract.key == right.contract.key {
          #expect(right.contract.periodStart == left.contract.paidThrough)
        }
      }
    }
  }

  @Test func `recovery keeps the billing date in grace and moves it in hold`() {
    var (inGrace, inHold) = (0, 0)
    for index in 100..<1_500 {
      for event in said(index) {
        guard case .recovered(let fromHold) = event.word else { continue }
        if fromHold {
          inHold += 1
          #expect(event.contract.periodStart == event.at)
        } else {
          inGrace += 1
          #expect(event.contract.periodStart < event.at)
        }
      }
    }
    #expect(inGrace > 20 && inHold > 20)
  }

  @Test(arguments: [
    (Duration.hours(5), 24), (.hours(71), 24), (.hours(72), 72), (.days(15), 72),
    (.days(16), 96), (.days(29), 96), (.days(30), 120), (.days(59), 120),
  ])
  func `the App Store's message waits longer as a failure grows old`(
    _ age: Duration, _ hours: Int
  ) {
    #expect(SimulatedSubscriber.promptGap(.appStore, since: age) == .hours(hours))
    #expect(SimulatedSubscriber.promptGap(.googlePlay, since: age) == .hours(24))
  }
}
