import EventLedger
import Intake
import SubscriptionCore
import Testing

@testable import churntop

/// Counts in sentences have commas between the thousands, as on screens.
struct GroupedCountsTests {
  @Test func `an import's sentence groups its counts`() {
    var report = ImportReport()
    (report.read, report.stored, report.subscriptions) = (12_345, 11_000, 1_310)
    (report.duplicate, report.refused, report.unknownKind) = (1_005, 340, 2)
    let sentence = ImportSummary([report]).lines.first ?? ""
    #expect(
      sentence.hasPrefix(
        "12,345 read: 11,000 stored, 2 of a kind not known, 1,005 duplicate, 340 refused, "
          + "1,310 subscriptions, "), "\(sentence)")
  }

  @Test func `the failures of today are grouped beside those of a week ago`() {
    var figures = OverviewFigures()
    figures.recovery = [(7, 3_000), (120, 50_000)].map { days, failed in
      var window = OverviewFigures.Recovery(windowDays: days)
      window.failed = failed
      return window
    }
    (figures.failedToday, figures.failedWeekAgo) = (1_204, 1_190)
    let text = Statistics(figures: figures, now: .epoch).text(.utc, ink: false)
    #expect(text.contains("week ago: 1,204 to 1,190, no more than noise"), "\(text)")
  }

  @Test func `days of access and their differences are grouped`() {
    #expect(AccessDays.whole(.seconds(86_400 * 12_847)) == "12,847")
    #expect(AccessDays.whole(.seconds(-86_400 * 1_000)) == "-1,000")
    #expect(WhatIfPage.change(2_296, 3_661) == "+1,365 (+59.5 %)")
    #expect(WhatIfPage.change(0, 1_500) == "+1,500")
    #expect(WhatIfPage.change(4_000, 2_000) == "-2,000 (-50.0 %)")
  }
}
