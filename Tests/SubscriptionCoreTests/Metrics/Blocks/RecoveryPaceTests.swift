import SubscriptionCore
import Testing

@Suite struct RecoveryPaceTests {
  private static let now = EpisodeWorld.now

  /// Failures at one instant, of which some were paid after so many hours.
  private static func failures(
    _ count: Int, days: Double, recovered: Int = 0, after hours: Int = 5
  ) -> [BillingEpisode] {
    let failedAt = now - .milliseconds(Int64(days * 86_400_000))
    return (0..<count).map { index in
      var episode = BillingEpisode(failedAt: failedAt, enteredGrace: true)
      if index < recovered {
        (episode.outcome, episode.endedAt) = (.recoveredInGrace, failedAt + .hours(hours))
      }
      return episode
    }
  }

  private static func pace(_ parts: [BillingEpisode]...) -> RecoveryPace {
    var pace = RecoveryPace(at: now)
    for episode in parts.joined() { pace.add(episode) }
    return pace
  }

  @Test func `where nothing is paid any more, recovery falls`() {
    let pace = Self.pace(
      Self.failures(200, days: 20, recovered: 170, after: 12), Self.failures(100, days: 4))
    #expect(pace.fall(ofAtLeast: 20) == 85)
    #expect(pace.later.failed == 100 && pace.earlier.recovered == 170)
  }

  @Test func `both sides are of one age, however young the failures are`() {
    // As of now more of the older ones have been paid.
    let pace = Self.pace(
      Self.failures(50, days: 20, recovered: 25),
      Self.failures(50, days: 20, recovered: 20, after: 80),
      Self.failures(100, days: 4, recovered: 25), Self.failures(300, days: 2.9))
    #expect(pace.fall(ofAtLeast: 20) == 0)
  }

  @Test func `failures lie in one of the spans, or in none`() {
    let pace = Self.pace(
      Self.failures(1, days: 2.99), Self.failures(2, days: 3.01), Self.failures(4, days: 10),
      Self.failures(8, days: 10.01), Self.failures(16, days: 40), Self.failures(32, days: 40.01))
    #expect(pace.later.failed == 6 && pace.earlier.failed == 24)
    #expect(pace.fall(ofAtLeast: 7) == nil && pace.fall(ofAtLeast: 6) == 0)
  }

  @Test(arguments: 0..<5)
  func `episodes in blocks are counted as one by one`(seed: Int) throws {
    let records = EpisodeWorld.records(3_000, seed: seed)
      .sorted { $0.episode.failedAt < $1.episode.failedAt }
    var (single, packed) = (RecoveryPace(at: Self.now), RecoveryPace(at: Self.now))
    for record in records { single.add(record.episode) }
    for record in records {
      let start = EpisodeBlock.start(of: record.episode.failedAt)
      var writer = EpisodeBlock.Writer(from: start)
      writer.add(record.episode, shape: 0, level: 0)
      try writer.bytes.withUnsafeBytes { bytes in
        packed.add(try #require(EpisodeBlock(bytes, from: start)))
      }
    }
    #expect(single.later == packed.later && single.earlier == packed.earlier)
    #expect(single.earlier.recovered > 0 && single.later.failed > 50)
  }
}
