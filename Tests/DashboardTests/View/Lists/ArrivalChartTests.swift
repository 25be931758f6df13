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
    let chart = ArrivalChart(rate, DateFormatting(now: TestWorld.now))
    let all = chart.row(\.all, role: .chartBar, hasHours: true, glyphs: .unicode)
      .map(\.text).joined()
    #expect(all == "15:45 ▁   16:00   █          17:00         ▂")
    let failures = chart.row(\.failures, role: .chartBar, hasHours: false, glyphs: .unicode)
      .map(\.text).joined()
    #expect(failures.count == all.count)
    // Failures have a scale of their own, and so do not vanish among all the rest.
    #expect(failures.trimmed == "█")
    #expect(chart.words(\.failures, dot: " · ") == "50 · peak 16:10 (50)")
    #expect(chart.words(\.renewals, dot: " · ") == "0")
    #expect(chart.peakWords == "peak 16:10 (100)")
  }

  @Test func `an empty chart names no peak`() {
    let chart = ArrivalChart(ArrivalRate(upTo: TestWorld.now), DateFormatting(now: TestWorld.now))
    #expect(chart.peakWords == nil)
    let sentence = chart.sentence(about: "the last two hours", isPast: false)
    #expect(sentence == "Nothing arrived in the last two hours.")
  }

  @Test func `the sentence is about the time of the bars, however long they are`() {
    var rate = ArrivalRate(upTo: TestWorld.now, barLength: .hours(1))
    (rate.bars[3].all, rate.bars[23].all, rate.lastHour) = (40, 2, 1)
    let chart = ArrivalChart(rate, DateFormatting(now: TestWorld.now))
    #expect(
      chart.sentence(about: "the last \(chart.spanWords)", isPast: false)
        == "42 events in the last 24 hours, 1 in the last hour; failures 0, renewals 0; "
        + "peak 19 Nov 21:00Z (40) in 1 hour.")
    #expect(
      chart.sentence(about: "the 24 hours before 1 Nov", isPast: true)
        .hasPrefix("42 events in the 24 hours before 1 Nov; failures 0"))
  }

  @Test(arguments: [
    (Duration.hours(1), "19 Nov       20 Nov       06:00       12:00      ", "24 hours"),
    (.days(1), "28 Oct        30 Oct        6 Nov        13 Nov        20 Nov  ", "24 days"),
  ])
  func `longer bars have quarters of days or weeks between them`(
    _ length: Duration, _ labels: String, _ span: String
  ) {
    let chart = ArrivalChart(
      ArrivalRate(upTo: TestWorld.now, barLength: length), DateFormatting(now: TestWorld.now))
    let row = chart.row(\.all, role: .chartBar, hasHours: true, glyphs: .unicode)
      .map(\.text).joined()
    #expect(
      row.split(separator: " ", omittingEmptySubsequences: true)
        == labels.split(separator: " ", omittingEmptySubsequences: true))
    #expect(chart.spanWords == span)
  }
}
