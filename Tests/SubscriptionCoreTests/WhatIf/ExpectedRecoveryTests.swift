import Foundation
import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct ExpectedRecoveryTests {
  @Test func `without open episodes the expectation is what was observed`() {
    var replay = whatIf(candidate(appStore: .sixteenDays))
    for (place, day) in [1.0, 2, 5, 10, 15, 20, 40].enumerated() {
      let outcome: BillingEpisode.Outcome = day <= 3 ? .recoveredInGrace : .recoveredInHold
      replay.add(.failed(.appStore, grace: 3, outcome, day: day, id: "paid \(place)"))
    }
    for place in 0..<3 {
      replay.add(.failed(.appStore, grace: 3, .ranOut, day: 60, id: "\(place)"))
    }
    let report = replay.report()
    #expect(abs(report.expected.current.recoveredInGrace.value - 2) < 1e-9)
    #expect(abs(report.expected.candidate.recoveredInGrace.value - 5) < 1e-9)
    #expect(abs(report.expected.moreInGrace.value - 3) < 1e-9)
    #expect(abs(report.expected.moreInHold.value - -3) < 1e-9)
    #expect(abs(report.expected.candidate.recovered.value - 7) < 1e-9)
    #expect(abs(report.expected.candidate.ranOut - 3) < 1e-9)
    #expect(report.expected.candidate.revenue.micros == ["USD": 7 * 9_990_000])
  }

  /// The cumulative incidence of payment by AalenJohansenFitter of lifelines 0.30.3, with
  /// cancellations as the competing event, for the ten observations below: 0.2 by day 3,
  /// 0.31666666666666665 by day 16, 0.6277777777777775 by day 60; of cancellations
  /// 0.3722222222222221.
  @Test func `open episodes count up to the present, cancellations compete`() {
    let now = decline + .days(200)
    var replay = whatIf(candidate(appStore: .sixteenDays), now: now)
    let ends: [(Double, BillingEpisode.Outcome)] = [
      (1, .recoveredInGrace), (2, .recoveredInGrace), (4, .canceledByUser), (5, .open),
      (6, .recoveredInHold), (8, .canceledByUser), (20, .open), (25, .recoveredInHold),
      (30, .canceledByUser), (50, .recoveredInHold),
    ]
    for (place, (day, outcome)) in ends.enumerated() {
      var record = EpisodeRecord.failed(.appStore, grace: 3, outcome, day: day, id: "\(place)")
      if outcome == .open {
        let failedAt = now - .days(Int(day))
        record.episode.failedAt = failedAt
        record.episode.graceEnds = failedAt + .days(3)
        record.episode.retryEnds = failedAt + .days(60)
        (record.episode.endedAt, record.episode.holdStartedAt) = (nil, failedAt + .days(3))
      }
      replay.add(record)
    }
    let expected = replay.report().expected
    #expect(abs(expected.current.recoveredInGrace.value - Self.byDay3) < 1e-9)
    #expect(abs(expected.candidate.recoveredInGrace.value - Self.byDay16) < 1e-9)
    #expect(abs(expected.candidate.recovered.value - Self.byDay60) < 1e-9)
    #expect(abs(expected.candidate.endedOtherwise - Self.canceled) < 1e-9)
    let side = expected.candidate
    #expect(abs(side.recovered.value + side.endedOtherwise + side.ranOut - 10) < 1e-9)
  }

  private static let byDay3 = 2.0
  private static let byDay16 = 3.1666666666666665
  private static let byDay60 = 6.277777777777775
  private static let canceled = 3.722222222222221

  @Test func `retries beyond every observation are counted and said`() {
    var replay = whatIf(candidate(hold: 60))
    replay.add(.failed(.googlePlay, grace: 7, tries: 37, .recoveredInHold, day: 30, id: "a"))
    replay.add(.failed(.googlePlay, grace: 7, tries: 37, .ranOut, day: 37, id: "b"))
    let report = replay.report()
    #expect(report.expected.current.beyondObserved == 0)
    #expect(report.expected.candidate.beyondObserved == 2)
    #expect(report.assumptions.contains(Self.beyond))
  }

  private static let beyond =
    "For 2 episodes the retries end later than any such episode was followed, 37d: payments after "
    + "that are left out."

  @Test func `an episode is followed beside those of its store alone`() {
    var replay = whatIf(candidate(hold: 60))
    replay.add(.failed(.appStore, .ranOut, day: 60, id: "c"))
    replay.add(.failed(.googlePlay, grace: 7, tries: 37, .recoveredInHold, day: 30, id: "a"))
    replay.add(.failed(.googlePlay, grace: 7, tries: 37, .ranOut, day: 37, id: "b"))
    let report = replay.report()
    #expect(report.expected.followedFor == .days(60))
    #expect(report.assumptions.contains(Self.beyond))
  }

  /// Ten failures, of which by the Aalen-Johansen estimate two are paid by day 3, three by day 30
  /// and four by day 60.
  @Test(arguments: [(23 as Int?, 53, 3.0, 4.0), (53, 23, 4, 3), (53, 53, 4, 4), (nil, 23, 4, 3)])
  func `what ran out was followed up to its end, whatever lengths are compared`(
    from: Int?, to: Int, before: Double, after: Double
  ) {
    let standard = ChurnPolicy.standard
    let (policy, stated) = candidate(hold: to)
    let baseline = from.map { days in
      let (policy, stated) = candidate(hold: days)
      return RecoveryChange(from: standard.recovery, to: policy.recovery, stated: stated)
    }
    var replay = WhatIf(
      current: standard, candidate: policy, stated: stated, baseline: baseline,
      now: decline + .days(200))
    for (place, day) in [3.0, 3, 20, 40].enumerated() {
      replay.add(
        .failed(
          .googlePlay, grace: 7, day < 7 ? .recoveredInGrace : .recoveredInHold, day: day,
          id: "paid \(place)"))
    }
    for place in 0..<6 {
      replay.add(.failed(.googlePlay, grace: 7, .ranOut, day: 60, id: "\(place)"))
    }
    let report = replay.report()
    #expect(abs(report.expected.current.recovered.value - before) < 1e-9)
    #expect(abs(report.expected.candidate.recovered.value - after) < 1e-9)
    #expect((report.current.recovered, report.candidate.recovered) == (Int(before), Int(after)))
  }

  @Test func `a payment after the App Store's nominal 60 days is expected as well`() {
    var replay = whatIf(candidate(appStore: .sixteenDays))
    replay.add(.failed(.appStore, .recoveredInHold, day: 5, id: "a"))
    replay.add(.failed(.appStore, .recoveredInHold, day: 62, id: "b"))
    replay.add(.failed(.appStore, .ranOut, day: 63.3, id: "c"))
    replay.add(.failed(.appStore, .ranOut, day: 63.3, id: "d"))
    let report = replay.report()
    #expect(report.current.recovered == 2)
    #expect(abs(report.expected.current.recovered.value - 2) < 1e-9)
    #expect(abs(report.expected.current.ranOut - 2) < 1e-9)
    #expect(report.expected.current.beyondObserved == 0)
  }

  /// Episodes that are paid at a constant rate, canceled at another one, each seen up to the
  /// present; the truth follows from the rates.
  ///
  /// The App Store's grace is 16 instead of 3 days;
  /// Google Play's 14 instead of 7, and its retries last 60 instead of 30.
  @Test(arguments: [(Store.appStore, 3.0, 16.0, 60.0), (.googlePlay, 7, 14, 30)])
  func `19 of 20 bands cover the truth, under both policies and of their difference`(
    _ store: Store, grace: Double, longerGrace: Double, retries: Double
  ) {
    let (worlds, count) = (1_000, 200)
    /// The episodes that are paid by a day.
    func paid(by day: Double) -> Double { Double(count) * 0.6 * (1 - exp(-0.05 * day)) }
    func truths(grace: Double, retries: Double) -> [Double] {
      [paid(by: grace), paid(by: retries) - paid(by: grace), paid(by: retries)]
    }
    let before = truths(grace: grace, retries: retries)
    let after = truths(grace: longerGrace, retries: 60)
    let truth = before + after + zip(before, after).map { $1 - $0 }
    var hits = Array(repeating: 0, count: truth.count)
    let now = decline + .days(100)
    for seed in 0..<worlds {
      var random = SeededNumbers(seed: seed)
      var replay = longerGraceReplay(of: store, now: now, seed: seed)
      for place in 0..<count { replay.add(random.constantRates(place, store, now: now)) }
      for (place, band) in replay.report().expected.bands.enumerated()
      where (band.low...band.high).contains(truth[place]) { hits[place] += 1 }
    }
    // The App Store's retries last as long under both policies.
    if store == .appStore { #expect(hits.removeLast() == worlds) }
    #expect(hits.allSatisfy { (930...970).contains($0) }, "\(hits) of \(worlds)")
  }

  private func longerGraceReplay(of store: Store, now: Timestamp, seed: Int) -> WhatIf {
    let (policy, stated) =
      store == .appStore ? candidate(appStore: .sixteenDays) : candidate(play: 14, hold: 46)
    let (former, formerlyStated) = candidate(play: 7, hold: 23)
    let baseline = RecoveryChange(
      from: ChurnPolicy.standard.recovery, to: former.recovery, stated: formerlyStated)
    return WhatIf(
      current: .standard, candidate: policy, stated: stated,
      baseline: store == .appStore ? nil : baseline, now: now,
      settings: WhatIf.Settings(seed: UInt64(seed), resamplings: 120))
  }
}

extension ExpectedFigures {
  /// The figures with a band: those under the policy in force, under the candidate, and the change.
  fileprivate var bands: [Count] {
    [current, candidate].flatMap { [$0.recoveredInGrace, $0.recoveredInHold, $0.recovered] }
      + [moreInGrace, moreInHold, moreRecovered]
  }
}

extension SeededNumbers {
  /// An episode that ends at a rate of 5 % a day, in three of five cases by a payment.
  fileprivate mutating func constantRates(
    _ place: Int, _ store: Store, now: Timestamp
  ) -> EpisodeRecord {
    let failedAt = now - .hours(Int.random(in: 1...(100 * 24), using: &self))
    // The inverse of the exponential distribution.
    let days = -log(1 - Double.random(in: 0..<1, using: &self)) / 0.05
    let endedAt = failedAt + .milliseconds(Int64(min(days, 1_000) * 86_400_000))
    var episode = BillingEpisode(
      failedAt: failedAt, enteredGrace: true,
      graceEnds: failedAt + .days(store == .appStore ? 3 : 7), retryEnds: failedAt + .days(60),
      plan: .monthly)
    let isPaid = happens(60)
    if days >= 60, failedAt + .days(60) <= now {
      (episode.outcome, episode.endedAt) = (.ranOut, failedAt + .days(60))
    } else if days < 60, endedAt <= now {
      (episode.outcome, episode.endedAt) = (isPaid ? .recoveredInHold : .canceledByUser, endedAt)
    }
    return EpisodeRecord(
      subscription: SubscriptionID("w\(place)"), store: store, episode: episode)
  }
}
