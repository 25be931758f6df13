import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct RecoveryLineTests {
  @Test(arguments: [(0, 0, nil), (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 200, 1), (3, 3, 100)])
  func `a share is rounded, and of nothing there is none`(
    _ part: Int, _ whole: Int, _ percent: Int?
  ) {
    #expect(Rate(part, of: whole).percent == percent)
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

  @Test func `large counts give way to the shares that are made of them`() throws {
    var driver = Driver(try .usual())
    for (entered, isCounted) in [(720, true), (7_200, false)] {
      var window = OverviewFigures.Recovery(windowDays: 30)
      (window.enteredGrace, window.recoveredInGrace) = (entered, entered / 3)
      (window.enteredHold, window.recoveredInHold) = (entered / 2, entered / 5)
      driver.model.overview.figures?.recovery = [window]
      let line = try #require(driver.lines.first { $0.contains("│ 30 d ") }, "\(driver.text)")
      #expect(line.contains("33%") && line.contains("40%"), "\(line)")
      #expect(line.contains("/") == isCounted, "\(line)")
    }
  }

  @Test(arguments: [
    (1, "33% of 72 in grace, 39% of 36 in hold ─┘"),
    (1_000, "33% of 72,000 in grace, 39% of 36,000 in hold ─┘"),
    (100_000, "33% in grace, 39% in hold · Enter: list ─┘"),
  ])
  func `a small screen says of how many, as far as there is room`(_ times: Int, _ words: String)
    throws
  {
    var driver = Driver(try .usual(), size: Size(width: 80, height: 24))
    var window = OverviewFigures.Recovery(windowDays: 30)
    (window.enteredGrace, window.recoveredInGrace) = (72 * times, 24 * times)
    (window.enteredHold, window.recoveredInHold) = (36 * times, 14 * times)
    driver.model.overview.figures?.recovery = [window]
    #expect(driver.text.contains("recovered (failed 30 d ago): " + words), "\(driver.text)")
  }

  @Test func `a recent window says that it is not final`() {
    let lines = RecoveryLine.all(Self.figures([(30, 12, 3), (7, 9, 3)]))
    #expect(lines.map(\.title) == ["7 d", "30 d"])
    #expect(lines.allSatisfy { !$0.isFinal })
    #expect(
      lines[0].sentence == "Renewals that failed in the last 7 days: recovered in grace "
        + "3 of 9 (33 %), in hold none entered; 2 still in recovery, so this is not final.")
  }

  @Test func `only failures that every store has given up on are final`() {
    let figures = Self.figures([(7, 9, 3), (30, 20, 8), (60, 40, 20), (90, 60, 35), (120, 80, 40)])
    let lines = RecoveryLine.all(figures)
    #expect(lines.map(\.title) == ["7 d", "30 d", "60-90 d", "90-120 d"])
    #expect(lines.map(\.isFinal) == [false, false, true, true])
    // 35 - 20 of 60 - 40, and before it 40 - 35 of 80 - 60.
    #expect(lines[2].grace == Rate(15, of: 20))
    #expect(lines[3].grace == Rate(5, of: 20))
    #expect(lines[2].sentence.hasSuffix("this is final."))
  }

  @Test func `failures without an outcome keep a closed window from being final`() {
    var figures = Self.figures([(60, 40, 20), (90, 60, 35), (120, 80, 40)])
    (figures.recovery[1].open, figures.recovery[2].open) = (7, 7)
    let lines = RecoveryLine.all(figures)
    #expect(lines.map(\.isClosed) == [true, true])
    #expect(lines.map(\.isFinal) == [false, true])
    #expect(lines[0].sentence.hasSuffix("5 still without an outcome, so this is not final."))
  }

  // 57 of 138 after 65 of 138 has p = 0.33, after 90 of 138 p = 0.00007, and after 20 of 138
  // p = 0.0000007 (scipy 1.17.1, stats.chi2_contingency without correction).
  @Test(arguments: [(65, MetricChange.noise), (90, .down), (20, .up)])
  func `a change is marked only if it is more than noise`(
    _ earlier: Int, _ direction: MetricChange
  ) throws {
    let figures = Self.figures([(60, 0, 0), (90, 138, 57), (120, 276, 57 + earlier)])
    let comparison = try #require(figures.recoveryComparison)
    #expect(comparison.grace.rate == Rate(57, of: 138))
    #expect(comparison.grace.previous == Rate(earlier, of: 138))
    #expect(comparison.grace.direction == direction)
    #expect(comparison.hold.direction == .noise)
    #expect(comparison.isMoreThanNoise == (direction != .noise))
    #expect(
      comparison.sentence.contains(
        direction == .noise ? "not different by more than noise in grace" : "by more than noise in")
    )
  }
}
