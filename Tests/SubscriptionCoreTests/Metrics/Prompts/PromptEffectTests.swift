import Foundation
import SeededNumbers
import SubscriptionCore
import Testing

/// A failure of an episode whose times are given in hours since.
private let failedAt = Timestamp(seconds: 1_793_523_600)
private let later = failedAt + .days(200)

private func episode(
  _ outcome: BillingEpisode.Outcome, after hours: Double?, prompts: [(Double, PromptStep)] = []
) -> BillingEpisode {
  func instant(_ hours: Double) -> Timestamp {
    failedAt + .milliseconds(Int64((hours * 3_600_000).rounded()))
  }
  return BillingEpisode(
    failedAt: failedAt, enteredGrace: false, outcome: outcome, endedAt: hours.map(instant),
    prompts: prompts.map { PromptCase.Shown(at: instant($0.0), step: $0.1) })
}

private func effect(_ episodes: [BillingEpisode], at now: Timestamp = later) -> PromptEffect {
  var observations = PromptEffect.Observations(at: now)
  for (number, episode) in episodes.enumerated() {
    observations.add(episode, of: SubscriptionID("s\(number)"))
  }
  return PromptEffect(observations)
}

@Suite struct PromptEffectTests {
  @Test func `a prompt is compared with the episodes open and not prompted at its age`() throws {
    let effect = effect([
      // Prompted in the hour from 10 h: one recovers in time, one too late.
      episode(.recoveredInHold, after: 20, prompts: [(10.2, .officialMessage)]),
      episode(.recoveredInHold, after: 400, prompts: [(10.8, .officialMessage)]),
      // Not prompted: recovered before, recovered in time, recovered too late, canceled, ran out.
      episode(.recoveredInHold, after: 9), episode(.recoveredInHold, after: 30),
      episode(.recoveredInHold, after: 300), episode(.canceledByUser, after: 50),
      episode(.ranOut, after: 1440),
      // Prompted later, and so not prompted so far.
      episode(.recoveredInHold, after: 100, prompts: [(90, .ownBanner)]),
    ])
    let first = try #require(effect.comparisons.first)
    #expect(first.group == .first)
    #expect(effect.episodes == 8)
    // At 90 h, of 2 others still open, the one that recovers at 300 h does not in time.
    #expect(first.prompted == Rate(2, of: 3))
    #expect(abs(first.expectedShare - (2 * 2.0 / 5 + 0) / 3) < 1e-12)
    #expect(first.unprompted == 5 && first.unmatched == 0)
    let step2 = try #require(effect.comparisons.first { $0.group == .step(.officialMessage) })
    #expect(step2.prompted == Rate(1, of: 2))
    #expect(abs(step2.expectedShare * Double(step2.prompted.denominator) - 0.8) < 1e-12)
    let step3 = try #require(effect.comparisons.first { $0.group == .step(.ownBanner) })
    #expect(step3.prompted == Rate(1, of: 1) && step3.expectedShare == 0)
    #expect(
      effect.comparisons.map(\.group) == [.first, .step(.officialMessage), .step(.ownBanner)])
  }

  @Test func `a later prompt is compared with those that have seen none`() throws {
    let effect = effect([
      episode(
        .recoveredInHold, after: 60, prompts: [(10, .officialMessage), (50, .officialMessage)]),
      episode(.ranOut, after: 1440, prompts: [(12, .officialMessage), (50, .ownBanner)]),
      episode(.recoveredInHold, after: 200), episode(.ranOut, after: 1440),
    ])
    let second = try #require(effect.comparisons.first { $0.group == .number(2) })
    #expect(second.prompted == Rate(1, of: 2))
    #expect(second.expectedShare == 0.5 && second.unprompted == 2)
    #expect(!effect.comparisons.contains { $0.group == .number(3) })
  }

  @Test func `what has not been followed for long enough is left out, recovered or not`() {
    let prompted = episode(.recoveredInHold, after: 20, prompts: [(10, .officialMessage)])
    let others = [episode(.recoveredInHold, after: 30), episode(.open, after: nil)]
    #expect(effect([prompted] + others, at: failedAt + .days(7)).comparisons.isEmpty)
    #expect(effect([prompted] + others, at: failedAt + .days(8)).comparisons.count == 2)
  }

  @Test func `prompts without a comparison are counted, and nothing follows from nothing`() throws {
    #expect(effect([]).comparisons.isEmpty)
    let all = (0..<3).map { _ in
      episode(.recoveredInHold, after: 20, prompts: [(10, .officialMessage)])
    }
    #expect(effect(all).comparisons.isEmpty)
    let late = episode(.ranOut, after: 1440, prompts: [(30, .officialMessage)])
    let some = try #require(effect(all + [late]).comparisons.first)
    #expect(some.prompted == Rate(3, of: 3) && some.unmatched == 1 && some.expectedShare == 0)
    #expect(PromptEffect.caveat.hasPrefix("No experiment"))
  }

  /// The definition, slice by slice and episode by episode.
  @Test(arguments: 1...12)
  func `shares and variance equal a plain count over every slice`(_ seed: Int) throws {
    var random = SeededNumbers(seed: seed)
    let episodes = (0..<40).map { _ in randomEpisode(&random, promptedPercent: 60) }
    let result = try #require(effect(episodes).comparisons.first)
    func hours(_ instant: Timestamp) -> Double {
      Double((instant - failedAt).wholeMilliseconds) / 3_600_000
    }
    func outcome(_ episode: BillingEpisode, from age: Double) -> Double? {
      let end = episode.endedAt.map(hours) ?? .infinity
      guard end > age else { return nil }
      return episode.outcome.cause == .recovered && end <= age + 168 ? 1 : 0
    }
    let prompts = episodes.map { $0.prompts.first.map { hours($0.at) } }
    func controls(_ slice: Int) -> [Int: Double] {
      var found: [Int: Double] = [:]
      for (number, episode) in episodes.enumerated() {
        guard prompts[number].map({ $0 >= Double(slice + 1) }) ?? true else { continue }
        found[number] = outcome(episode, from: Double(slice) + 0.5)
      }
      return found
    }
    let treated = prompts.indices.compactMap { number -> (number: Int, slice: Int, y: Double)? in
      guard let age = prompts[number], age < 1440, let y = outcome(episodes[number], from: age)
      else { return nil }
      return controls(Int(age)).isEmpty ? nil : (number, Int(age), y)
    }
    let total = Double(treated.count)
    let means = Dictionary(
      uniqueKeysWithValues: Set(treated.map(\.slice)).map { slice in
        let values = controls(slice).values
        return (slice, values.reduce(0, +) / Double(values.count))
      })
    let expected = treated.reduce(0) { $0 + (means[$1.slice] ?? 0) } / total
    let difference = treated.reduce(0) { $0 + $1.y } / total - expected
    var whole = [Double](repeating: 0, count: episodes.count)
    for one in treated {
      let mean = means[one.slice] ?? 0
      whole[one.number] += (one.y - mean - difference) / total
      let others = controls(one.slice)
      for (number, y) in others { whole[number] -= (y - mean) / (total * Double(others.count)) }
    }
    #expect(result.prompted.denominator == treated.count)
    #expect(abs(result.expectedShare - expected) < 1e-12)
    #expect(abs(result.difference - difference) < 1e-12)
    #expect(abs(result.variance - whole.reduce(0) { $0 + $1 * $1 }) < 1e-12)
  }

  /// An episode whose hazards fall with its age and, after a prompt, are multiplied by a factor.
  private func randomEpisode(
    _ random: inout SeededNumbers, promptedPercent: Int, factor: Double = 1
  ) -> BillingEpisode {
    func wait(_ hazard: Double) -> Double {
      -log(1 - Double.random(in: 0..<1, using: &random)) / hazard
    }
    let prompt =
      random.happens(promptedPercent) ? Double.random(in: 24..<480, using: &random) : nil
    // Hours until recovery: fast at first, slow after two days, by pieces of constant hazard.
    var (age, pieces) = (0.0, [(0.0, 0.006), (48, 0.0015)])
    if let prompt {
      let base = prompt < 48 ? 0.006 : 0.0015
      pieces =
        pieces.filter { $0.0 < prompt } + [(prompt, base * factor)]
        + (prompt < 48 ? [(48, 0.0015 * factor)] : [])
    }
    var recovery = Double.infinity
    for (place, piece) in pieces.enumerated() {
      let next = place + 1 < pieces.count ? pieces[place + 1].0 : .infinity
      age = piece.0 + wait(piece.1)
      guard age >= next else {
        recovery = age
        break
      }
    }
    let cancellation = wait(0.0006)
    let end = min(recovery, cancellation, 1440)
    let shown = prompt.flatMap { $0 < end ? [($0, PromptStep.officialMessage)] : nil } ?? []
    return episode(
      end == 1440 ? .ranOut : recovery < cancellation ? .recoveredInHold : .canceledByUser,
      after: end, prompts: shown)
  }

  /// In these worlds recovery slows down with age and prompts come late, so a comparison that
  /// ignored the age would find that prompts do harm.
  @Test func `without an effect 19 of 20 intervals hold zero`() throws {
    var random = SeededNumbers(seed: 2001)
    var covered = 0
    let worlds = 500
    for _ in 0..<worlds {
      let episodes = (0..<120).map { _ in randomEpisode(&random, promptedPercent: 50) }
      let first = try #require(effect(episodes).comparisons.first)
      if first.interval.contains(0) { covered += 1 }
    }
    #expect((0.93...0.97).contains(Double(covered) / Double(worlds)))
  }

  @Test func `an effect is found`() throws {
    var random = SeededNumbers(seed: 7)
    let episodes = (0..<2000).map { _ in
      randomEpisode(&random, promptedPercent: 50, factor: 2)
    }
    let first = try #require(effect(episodes).comparisons.first)
    #expect(first.isMoreThanNoise && first.difference > 0.1)
  }
}
