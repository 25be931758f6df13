import EventLedger
import Testing

@testable import Dashboard

struct RecoveryLineTests {
  typealias Share = RecoveryLine.Share

  @Test(arguments: [(0, 0, nil), (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 200, 1), (3, 3, 100)])
  func `a share is rounded, and of nothing there is none`(
    _ part: Int, _ whole: Int, _ percent: Int?
  ) {
    #expect(Share(part: part, whole: whole).percent == percent)
  }

  @Test func `trends compare exactly, and nothing with nothing`() {
    #expect(Share(part: 1, whole: 3).trend(against: Share(part: 33, whole: 100)) == 1)
    #expect(Share(part: 1, whole: 3).trend(against: Share(part: 2, whole: 6)) == 0)
    #expect(Share(part: 0, whole: 3).trend(against: Share(part: 1, whole: 6)) == -1)
    #expect(Share(part: 0, whole: 0).trend(against: Share(part: 1, whole: 6)) == 0)
  }

  @Test func `each window says how many of how many`() {
    var figures = OverviewFigures()
    var week = OverviewFigures.Recovery(windowDays: 7)
    (week.enteredGrace, week.recoveredInGrace, week.open) = (9, 3, 2)
    figures.recovery = [OverviewFigures.Recovery(windowDays: 30), week]
    let lines = RecoveryLine.all(figures)
    #expect(lines.map(\.days) == [7, 30])
    #expect(
      lines[0].sentence == "Renewals that failed in the last 7 days: recovered in grace "
        + "3 of 9 (33 %), in hold none entered; 2 still open.")
  }
}
