import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// Draws the comparisons of prompts, the holdout first, and what they mean.
  func drawPrompts(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let hint = [
      "\(enter(frame)) list", "\(model.key(.showPrompts)) figures",
      "\(model.key(.explainFigure)) explain",
    ].joined(separator: dot(frame))
    let inner = drawPanel(.prompts, hint: hint, into: &frame, in: rect)
    guard let prompts = metrics.report?.prompts, !isLedgerEmpty else {
      frame.draw(lines: missingWords, in: inner)
      return
    }
    let count = metrics.lineCount(of: .prompts, at: nil)
    let text = promptText(prompts, width: inner.width)
    // The caveat stays in view, however many rows there are.
    let least = Paragraph(PromptEffect.caveat).lines(width: max(1, inner.width)).count
    let rows = count == 0 ? 0 : min(count + 1, max(2, inner.height - least))
    let (top, rest) = inner.split(top: rows)
    if rows > 0 { drawPromptTable(prompts, into: &frame, in: top) }
    let gap = rows > 0 && rest.height > text.count ? 1 : 0
    frame.put(text, in: rest.split(top: gap).rest)
  }

  /// The caveat, then the sentences about the row under the cursor, the holdout and the method.
  private func promptText(_ prompts: PromptFigures, width: Int) -> [[TextRun]] {
    func wrapped(_ sentences: [String], _ role: StyleRole) -> [[TextRun]] {
      sentences.flatMap { Paragraph($0).lines(width: max(1, width)) }
        .map { [TextRun($0, role: role)] }
    }
    var lines = wrapped([PromptEffect.caveat], .flashWarn)
    if let absence = prompts.absence { lines += [[]] + wrapped([absence], .text) }
    if let comparison = prompts.comparison(onLine: metrics.cursors[.prompts].line) {
      lines += [[]] + wrapped([comparison.sentence], .text)
    }
    if let holdout = prompts.holdout {
      lines += [[]] + wrapped(holdout.conclusion, .text)
      lines += wrapped(holdout.warnings.map(\.sentence), .flashWarn)
      lines += wrapped(holdout.parts, .text)
    }
    return lines + [[]] + wrapped(prompts.method, .dim)
  }

  private func drawPromptTable(_ prompts: PromptFigures, into frame: inout Frame, in rect: Rect) {
    let columns = [
      .pointer,
      TableColumn("PROMPTED", minimum: 15, maximum: 24),
      TableColumn("RECOVERED", minimum: 9, alignment: .right),
      TableColumn("OF", minimum: 9, maximum: 17, sacrifice: 3, alignment: .right),
      TableColumn("EXPECTED", minimum: 8, sacrifice: 1, alignment: .right),
      TableColumn("DIFFERENCE", minimum: 10, alignment: .right),
      TableColumn("", minimum: 1),
      TableColumn("95 % INTERVAL", minimum: 13, maximum: 15, sacrifice: 2, alignment: .right),
      TableColumn("OTHERS", minimum: 7, maximum: 10, sacrifice: 4, alignment: .right),
      TableColumn("UNMATCHED", minimum: 9, sacrifice: 5, alignment: .right),
    ]
    drawTable(.prompts, columns, into: &frame, in: rect) { index, isCurrent, frame in
      var cells: [[TextRun]] = []
      if let comparison = prompts.comparison(onLine: index) {
        cells = self.cells(comparison, frame)
      } else if let holdout = prompts.holdout {
        cells = self.cells(holdout, frame)
      }
      return TableRow(cells, isCurrent: isCurrent, frame)
    }
  }

  private func cells(_ comparison: PromptEffect.Comparison, _ frame: Frame) -> [[TextRun]] {
    cells(
      comparison.group.title, comparison.prompted, Formatting.percent(comparison.expectedShare),
      comparison.difference, comparison.interval, frame) + [
        [TextRun(Formatting.count(comparison.unprompted), role: .dim)],
        [
          TextRun(
            comparison.unmatched > 0 ? Formatting.count(comparison.unmatched) : "", role: .flashWarn
          )
        ],
      ]
  }

  private func cells(_ holdout: HoldoutComparison, _ frame: Frame) -> [[TextRun]] {
    let heldOut = holdout.heldOut.recovery
    return cells(
      "all but holdout", holdout.prompted.recovery, Formatting.percent(heldOut),
      holdout.difference.difference, holdout.difference.interval, frame) + [
        [TextRun(Formatting.count(heldOut.denominator), role: .dim)], [],
      ]
  }

  private func cells(
    _ title: String, _ rate: Rate, _ expected: String?, _ difference: Double?,
    _ interval: ClosedRange<Double>?, _ frame: Frame
  ) -> [[TextRun]] {
    let none = frame.glyph(.none)
    let change: [TextRun] =
      switch interval {
      case let interval? where interval.lowerBound > 0:
        [TextRun(frame.glyph(.trendUp), role: .deltaUp)]
      case let interval? where interval.upperBound < 0:
        [TextRun(frame.glyph(.trendDown), role: .deltaDown)]
      case _: []
      }
    return [
      [TextRun(title)], [TextRun(Formatting.percent(rate) ?? none)],
      [
        TextRun(
          "\(Formatting.count(rate.numerator))/\(Formatting.count(rate.denominator))", role: .dim)
      ],
      [TextRun(expected ?? none)], [TextRun(difference.map(Formatting.points) ?? none)], change,
      [TextRun(interval.map(Formatting.points) ?? "", role: .dim)],
    ]
  }

  // MARK: Sentences

  /// The comparisons as sentences, the caveat first; empty before they are computed.
  var promptSentences: [String] {
    guard let prompts = metrics.report?.prompts else { return [] }
    var lines = [PromptEffect.caveat] + (prompts.absence.map { [$0] } ?? [])
    lines += prompts.effect.comparisons.map(\.sentence)
    if let holdout = prompts.holdout {
      lines += holdout.conclusion + holdout.warnings.map { "Warning: \($0.sentence)" }
      lines += holdout.parts
    }
    return lines
  }

  /// The meaning of the comparisons, with their numbers.
  var promptExplanation: [String] {
    guard let prompts = metrics.report?.prompts else { return missingWords }
    let days = prompts.failures
    let last = days.upperBound.adding(days: -1)
    return [
      "Failures of \(Self.day(days.lowerBound)) \(days.lowerBound.year) to "
        + "\(Self.day(last)) \(last.year), as many as the curve is drawn from."
    ] + prompts.method + [""] + promptSentences.flatMap { [$0, ""] } + [
      "All but holdout: the accounts that the policy lets see prompts, beside those that it "
        + "holds out by chance (expected). That is an experiment, so its difference is the effect "
        + "of prompting. Wait for the number of accounts that it needs: whoever looks daily and "
        + "stops at the first difference finds some where there are none."
    ]
  }
}
