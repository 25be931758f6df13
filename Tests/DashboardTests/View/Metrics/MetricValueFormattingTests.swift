import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct MetricValueFormattingTests {
  @Test(arguments: [
    (0, 0, nil), (0, 7, "0.0 %"), (1, 3, "33.3 %"), (2, 3, "66.7 %"), (1, 1000, "0.1 %"),
    (1, 2000, "0.1 %"), (1, 2001, "0.0 %"), (7, 7, "100.0 %"), (Int.max, Int.max, "100.0 %"),
  ])
  func `a share is rounded to the nearest tenth of a per cent`(
    part: Int, whole: Int, words: String?
  ) {
    #expect(Formatting.percent(Rate(part, of: whole)) == words)
  }

  @Test func `a value says what it is made of`() {
    #expect(MetricValue.rate(Rate(1234, of: 2500)).basis == "1,234/2,500")
    #expect(MetricValue.money(["EUR": 5_000_000], unknown: 3).basis == "+3 unknown")
    #expect(
      MetricValue.money(["EUR": 5_000_000, "USD": 9_000_000], unknown: 0)
        .words(width: 40, inOrder: ["USD"]) == "9.00 USD, 5.00 EUR")
    #expect(
      MetricValue.duration(.days(2), interval: nil, count: 9).clause(inOrder: [])
        == "2d, over 9 episodes")
    #expect(MetricValue.rate(Rate(0, of: 0)).clause(inOrder: []) == "nothing to measure")
  }

  @Test(arguments: [
    (14, "+5,593 unknown"), (13, "+5,593 unk."), (11, "+5,593 unk."), (10, "+5,593 ?"),
  ])
  func `the number of unknown amounts is not cut off`(width: Int, words: String) {
    #expect(MetricValue.money([:], unknown: 5593).basisWords(width: width) == words)
    #expect(MetricValue.money([:], unknown: 0).basisWords(width: width) == nil)
    #expect(MetricValue.rate(Rate(4, of: 123)).basisWords(width: width) == "4/123")
  }

  @Test func `a trend has the means of its days, and gaps`() {
    let trend = MetricsScreen.trend([0.1, 0.3, nil, nil, 0.8, 0.8], width: 3)
    #expect(trend.values == [250, nil, 1000])
    #expect(MetricsScreen.trend([], width: 8).values == [])
    #expect(MetricsScreen.trend([0, 0], width: 8).values == [0, 0])
  }
}
