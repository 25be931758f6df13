import Foundation
import SubscriptionCore
import Testing

struct RevenueFiguresTests {
  private static let now = EpisodeWorld.now
  private static let windows = MetricsWindows(days: 30, now: now)

  private static func report(
    _ records: [EpisodeRecord], days: [DayCounts] = []
  ) -> MetricsReport {
    var builder = MetricsReport.Builder(windows)
    for record in records { builder.add(record) }
    for day in days { builder.add(day) }
    return builder.report()
  }

  @Test(arguments: 0..<10)
  func `money that failed and came back equals a count one by one`(seed: Int) {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = Self.report(records)
    func sums(
      _ days: Range<CivilDate>, by instant: Timestamp = Self.now
    ) -> (failed: [String: Int64], recovered: [String: Int64], unknown: Int) {
      var (failed, recovered, unknown) = ([String: Int64](), [String: Int64](), 0)
      for episode in records.map(\.episode) where days.contains(episode.failedAt) {
        guard let price = episode.price else {
          unknown += 1
          continue
        }
        failed[price.currency, default: 0] += price.micros
        let isKnown = episode.endedAt.map { $0 <= instant } ?? false
        recovered[price.currency, default: 0] += episode.isRecovered && isKnown ? price.micros : 0
      }
      return (failed, recovered, unknown)
    }
    let then = Self.now - .days(30)
    for (found, expected) in [
      (report.revenue.failed, sums(report.window)),
      (report.revenue.failedBefore, sums(report.previous, by: then)),
      (report.revenue.failedFinal, sums(report.closed)),
    ] {
      #expect(found.byCurrency.mapValues(\.failed) == expected.failed)
      #expect(found.byCurrency.mapValues(\.recovered) == expected.recovered)
      #expect(found.unknown == expected.unknown)
    }
    let line = report.revenue.lines.first { $0.currency == "USD" }
    #expect(line?.measure == .revenueRecoveryRate)
    #expect(
      line?.parts
        == .ratio(
          .amount(report.revenue.failed.byCurrency["USD"]?.recovered ?? 0),
          of: .amount(report.revenue.failed.byCurrency["USD"]?.failed ?? 0)))
  }

  /// Days of which each has one renewal of 10, and on the last of which MRR has changed.
  private static let days: [DayCounts] = {
    let first = windows.previous.lowerBound.adding(days: -1)
    return (first..<windows.window.upperBound).dates.map { date in
      let isStart = date < windows.window.lowerBound
      return DayCounts(
        day: date, renewed: 3, renewedMoney: MoneySums(micros: ["USD": 30, "JPY": 5], unknown: 1),
        ended: [.involuntary: 1, nil: 1], states: [.active: 9],
        mrr: [
          .active: isStart
            ? MoneySums(micros: ["USD": 100, "EUR": 7], unknown: 5)
            : MoneySums(micros: ["USD": 80], unknown: 2),
          .grace: MoneySums(micros: ["USD": isStart ? 1 : 4]),
          .hold: MoneySums(micros: ["USD": isStart ? 9 : 5]),
        ])
    }
  }()

  @Test func `the lifetime and the movement follow from the days of the window`() throws {
    let revenue = Self.report([], days: Self.days).revenue
    let renewals = try #require(revenue.renewals)
    #expect(renewals.renewals == 90 && renewals.ended == 60)
    #expect(renewals.revenue == MoneySums(micros: ["USD": 900, "JPY": 150], unknown: 30))
    #expect(renewals.perSubscription == ["USD": 15, "JPY": 3])
    #expect(revenue.renewalsBefore == renewals)
    #expect(revenue.mrr?.change == ["USD": -17, "EUR": -7])
    #expect(revenue.mrr?.end.unknown == 2)
    #expect(revenue.mrrInGrace?.change == ["USD": 3])
    #expect(revenue.mrrInHold?.change == ["USD": -4])
    #expect(Self.report([]).revenue == RevenueFigures())
    #expect(
      revenue.lines.suffix(2).map(\.title)
        == ["JPY", "USD"].map {
          "LTV of renewals, \($0) part"
        })
    let change = try #require(revenue.lines.first { $0.measure == .mrrChange })
    #expect(change.title == "MRR change EUR")
    #expect(change.currency == "EUR" && change.value == .amount(-7))
    #expect(change.parts == .change(from: .amount(7), to: .amount(0)) && change.interval == nil)
    #expect(change.unknown == 2 && change.unknownAtStart == 5)
    #expect(change.unknownWords == "5 to 2")
    #expect(
      revenue.lines.map(\.measure) == [
        .mrrChange, .mrrChange, .mrrInGraceChange, .mrrInHoldChange, .renewalsPerSubscription,
        .renewalValue, .renewalValue,
      ])
  }

  @Test func `the report currency joins what has a rate, and leaves the rest`() throws {
    let rates = ExchangeRates(
      currency: "EUR", date: CivilDate(year: 2026, month: 11, day: 20),
      rates: ["USD": 2_000_000_000])
    var failed = RevenueFigures.Failed()
    failed.add(Money(micros: 8_000_000, currency: "USD"), isRecovered: true)
    failed.add(Money(micros: 4_000_000, currency: "EUR"), isRecovered: false)
    failed.add(Money(micros: 9_000_000, currency: "KRW"), isRecovered: false)
    failed.add(nil, isRecovered: true)
    var figures = Self.report([], days: Self.days).revenue
    figures.failed = failed
    let converted = figures.converted(by: rates)
    let euro = try #require(converted.failed.byCurrency["EUR"])
    #expect(euro.failed == 8_000_000 && euro.recovered == 4_000_000)
    // Two renewals of four euros each.
    #expect(euro.squares == 32_000_000_000_000)
    #expect(converted.failed.byCurrency["KRW"] == failed.byCurrency["KRW"])
    #expect(converted.failed.unknown == 1 && converted.currencies == ["EUR", "JPY", "KRW"])
    // 101 millionths of a dollar are 51 of a euro, and 84 are 42.
    #expect(converted.mrr?.change == ["EUR": -16])
    #expect(converted.renewals?.perSubscription == ["EUR": 8, "JPY": 3])
    #expect(converted.renewals?.renewals == 90)
  }

  @Test func `the article has the definition of each measure`() throws {
    let path =
      (#filePath as NSString).deletingLastPathComponent
      + "/../../../../Sources/SubscriptionCore/SubscriptionCore.docc/Metrics.md"
    let article = try String(contentsOfFile: path, encoding: .utf8)
    let table =
      "| measure | name in data | formula | meaning |\n| --- | --- | --- | --- |\n"
      + RevenueLine.Measure.allCases.map { measure in
        "| \(measure.title) | `\(measure.rawValue)` | \(measure.formula) "
          + "| \(measure.explanation) |\n"
      }.joined()
    #expect(article.contains(table))
    #expect(Set(RevenueLine.Measure.allCases.map(\.title)).count == 6)
  }
}
