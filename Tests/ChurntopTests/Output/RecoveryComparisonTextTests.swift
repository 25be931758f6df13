import EventLedger
import SubscriptionCore
import Testing

@testable import churntop

struct RecoveryComparisonTextTests {
  /// The windows of the finding: 57 of 138 after 65 of 138 is no more than noise, while 40 of 71
  /// after 60 of 71 is (p = 0.33 and 0.0002, scipy 1.17.1, stats.chi2_contingency uncorrected).
  private static let statistics: Statistics = {
    var figures = OverviewFigures()
    let counts = [(60, 0, 0, 0, 0), (90, 138, 57, 71, 40), (120, 276, 122, 142, 100)]
    figures.recovery = counts.map { days, grace, recovered, hold, recoveredInHold in
      var window = OverviewFigures.Recovery(windowDays: days)
      (window.enteredGrace, window.recoveredInGrace) = (grace, recovered)
      (window.enteredHold, window.recoveredInHold) = (hold, recoveredInHold)
      return window
    }
    return Statistics(figures: figures, now: Timestamp(milliseconds: 1_795_000_000_000))
  }()

  @Test func `text says both rates and whether they differ by more than noise`() {
    let text = Self.statistics.text(.utc, ink: false)
    #expect(
      text.contains(
        "Recovered in grace of failures 60 to 90 days ago: 41.3 %; of those 90 to 120 days ago: "
          + "47.1 %; no more than noise (95 %).\n"))
    #expect(
      text.contains(
        "Recovered in hold of failures 60 to 90 days ago: 56.3 %; of those 90 to 120 days ago: "
          + "84.5 %; lower by more than noise (95 %).\n"))
    #expect(Self.statistics.markdown.contains("- Recovered in hold of failures"))
  }

  @Test func `a closed window is final only if no failure is open`() {
    let final = "recovery, failed 60 to 90 days ago (final)"
    #expect(Self.statistics.all.contains { $0.section == final })
    var figures = Self.statistics.figures
    figures.recovery[1].open = 5
    let sections = Statistics(figures: figures, now: Self.statistics.now).all.map(\.section)
    #expect(sections.contains("recovery, failed 60 to 90 days ago (not final)"))
    #expect(!sections.contains(final))
  }

  @Test func `data has both rates and the direction`() {
    let json = Self.statistics.json.compact
    #expect(json.contains("\"change\":\"noise\""))
    #expect(json.contains("\"change\":\"down\""))
    #expect(json.contains("\"recoveryFinal\":{\"failedDaysAgo\":{\"from\":60,\"to\":90}"))
  }

  @Test func `what is at risk is a share of the subscriptions that have not ended`() throws {
    var figures = OverviewFigures()
    let counts: [(SubscriptionState, Int)] = [
      (.active, 80), (.grace, 6), (.hold, 4), (.canceled, 10), (.expired, 880), (.refunded, 20),
    ]
    for (state, count) in counts { figures.states[state] = OverviewFigures.Total(count: count) }
    let statistics = Statistics(figures: figures, now: Self.statistics.now)
    let atRisk = try #require(statistics.all.first { $0.section == "at risk" })
    #expect(atRisk.numerator == 10 && atRisk.denominator == 100)
    let text = statistics.text(.utc, ink: false)
    #expect(text.contains("share of the subscriptions that have not ended (100);"), "\(text)")
    let ratio = "\"atRisk\":{\"count\":{\"numerator\":10,\"denominator\":100}"
    #expect(statistics.json.compact.contains(ratio))
    #expect(statistics.all.first { $0.name == "active" }?.denominator == 1000)
  }
}
