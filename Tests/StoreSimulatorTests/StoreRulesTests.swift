import StorePayloads
import SubscriptionCore
import Testing

@testable import StoreSimulator

/// The simulated stores do what the real ones do, and the real door reads it as it was meant.
@Suite struct StoreRulesTests {
  private static let start = SimulatedWorld.defaultStart
  private static let end = start + .days(150)
  /// Members of the population whose fate is left to chance.
  private static let places = 100..<1_300

  private static func life(_ index: Int) -> SimulatedSubscriber {
    SimulatedSubscriber(index: index, seed: 1, start: start, joinedAt: nil)
  }

  /// What each life says until the end, stores only.
  private static let said: [[SimulatedEvent]] = places.map { index in
    var (life, said): (SimulatedSubscriber, [SimulatedEvent]) = (life(index), [])
    while let next = life.next, next.at <= end {
      said += life.perform().filter { event in
        if case .action = event.word { false } else { true }
      }
    }
    return said
  }

  /// The changes of plan at Google Play, each with the purchase before and after it.
  private static let changes:
    [(old: SimulatedSubscription, new: SimulatedSubscription, replacement: Replacement)] =
      said.flatMap { words in
        zip(words, words.dropFirst()).compactMap { new, old in
          guard old.word == .replaced, new.contract.linkedKey == old.contract.key,
            let replacement = new.contract.replacement
          else { return nil }
          return (old.contract, new.contract, replacement)
        }
      }

  @Test func `all that is told through the door is read as it was meant, at every word`() throws {
    let world = try SimulatedWorld(seed: 1, subscribers: 1)
    var reader = PayloadReader(
      trust: TrustPolicy(mode: .signed, roots: [try TrustedRoot(file: world.rootCertificate)]))
    var (heard, findings): (Set<String>, [String]) = ([], [])
    for index in 100..<700 where Self.life(index).contract.environment == .production {
      let moments = try ToldLife.moments(
        of: Self.life(index), until: Self.end, in: world, &reader)
      for moment in moments {
        findings += moment.findings
        let contract = moment.event.contract
        heard.insert("\(contract.store) \(moment.event.word)")
        if contract.prorated { heard.insert("prorated") }
        if let offer = contract.introduction {
          heard.insert("\(contract.store) \(offer.ahead == nil ? "discount" : "ahead")")
        }
      }
    }
    #expect(findings.isEmpty, "\(findings.count): \(findings.prefix(12))")
    #expect(
      heard.isSuperset(of: [
        "appStore postponed", "googlePlay postponed", "appStore upgraded", "googlePlay replaced",
        "googlePlay paused", "googlePlay resumed", "prorated",
        "appStore discount", "googlePlay discount", "appStore ahead", "googlePlay ahead",
      ]), "\(heard.sorted())")
  }

  @Test func `a change of plan at Google Play keeps or moves the date as its mode has it`() {
    #expect(Set(Self.changes.map(\.replacement.mode)) == Set(Replacement.Mode.allCases))
    for (old, new, replacement) in Self.changes {
      let left = old.paidThrough - new.startedAt
      let isDearer = new.plan == old.plan.upgrade && old.plan != .weekly
      switch replacement.mode {
      case .proratedPrice, .withoutProration:
        #expect(isDearer && new.prorated)
        #expect(new.paidThrough == old.paidThrough)
      case .timeProration:
        #expect(new.prorated)
        #expect(isDearer == (new.paidThrough - new.startedAt < max(left, .hours(2))))
      case .fullPrice:
        #expect(!new.prorated)
        let period = new.plan.period.after(new.startedAt)
        #expect(old.trial ? new.paidThrough == period : new.paidThrough > period)
      case .deferred:
        #expect(new.plan == old.plan && new.nextPlan != nil)
        #expect(new.paidThrough == old.paidThrough)
      }
      #expect(!new.paidOrder.contains("..") && new.orderBase != old.orderBase)
      #expect(new.latestOrder == new.paidOrder)
    }
  }

  @Test func `a deferred change comes with the renewal, under the order of the new purchase`() {
    var renewed = 0
    for words in Self.said {
      for (before, after) in zip(words, words.dropFirst(2)) {
        let (old, new) = (before.contract, after.contract)
        guard before.word == .purchased(again: false), old.replacement?.mode == .deferred,
          after.word == .renewed, old.key == new.key, let next = old.nextPlan
        else { continue }
        renewed += 1
        #expect(new.plan == next && new.nextPlan == nil)
        #expect(new.periodStart == old.paidThrough)
        #expect(new.paidOrder == old.orderBase + "..0")
      }
    }
    #expect(renewed > 2)
  }

  @Test func `a date that is moved costs no order, and the next period begins with it`() {
    var moved: [Store: Int] = [:]
    for words in Self.said {
      for (index, word) in words.enumerated() where word.word == .postponed && index > 0 {
        let (before, after) = (words[index - 1].contract, word.contract)
        moved[after.store, default: 0] += 1
        #expect(after.paidThrough - before.paidThrough >= .days(3))
        #expect(after.paidOrder == before.paidOrder)
        #expect(after.transactionID == before.transactionID)
        guard let next = words.dropFirst(index + 1).first, next.word == .renewed else { continue }
        #expect(next.contract.periodStart == after.paidThrough)
        #expect(next.contract.renewals == after.renewals + 1)
      }
    }
    #expect(moved.values.allSatisfy { $0 > 5 } && moved.count == 2)
  }

  @Test func `a pause costs no order, and ends at its date, by hand or with a cancellation`() {
    var ends: [String: Int] = [:]
    for words in Self.said {
      for (pause, next) in zip(words, words.dropFirst()) where pause.word == .paused {
        let (paused, after) = (pause.contract, next.contract)
        #expect(paused.latestOrder == paused.paidOrder)
        switch next.word {
        case .resumed:
          #expect(after.renewals == paused.renewals + 1)
          #expect(after.periodStart <= next.at)
          ends[after.periodStart == paused.resumesAt ? "at its date" : "by hand", default: 0] += 1
        case .holdStarted:
          #expect(after.latestOrder == paused.orderBase + "..\(paused.renewals)")
          #expect(after.paidOrder == paused.paidOrder)
          ends["declined", default: 0] += 1
        default:
          #expect(next.word == .canceledAndExpired && after.endReason == .voluntary)
          ends["canceled", default: 0] += 1
        }
      }
    }
    #expect(Set(ends.keys) == ["at its date", "by hand", "declined", "canceled"])
  }

  @Test func `a declined order stays the latest one when its subscription ends`() {
    var ended = 0
    for words in Self.said {
      for (failed, end) in zip(words, words.dropFirst())
      where failed.contract.orderDeclined && end.word == .canceledAndExpired {
        ended += 1
        #expect(end.contract.latestOrder == failed.contract.latestOrder)
        #expect(end.contract.latestOrder != end.contract.paidOrder)
      }
    }
    #expect(ended > 20)
  }

  @Test func `an upgrade at the App Store is bought at once, and the old payment is prorated`()
    throws
  {
    var world = try SimulatedWorld(seed: 3, subscribers: 300, remembers: true)
    _ = try world.advance(to: world.start)
    var reader = PayloadReader(
      trust: TrustPolicy(mode: .signed, roots: [try TrustedRoot(file: world.rootCertificate)]))
    let upgrades = world.appStoreNotices(.production).filter { $0.subtype == "UPGRADE" }
    #expect(upgrades.count > 2)
    for upgrade in upgrades {
      let list = try #require(
        try world.appStoreTransactions(
          transaction: upgrade.originalTransactionID, environment: .production))
      var events: [SubscriptionEvent] = []
      for text in list {
        for case .payload(let payload) in reader.read(
          Array(text.utf8)[...], heardAt: world.now)
        {
          events += payload.events
        }
      }
      let superseded = try #require(events.last { $0.storeName == "isUpgraded" })
      let bought = try #require(
        events.last { $0.kind == .purchased && $0.facts.purchasedAt == superseded.effectiveAt })
      #expect(bought.facts.product != superseded.facts.product)
      #expect(bought.facts.transactionID != superseded.facts.transactionID)
      #expect(events.allSatisfy { $0.kind != .refunded || $0.statedAt > superseded.statedAt })
    }
  }
}
