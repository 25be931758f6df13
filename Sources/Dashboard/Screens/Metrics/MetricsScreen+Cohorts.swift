import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// The days whose numbers stand in place of the shades.
  private static let numberDays = [1, 3, 7, 14, 28, 60]

  /// Draws the weeks of failure, the latest first, as a heat map of days or as numbers.
  func drawCohorts(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let cohorts = metrics.cohorts
    let columns = cohortColumns()
    let width = Panel.content(of: rect, model.layout.tier).width
    let cells = Self.widths(of: columns, in: width, gap: 1)[3] ?? 0
    let days = Self.days(cells: cells)
    let top = Self.highest(cohorts)
    let inner = drawPanel(.cohorts, hint: cohortHint(top, days, frame), into: &frame, in: rect)
    guard !cohorts.isEmpty else {
      frame.draw(lines: noFailureWords, in: inner)
      return
    }
    drawTable(.cohorts, columns, into: &frame, in: inner) { index, isCurrent, frame in
      cohortRow(cohorts[index], days, top, isCurrent: isCurrent, frame)
    }
  }

  private func cohortColumns() -> [TableColumn] {
    let days: [TableColumn] =
      metrics.showsNumbers
      ? Self.numberDays.map {
        TableColumn("DAY \($0)", minimum: 6, sacrifice: $0 == 60 ? 1 : 3, alignment: .right)
      } : [TableColumn("DAYS SINCE 1-60", minimum: 8, maximum: 60, isOverlaid: false)]
    return [
      .pointer,
      TableColumn("WEEK OF", minimum: 7, maximum: 11),
      TableColumn("FAILED", minimum: 6, alignment: .right),
    ] + days + [
      TableColumn("SO FAR", minimum: 7, sacrifice: 2, alignment: .right),
      TableColumn("OPEN", minimum: 5, sacrifice: 4, alignment: .right),
    ]
  }

  /// The last day of each cell of the heat map, so that all 60 days fit.
  private static func days(cells: Int) -> [Int] {
    guard cells > 0 else { return [] }
    let step = (60 + cells - 1) / cells
    return Array(stride(from: step, through: 60, by: step)) + (60 % step == 0 ? [] : [60])
  }

  /// The share that has the darkest shade: the highest of all weeks.
  private static func highest(_ cohorts: [RecoveryCohort]) -> Double {
    cohorts.compactMap { latest($0)?.share }.max() ?? 0
  }

  /// The share recovered within the days that have passed for each episode of the week.
  private static func latest(_ cohort: RecoveryCohort) -> Rate? {
    guard let day = cohort.recoveredByDay.lastIndex(where: { $0 != nil }) else { return nil }
    return cohort.rate(within: day)
  }

  private func cohortRow(
    _ cohort: RecoveryCohort, _ days: [Int], _ top: Double, isCurrent: Bool, _ frame: Frame
  ) -> TableRow {
    let none = frame.glyph(.none)
    let middle: [[TextRun]] =
      metrics.showsNumbers
      ? Self.numberDays.map { day in
        [TextRun(cohort.rate(within: day).flatMap(Formatting.percent) ?? none)]
      }
      : [
        HeatRow(days.map { cohort.rate(within: $0)?.share }, maximum: top, role: .chartBar)
          .runs(width: days.count, glyphs: frame.glyphs)
      ]
    let so = Formatting.percent(cohort.rate)
    return TableRow(
      [
        [TextRun(dates(of: cohort.week))],
        [TextRun(Formatting.count(cohort.failed))],
      ] + middle + [
        [TextRun(so ?? none, role: cohort.isClosed ? .text : .dim)],
        [TextRun(cohort.isClosed ? "" : Formatting.count(cohort.open))],
      ], isCurrent: isCurrent, frame)
  }

  /// A Monday, with the year where it is not the present one.
  private func dates(of day: CivilDate) -> String {
    let year = metrics.report.map { CivilDate($0.now).year } ?? day.year
    return Self.day(day) + (day.year == year ? "" : " \(day.year)")
  }

  private func cohortHint(_ top: Double, _ days: [Int], _ frame: Frame) -> String {
    guard !metrics.showsNumbers, top > 0 else { return chartHint(frame) }
    let darkest = frame.glyph(GlyphName.heatLevels[4])
    let step = days.first ?? 1
    return [
      "\(darkest) \(Formatting.wholePercent(top))", "\(frame.glyph(.heatOpen)) to come",
      "\(step) d a cell", chartHint(frame),
    ].joined(separator: dot(frame))
  }
}
