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
  @Test func `what is neither recovered, canceled, run out nor open ended otherwise`() throws {
    var figures = OverviewFigures()
    figures.recovery = [(60, 1), (90, 3)].map { days, factor in
      var recovery = OverviewFigures.Recovery(windowDays: days)
      for (place, outcome) in BillingEpisode.Outcome.allCases.enumerated() {
        recovery.add(
          EpisodeClass(outcome: outcome, enteredGrace: true, enteredHold: place % 2 == 0),
          count: factor * (place + 1))
      }
      return recovery
    }
    // Refunded is the sixth outcome, superseded the seventh.
    #expect(figures.recovery.map(\.endedOtherwise) == [13, 39])
    #expect(try #require(figures.recovery(from: 60, to: 90)).endedOtherwise == 26)
  }
}
