import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct ArrivalChartTests {
  @Test func `nothing is blank, little is seen, and the most is whole`() {
    var rate = ArrivalRate(upTo: TestWorld.now)
    rate.bars[0].all = 1
    rate.bars[5].all = 100
    (rate.bars[5].failures, rate.bars[23].all) = (50, 13)
    let chart = ArrivalChart(rate)
    let all = chart.row(\.all, hasHours: true, glyphs: .unicode)
    #expect(all == "15:45 ▁   16:00   █          17:00         ▂")
    let failures = chart.row(\.failures, hasHours: false, glyphs: .unicode)
    #expect(failures.count == all.count)
    #expect(failures.trimmed == "▄")
    #expect(chart.peakWords == "peak 16:10 (100)")
  }

  @Test func `an empty chart names no peak`() {
    let chart = ArrivalChart(ArrivalRate(upTo: TestWorld.now))
    #expect(chart.peakWords == nil)
    #expect(chart.sentence == "Nothing was heard in the last two hours.")
  }
}
