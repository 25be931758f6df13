import EventLedger
import SubscriptionCore
import Testing

@Suite struct OverviewFiguresComparisonsTests {
  /// Figures of a ledger with so many failures in the last 7 and in the last 120 days.
  private func figures(today: Int, weekAgo: Int, last7: Int, last120: Int) -> OverviewFigures {
    var figures = OverviewFigures()
    (figures.failedToday, figures.failedWeekAgo) = (today, weekAgo)
    figures.recovery = [(7, last7), (30, last120), (120, last120)].map { days, failed in
      var recovery = OverviewFigures.Recovery(windowDays: days)
      recovery.failed = failed
      return recovery
    }
    return figures
  }

  @Test func `today is compared with a week ago where failures before that day are known`() {
    #expect(
      figures(today: 11, weekAgo: 2, last7: 20, last120: 90).failedComparison
        == CountComparison(11, against: 2))
    // The first two days of a ledger, and the eighth, whose first day was not whole.
    #expect(figures(today: 11, weekAgo: 0, last7: 20, last120: 20).failedComparison == nil)
    #expect(figures(today: 11, weekAgo: 2, last7: 20, last120: 22).failedComparison == nil)
    #expect(figures(today: 11, weekAgo: 2, last7: 20, last120: 23).failedComparison != nil)
  }
}
