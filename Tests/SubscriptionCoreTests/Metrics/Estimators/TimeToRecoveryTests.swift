import SubscriptionCore
import Testing

@Suite struct TimeToRecoveryTests {
  static let hours = [
    3, 7, 8, 12, 15, 15, 19, 24, 26, 31, 33, 40, 48, 52, 60, 75, 90, 120, 200, 310, 333, 400, 480,
    520, 600,
  ]

  private func time(_ hours: [Int]) -> TimeToRecovery {
    var durations = EpisodeDurations()
    for hour in hours { durations.add(.hours(hour), .recovered) }
    durations.add(.hours(1), .canceled)
    durations.add(.hours(2), nil)
    return TimeToRecovery(durations)
  }

  /// numpy's `quantile(hours, p, method="inverted_cdf")`, and the sorted hours at the ranks
  /// `stats.binom.ppf(0.025, 25, p)` and `stats.binom.ppf(0.975, 25, p) + 1` of scipy 1.17.1: 8 and
  /// 18, and 19 and 26, which is beyond the 25 episodes.
  @Test func `median and p90 are numpy's, with the binomial ranks around them`() {
    let time = time(Self.hours)
    #expect(time.count == 25)
    let (median, p90) = (time.quantile(1, of: 2), time.quantile(9, of: 10))
    #expect(median == TimeEstimate(time: .hours(48), earliest: .hours(24), latest: .hours(120)))
    #expect(median?.interval == .hours(24)...(.hours(120)))
    #expect(p90 == TimeEstimate(time: .hours(480), earliest: .hours(200), latest: nil))
    #expect(p90?.interval == nil)
  }

  @Test func `the distribution counts whole days`() {
    #expect(time([0, 23, 24, 47, 72]).byDay() == [2, 2, 0, 1])
    #expect(time([]).byDay().isEmpty)
  }

  @Test func `nothing and one`() {
    #expect(time([]).quantile(1, of: 2) == nil)
    #expect(time([5]).quantile(1, of: 2) == TimeEstimate(time: .hours(5)))
    #expect(time([5]).quantile(1, of: 1) == nil)
  }
}
