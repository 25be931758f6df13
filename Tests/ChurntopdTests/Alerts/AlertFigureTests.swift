import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct AlertFigureTests {
  private let now = Timestamp(seconds: 1_763_629_200)

  /// Failures so many days ago, of which some were paid within a day.
  private func add(_ count: Int, days: Int, recovered: Int, to pace: inout RecoveryPace) {
    for index in 0..<count {
      var episode = BillingEpisode(failedAt: now - .days(days), enteredGrace: false)
      if index < recovered {
        (episode.outcome, episode.endedAt) = (.recoveredInHold, episode.failedAt + .days(1))
      }
      pace.add(episode)
    }
  }

  @Test func `recovery falls by the points between two times, open episodes included`() throws {
    var pace = RecoveryPace(at: now)
    add(1_200, days: 5, recovered: 600, to: &pace)
    add(4_000, days: 20, recovered: 2_800, to: &pace)
    let figure = try #require(AlertFigure.recovery(pace, points: 20))
    #expect(figure.value == 20 && figure.value > figure.threshold)
    #expect(
      figure.text
        == "within 3 days of the failure, 600 of 1,200 (50 %) of the renewals that failed 3 to 10 "
        + "days ago were recovered, and 2,800 of 4,000 (70 %) of those of the 30 days before; it "
        + "fires from a fall of 20 points on")
  }

  @Test func `too few episodes say nothing`() {
    var pace = RecoveryPace(at: now)
    add(19, days: 5, recovered: 1, to: &pace)
    add(90, days: 20, recovered: 80, to: &pace)
    #expect(AlertFigure.recovery(pace, points: 1) == nil)
  }

  @Test func `a count is of the whole ledger`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let filter = try Filter.parse("state:grace")
    let figure = try #require(
      try AlertFigure.measure(
        .count(filter, over: 3), in: ledger, receivers: [], at: .epoch))
    #expect(figure.value == 0 && figure.threshold == 3)
  }
}
