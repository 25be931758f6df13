import EventLedger
import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// The form of amounts: as on the Overview.
  var currencies: AmountForm {
    AmountForm(model.overview.figures?.currencies ?? [], at: model.settings.rates)
  }

  /// Draws the table of the figures.
  func drawFigures(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let height = Panel.content(of: rect, model.layout.tier).height
    let notice = !metrics.hasNotice || height < 3 ? 0 : 1
    let left = leftOut(.figures, in: rect.inset(bottom: notice))
    let hint = hint(leftOut: left, figuresHint(rect.width, frame), frame)
    let inner = drawPanel(.figures, hint: hint, into: &frame, in: rect)
    guard let report = metrics.report, !isLedgerEmpty else {
      frame.draw(lines: missingWords, in: inner)
      return
    }
    let (table, last) = inner.split(top: inner.height - notice)
    let columns = Self.figureColumns(inner.width)
    let widths = Self.widths(of: columns, in: inner.width, gap: 1)
    drawTable(.figures, columns, into: &frame, in: table) { index, isCurrent, frame in
      figureRow(report.figures[index], isCurrent: isCurrent, widths, frame)
    }
    if notice > 0 { drawChangedDays(into: &frame, in: last) }
    if metrics.changedDays.isEmpty, let sentence = report.filterSentence, !last.isEmpty {
      let words = [sentence, MetricsReport.filterWords].first { $0.count <= last.width - 2 }
      frame.put(
        [TextRun("  " + (words ?? ""), role: .dim)], at: last.origin,
        width: last.width)
    }
  }

  private static func figureColumns(_ width: Int) -> [TableColumn] {
    // The smallest screens have room for the name and the value alone.
    let isTiny = Tier(columns: width + 4) <= .tiny
    // An amount with the number of other currencies behind it takes 18.
    let amount = width >= 110 ? 18 : 12
    return [
      .pointer,
      TableColumn("METRIC", minimum: min(21, max(6, width - 12)), maximum: 29),
      TableColumn("VALUE", minimum: isTiny ? 8 : amount, maximum: 26, alignment: .right),
      TableColumn("OF", minimum: 11, maximum: 17, sacrifice: 2, alignment: .right),
      TableColumn("95 % INTERVAL", minimum: 13, maximum: 17, sacrifice: 5, alignment: .right),
      TableColumn("BEFORE", minimum: amount, maximum: 18, sacrifice: 4, alignment: .right),
      TableColumn("", minimum: 1),
      TableColumn("OPEN", minimum: 5, maximum: 7, sacrifice: 3, alignment: .right),
      TableColumn("TREND", minimum: 8, maximum: 30, sacrifice: 6),
    ]
  }

  private func figureRow(
    _ figure: MetricFigure, isCurrent: Bool, _ widths: [Int: Int], _ frame: Frame
  ) -> TableRow {
    let none = frame.glyph(.none)
    if metrics.isPending(figure) {
      return TableRow(
        [
          [TextRun(figure.metric.title(width: widths[1] ?? 0))],
          [TextRun(frame.glyph(.ellipsis), role: .dim)],
        ], isCurrent: isCurrent, frame)
    }
    let trend = Self.trend(figure.trend, width: widths[8] ?? 0)
    let basis =
      figure.value.isEmpty
      ? nil : figure.value.basisWords(width: widths[3] ?? 0) ?? momentWords(of: figure.metric)
    return TableRow(
      [
        [TextRun(figure.metric.title(width: widths[1] ?? 0))],
        [TextRun(figure.value.words(width: widths[2] ?? 0, inOrder: currencies) ?? none)],
        [TextRun(basis ?? "", role: .dim)],
        [TextRun(figure.value.isEmpty ? "" : figure.value.intervalWords ?? "", role: .dim)],
        [
          TextRun(
            figure.previous?.words(width: widths[5] ?? 0, inOrder: currencies) ?? none, role: .dim)
        ],
        change(figure, frame),
        [TextRun(figure.open > 0 ? Formatting.count(figure.open) : "")],
        [
          TextRun(trend.signs(width: widths[8] ?? 0, glyphs: frame.glyphs), role: .chartBar)
        ],
      ], isCurrent: isCurrent, frame)
  }

  /// The day at whose end an amount is taken; `nil` for a figure of the whole window.
  private func momentWords(of metric: Metric) -> String? {
    guard metric.isAtEnd, let end = metrics.report?.window.upperBound else { return nil }
    return "end \(Self.day(end.adding(days: -1)))"
  }

  /// The sign of a change that is more than noise.
  func change(_ figure: MetricFigure, _ frame: Frame) -> [TextRun] {
    switch figure.change {
    case .up: [TextRun(frame.glyph(.trendUp), role: .deltaUp)]
    case .down: [TextRun(frame.glyph(.trendDown), role: .deltaDown)]
    case .noise: []
    }
  }

  /// A trend in a number of columns, each the mean of its days; days without a value leave a gap.
  static func trend(_ values: [Double?], width: Int) -> Sparkline {
    let columns = min(width, values.count)
    guard columns > 0 else { return Sparkline([]) }
    let means: [Double?] = (0..<columns).map { column in
      let days = values[(column * values.count / columns)..<((column + 1) * values.count / columns)]
      let known = days.compactMap(\.self).filter(\.isFinite)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
    // Levels are drawn from whole numbers; a thousand steps are more than a column shows.
    let top = means.compactMap(\.self).map(\.magnitude).max() ?? 0
    return Sparkline(means.map { mean in mean.map { top > 0 ? Int($0 / top * 1000) : 0 } })
  }

  private func figuresHint(_ width: Int, _ frame: Frame) -> String {
    let signs = frame.glyph(.trendUp) + frame.glyph(.trendDown)
    let meaning = "\(signs) more than noise" + dot(frame) + "OPEN may still change"
    let explain = "\(model.key(.explainFigure)) explain"
    let keys = "\(enter(frame)) list" + dot(frame) + explain
    return width >= 100 ? meaning + dot(frame) + keys : width >= 60 ? keys : explain
  }

  // MARK: Changed days

  /// Draws the line of the changed days, on which the cursor can stand.
  func drawChangedDays(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty, !metrics.changedDays.isEmpty, let report = metrics.report else { return }
    let isCurrent = metrics.isOnChangedDays
    let pointer = isCurrent ? frame.glyph(.pointer) : " "
    let words = changedDaysWords(width: rect.width - 2)
    frame.put(
      [TextRun(pointer + " "), TextRun(words, role: .flashWarn)], at: rect.origin,
      width: rect.width)
    frame.record(.line(report.figures.count, pane: MetricsState.Pane.figures.rawValue), in: rect)
    if isCurrent { frame.showCursor(on: rect) }
  }

  /// The number of changed days and since when, for example `3 past days changed since 18:04Z`.
  var changedDaysTitle: String {
    let count = Formatting.plural(metrics.changedDays.count, "past day")
    guard let seenAt = metrics.changedDays.map(\.before.seenAt).min() else { return count }
    let dates = model.dates
    let isToday = dates.date(seenAt) == dates.date(model.now)
    return "\(count) changed since \(isToday ? dates.clock(seenAt) : dates.moment(seenAt))"
  }

  /// The notice in a width: with the days and their reason where there is room.
  func changedDaysWords(width: Int = .max) -> String {
    let title = changedDaysTitle
    let days = "\(title): \(CivilDate.list(metrics.changedDays.map(\.day)))"
    return [days + " (late news)", days, title].first { $0.count <= width }
      ?? Formatting.plural(metrics.changedDays.count, "past day") + " changed"
  }

  /// The days with what they counted and count now, the latest first.
  private var changedDaysLines: [String] {
    metrics.changedDays.reversed().map { change in
      let counts = change.events.map { event in
        "\(Formatting.count(change.now[event])) \(event.verb), "
          + "were \(Formatting.count(change.before[event]))"
      }
      return "\(Self.day(change.day)): \(counts.joined(separator: "; "))"
    }
  }

  /// The changed days and the reasons for which they may have changed.
  var changedDaysExplanation: [String] {
    changedDaysLines + [
      "",
      "Each of these days was over when this screen showed it last, and counts something else now: "
        + "news came late, was imported, or took back what was known. Days are UTC.",
      "",
      "Figures of windows with one of these days changed with them, and so may what stood at the "
        + "end of later days, such as MRR. Leaving the screen takes its figures as seen.",
    ]
  }

  /// The changed days as sentences, the notice numbered; empty without any.
  func changedDaysSentences(number: String) -> [String] {
    guard !metrics.changedDays.isEmpty else { return [] }
    return ["", "\(number)\(changedDaysWords())."]
      + changedDaysLines.prefix(Self.toldChangesMax).map { $0 + "." }
  }

  /// The most changed days whose counts are shown.
  private static let toldChangesMax = 9
}

extension Metric {
  /// The title, shortened if a column is too narrow for it.
  fileprivate func title(width: Int) -> String {
    guard title.count > width else { return title }
    return switch self {
    case .medianTimeToRecovery: "Median to recovery"
    case .medianTimeToLossOfAccess: "Median to access loss"
    case .involuntaryChurnRate: "Involuntary churn"
    case .involuntaryShare: "Involuntary share"
    case .trialFailureRate: "Trial billing issues"
    case .billingFailureRate, .recoveryRate, .graceRecoveryRate, .holdRecoveryRate,
      .netInvoluntaryLoss, .p90TimeToRecovery, .trialShareOfFailures, .trialRecoveryRate,
      .voluntaryChurnRate, .refundRate, .mrr, .mrrInGrace, .mrrInHold, .revenueRecovered,
      .revenueLost:
      title
    }
  }
}
