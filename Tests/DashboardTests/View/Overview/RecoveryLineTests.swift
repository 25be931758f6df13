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

  /// Figures whose windows count so many failures that entered grace, and so many recoveries.
  private static func figures(_ windows: [(days: Int, entered: Int, recovered: Int)])
    -> OverviewFigures
  {
    var figures = OverviewFigures()
    figures.recovery = windows.map { days, entered, recovered in
      var window = OverviewFigures.Recovery(windowDays: days)
      (window.enteredGrace, window.recoveredInGrace, window.open) = (entered, recovered, 2)
      return window
    }
    return figures
  }

  @Test func `a recent window says that it is not final`() {
    let lines = RecoveryLine.all(Self.figures([(30, 12, 3), (7, 9, 3)]))
    #expect(lines.map(\.title) == ["7 d", "30 d"])
    #expect(lines.allSatisfy { !$0.isFinal })
    #expect(
      lines[0].sentence == "Renewals that failed in the last 7 days: recovered in grace "
        + "3 of 9 (33 %), in hold none entered; 2 still in recovery, so this is not final.")
  }

  @Test func `only failures that every store has given up on are final, and compared`() throws {
    let figures = Self.figures([(7, 9, 3), (30, 20, 8), (60, 40, 20), (90, 60, 35), (120, 80, 40)])
    let lines = RecoveryLine.all(figures)
    #expect(lines.map(\.title) == ["7 d", "30 d", "60-90 d"])
    #expect(lines.map(\.isFinal) == [false, false, true])
    // 35 - 20 of 60 - 40, against 40 - 35 of 80 - 60.
    #expect(lines[2].grace == Share(part: 15, whole: 20))
    let former = try #require(RecoveryLine.former(figures))
    #expect(former.grace == Share(part: 5, whole: 20))
    #expect(lines[2].grace.trend(against: former.grace) == 1)
    #expect(lines[2].sentence.hasSuffix("this is final."))
  }
}
