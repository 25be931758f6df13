import Testing

@testable import SubscriptionCore

/// Reference values: scipy 1.17.1, `stats.binomtest(count, count + earlier, 0.5).pvalue`.
@Suite struct CountComparisonTests {
  @Test(
    arguments: [
      (12, 34, 0.0016414913408482334), (4, 3, 1), (5, 0, 0.0625), (6, 0, 0.03125),
      (0, 6, 0.03125), (21, 10, 0.07075554598122835), (20, 10, 0.09873714670538905),
      (148, 151, 0.9079449711619313), (1_040, 910, 0.0034754959958805775),
      (3, 12, 0.03515625), (100, 131, 0.048163053440744306), (0, 0, 1), (7, 7, 1),
    ] as [(Int, Int, Double)])
  func `the probability of two counts is scipy's`(
    _ count: Int, _ earlier: Int, _ pValue: Double
  ) {
    let comparison = CountComparison(count, against: earlier)
    #expect(abs(comparison.pValue - pValue) < 1e-12, "\(comparison.pValue)")
    #expect(CountComparison(earlier, against: count).pValue == comparison.pValue)
    let isNoise = pValue >= 0.05
    #expect(comparison.change == (isNoise ? .noise : count > earlier ? .up : .down))
  }

  @Test func `a change has its word, noise has none`() {
    let words = [(34, 12), (12, 34), (12, 13)].map {
      CountComparison($0, against: $1).change.ofCount
    }
    #expect(words == ["unusually many", "unusually few", ""])
  }

  @Test func `failures are compared only where those before are known`() throws {
    let windows = MetricsWindows(days: 7, now: EpisodeWorld.now)
    var builder = MetricsReport.Builder(windows)
    for record in EpisodeWorld.records(2_000, seed: 3) { builder.add(record) }
    let report = builder.report()
    let before = try #require(report.failedBefore)
    #expect(report.failedComparison == CountComparison(report.failed, against: before))
    builder.firstFailure = windows.window.lowerBound.start
    #expect(builder.report().failedComparison == nil)
  }
}
