import Foundation
import SeededNumbers
import Testing

@testable import SubscriptionCore

@Suite struct CumulativeIncidenceTests {
  /// Hours since the failure, and the cause by its raw value plus one; 0 is still open.
  static let small: [(hours: Int, cause: Int)] = [
    (2, 1), (5, 1), (9, 0), (14, 2), (20, 1), (26, 1), (31, 3), (47, 0), (50, 1), (63, 4), (72, 1),
    (90, 2), (101, 0), (120, 1), (145, 1), (168, 0), (200, 1), (240, 2), (300, 3), (360, 0),
    (420, 1), (500, 0), (600, 3), (720, 0),
  ]

  private func estimate(_ rows: [(hours: Int, cause: Int)]) -> CumulativeIncidence {
    var durations = EpisodeDurations()
    for row in rows { durations.add(.hours(row.hours), .init(rawValue: row.cause - 1)) }
    return CumulativeIncidence(durations)
  }

  struct Expected: Sendable {
    var cause: EpisodeDurations.Cause
    var hours: Int
    var share: Double
    var variance: Double
    var low: Double
    var high: Double
  }

  /// lifelines 0.30.3, `AalenJohansenFitter(calculate_variance=True).fit(hours, cause, k)` on
  /// ``small``, which has no ties and so is not jittered: `cumulative_density_`, `variance_` and
  /// `confidence_interval_`.
  static let reference: [Expected] = [
    Expected(
      cause: .recovered, hours: 26, share: 0.17063492063492064, variance: 0.00605333072382392,
      low: 0.053337564680500354, high: 0.34414067771378143),
    Expected(
      cause: .recovered, hours: 101, share: 0.26339285714285715, variance: 0.008592556230288081,
      low: 0.10674116627835513, high: 0.4513484117493996),
    Expected(
      cause: .recovered, hours: 200, share: 0.4215029761904763, variance: 0.011828636555405624,
      low: 0.21196558441468558, high: 0.6180924122043201),
    Expected(
      cause: .recovered, hours: 600, share: 0.4926525297619049, variance: 0.013271137942170587,
      low: 0.258577780806888, high: 0.6903523841796491),
    Expected(
      cause: .canceled, hours: 26, share: 0.043650793650793655, variance: 0.001821876237267394,
      low: 0.0031042994094069333, high: 0.18302993238862064),
    Expected(
      cause: .canceled, hours: 420, share: 0.1469494047619048, variance: 0.006240978073019914,
      low: 0.036080728323822836, high: 0.33054947389387457),
    Expected(
      cause: .ranOut, hours: 600, share: 0.20729476686507944, variance: 0.011510731766004104,
      low: 0.049877308836831835, high: 0.4378327159710465),
    Expected(
      cause: .other, hours: 200, share: 0.04637896825396826, variance: 0.00204881935077065,
      low: 0.0032629450515043513, high: 0.19258647761809972),
  ]

  @Test(arguments: reference.indices)
  func `share, variance and interval are lifelines'`(_ place: Int) throws {
    let row = Self.reference[place]
    let estimate = try #require(
      estimate(Self.small).estimate(of: row.cause, at: .hours(row.hours)))
    #expect(abs(estimate.share - row.share) < 1e-12)
    #expect(abs(estimate.variance - row.variance) < 1e-12)
    #expect(abs(estimate.interval.lowerBound - row.low) < 1e-12)
    #expect(abs(estimate.interval.upperBound - row.high) < 1e-12)
  }

  @Test func `the number followed is that of lifelines`() {
    let incidence = estimate(Self.small)
    #expect([26, 101, 200, 420].map { incidence.atRisk(at: .hours($0)) } == [19, 12, 8, 4])
    #expect(incidence.atRisk(at: .hours(721)) == 0)
  }

  /// Six outcomes and two ends of follow-up at one time: computed with exact fractions from the
  /// definition.
  @Test func `outcomes at one time come before those who were last seen then`() throws {
    var durations = EpisodeDurations()
    func add(_ hours: Int, _ causes: [Int], open: Int) {
      for (place, count) in causes.enumerated() {
        for _ in 0..<count { durations.add(.hours(hours), .init(rawValue: place)) }
      }
      for _ in 0..<open { durations.add(.hours(hours), nil) }
    }
    add(1, [3, 1, 0, 0], open: 2)
    add(2, [2, 0, 0, 1], open: 0)
    add(5, [0, 2, 1, 0], open: 3)
    add(9, [1, 0, 3, 0], open: 1)
    let incidence = CumulativeIncidence(durations)
    let rows: [(Int, EpisodeDurations.Cause, Double, Double)] = [
      (1, .recovered, 3.0 / 20, 51.0 / 8000),
      (2, .recovered, 37.0 / 140, 28597.0 / 2_744_000),
      (5, .ranOut, 2.0 / 35, 527.0 / 171_500),
      (9, .recovered, 249.0 / 700, 206_601.0 / 13_720_000),
      (9, .ranOut, 58.0 / 175, 2783.0 / 171_500),
    ]
    for (hours, cause, share, variance) in rows {
      let estimate = try #require(incidence.estimate(of: cause, at: .hours(hours)))
      #expect(abs(estimate.share - share) < 1e-14)
      #expect(abs(estimate.variance - variance) < 1e-14)
    }
  }

  @Test(arguments: 1...40)
  func `without open episodes it is the plain share`(
    _ seed: Int
  ) throws {
    var random = SeededNumbers(seed: seed)
    var rows: [(hours: Int, cause: Int)] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      rows.append((Int.random(in: 0...30, using: &random), Int.random(in: 1...4, using: &random)))
    }
    let incidence = estimate(rows)
    for hours in 0...31 {
      for cause in EpisodeDurations.Cause.allCases {
        let ended = rows.count { $0.hours <= hours && $0.cause == cause.rawValue + 1 }
        let plain = Double(ended) / Double(rows.count)
        let estimate = try #require(incidence.estimate(of: cause, at: .hours(hours)))
        #expect(abs(estimate.share - plain) < 1e-12)
        #expect(abs(estimate.variance - plain * (1 - plain) / Double(rows.count)) < 1e-12)
        #expect(estimate.interval.contains(estimate.share) || ended == 0 || ended == rows.count)
      }
    }
  }

  @Test func `nothing, one episode, and open ones only`() throws {
    let none = estimate([])
    #expect(none.estimate(of: .recovered, at: .zero) == nil)

    let one = estimate([(3, 1)])
    #expect(one.estimate(of: .recovered, at: .hours(2))?.share == 0)
    #expect(one.estimate(of: .recovered, at: .hours(2))?.interval == Rate(0, of: 1).interval)
    #expect(one.estimate(of: .recovered, at: .hours(99))?.share == 1)
    #expect(one.estimate(of: .recovered, at: .hours(99))?.interval == Rate(1, of: 1).interval)

    let open = estimate([(3, 0), (8, 0)])
    #expect(open.estimate(of: .recovered, at: .hours(5))?.share == 0)
    #expect(open.estimate(of: .recovered, at: .hours(5))?.interval == Rate(0, of: 1).interval)
    #expect(open.estimate(of: .recovered, at: .hours(9)) == nil)
  }

  @Test func `each outcome has its cause, and a clock that runs back counts as no time`() {
    var durations = EpisodeDurations()
    let now = Timestamp(seconds: 1_000_000)
    for outcome in BillingEpisode.Outcome.allCases {
      let end = outcome == .open ? nil : now - .hours(1)
      durations.add(
        BillingEpisode(
          failedAt: now - .hours(3), enteredGrace: false, outcome: outcome, endedAt: end), at: now)
    }
    durations.add(.hours(-1), .recovered)
    let incidence = CumulativeIncidence(durations)
    #expect(incidence.count == 8)
    #expect(incidence.atRisk(at: .hours(3)) == 1)
    let shares = EpisodeDurations.Cause.allCases.map {
      incidence.estimate(of: $0, at: .hours(2))?.share ?? -1
    }
    #expect(zip(shares, [3, 1, 1, 2]).allSatisfy { abs($0 - Double($1) / 8) < 1e-12 })
  }
}

/// The estimates against worlds whose hazards are known.
@Suite struct CumulativeIncidenceCoverageTests {
  /// A world of constant daily hazards with retries of 60 days and a random last look.
  struct World {
    var recovery: Double
    var cancellation: Double

    init(_ random: inout SeededNumbers) {
      recovery = Double.random(in: 0.01...0.06, using: &random)
      cancellation = Double.random(in: 0.005...0.03, using: &random)
    }

    /// The true share of episodes that are recovered by a day.
    func recovered(by day: Double) -> Double {
      let sum = recovery + cancellation
      return recovery / sum * (1 - exp(-sum * day))
    }

    func durations(_ count: Int, _ random: inout SeededNumbers) -> EpisodeDurations {
      var durations = EpisodeDurations()
      for _ in 0..<count {
        let sum = recovery + cancellation
        let day = min(60, -log(1 - Double.random(in: 0..<1, using: &random)) / sum)
        let isRecovered = Double.random(in: 0..<sum, using: &random) < recovery
        let look = Double.random(in: 5...120, using: &random)
        let cause: EpisodeDurations.Cause? =
          look < day ? nil : day == 60 ? .ranOut : isRecovered ? .recovered : .canceled
        durations.add(.milliseconds(Int64(min(day, look) * 86_400_000)), cause)
      }
      return durations
    }
  }

  @Test func `19 of 20 intervals cover the true share`() throws {
    var random = SeededNumbers(seed: 1978)
    var shares = 0
    let worlds = 600
    for _ in 0..<worlds {
      let world = World(&random)
      let incidence = CumulativeIncidence(world.durations(150, &random))
      let estimate = try #require(incidence.estimate(of: .recovered, at: .days(30)))
      if estimate.interval.contains(world.recovered(by: 30)) { shares += 1 }
    }
    #expect((0.93...0.97).contains(Double(shares) / Double(worlds)))
  }

  @Test func `19 of 20 intervals cover the true median of the recovered`() throws {
    var random = SeededNumbers(seed: 1999)
    var covered = (median: 0, p90: 0)
    let worlds = 600
    for _ in 0..<worlds {
      var durations = EpisodeDurations()
      let mean = Double.random(in: 2...20, using: &random)
      for _ in 0..<Int.random(in: 150...250, using: &random) {
        let days = -log(1 - Double.random(in: 0..<1, using: &random)) * mean
        durations.add(.milliseconds(Int64(days * 86_400_000)), .recovered)
      }
      let time = TimeToRecovery(durations)
      func covers(_ estimate: TimeEstimate?, _ rest: Double) -> Bool {
        estimate?.interval?.contains(.seconds(-log(rest) * mean * 86_400)) == true
      }
      if covers(time.quantile(1, of: 2), 0.5) { covered.median += 1 }
      if covers(time.quantile(9, of: 10), 0.1) { covered.p90 += 1 }
    }
    #expect((0.93...0.97).contains(Double(covered.median) / Double(worlds)))
    #expect((0.93...0.97).contains(Double(covered.p90) / Double(worlds)))
  }
}
