import EventLedger
import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// The rates in force on the page of money; `nil` where amounts stay in their own currencies.
  var moneyRates: ExchangeRates? { metrics.moneyRates(model.settings.rates) }

  /// The money of the window as the page shows it; empty before it is known.
  private var moneyLines: [RevenueLine] { metrics.moneyLines(at: model.settings.rates) }

  /// Draws the money of the window, and what the line under the cursor means.
  func drawMoney(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let inner = drawPanel(.money, hint: moneyHint(frame), into: &frame, in: rect)
    let lines = moneyLines
    guard metrics.report != nil, !isLedgerEmpty, !metrics.isPartial else {
      frame.draw(lines: missingWords, in: inner)
      return
    }
    guard !lines.isEmpty else {
      frame.draw(lines: ["No money failed, and none is known."], in: inner)
      return
    }
    let rows = min(lines.count + 1, max(2, inner.height - 4))
    let (top, rest) = inner.split(top: rows)
    drawMoneyTable(lines, into: &frame, in: top)
    let current = min(metrics.cursors[.money].line, lines.count - 1)
    let line = lines[current]
    let words =
      [Self.sentence(of: line)] + ratesSentences + ["", line.measure.explanation]
    frame.draw(lines: words, in: rest.split(top: rest.height > 4 ? 1 : 0).rest)
  }

  /// The keys; that for the currencies only where rates bring them to one.
  private func moneyHint(_ frame: Frame) -> String {
    let keys = [
      "\(enter(frame)) list", "\(model.key(.showMoney)) figures",
      "\(model.key(.explainFigure)) explain",
    ].joined(separator: dot(frame))
    guard moneyRates != nil || metrics.showsCurrencies else { return keys }
    let by = metrics.showsCurrencies ? "in one currency" : "by currency"
    return "\(model.key(.turnGrouping)) \(by)" + dot(frame) + keys
  }

  private func drawMoneyTable(_ lines: [RevenueLine], into frame: inout Frame, in rect: Rect) {
    let columns = [
      .pointer,
      TableColumn("MONEY", minimum: 26, maximum: 30),
      TableColumn("VALUE", minimum: 9, maximum: 18, alignment: .right),
      TableColumn("OF", minimum: 20, maximum: 36, sacrifice: 2, alignment: .right),
      TableColumn("95 % INTERVAL", minimum: 13, maximum: 26, sacrifice: 4, alignment: .right),
      TableColumn("BEFORE", minimum: 8, maximum: 14, sacrifice: 3, alignment: .right),
      TableColumn("FINAL", minimum: 6, maximum: 8, sacrifice: 5, alignment: .right),
    ]
    drawTable(.money, columns, into: &frame, in: rect) { index, isCurrent, frame in
      let line = lines[index]
      return TableRow(
        [
          [TextRun(line.title)], [TextRun(line.words)],
          [TextRun(line.basis, role: .dim)], [TextRun(line.intervalWords ?? "", role: .dim)],
          [TextRun(line.previous.map(line.words) ?? "", role: .dim)],
          [TextRun(line.final.map(line.words) ?? "", role: .dim)],
        ], isCurrent: isCurrent, frame)
    }
  }

  // MARK: Sentences

  /// The money as sentences; empty before it is computed.
  var moneySentences: [String] {
    let lines = moneyLines.map(Self.sentence)
    return lines.isEmpty ? [] : lines + ratesSentences
  }

  static func sentence(of line: RevenueLine) -> String {
    var text = "\(line.title): \(line.words), \(line.basis)"
    if let interval = line.intervalWords { text += ", 95 % interval \(interval)" }
    if let previous = line.previous { text += "; before \(line.words(previous))" }
    if let final = line.final { text += "; final \(line.words(final))" }
    if let unknown = line.unknownWords { text += "; \(unknown) of unknown price" }
    return text + "."
  }

  /// The formula and the pitfalls of the line under the cursor.
  var moneyExplanation: [String] {
    let lines = moneyLines
    guard !lines.isEmpty else { return missingWords }
    let line = lines[min(metrics.cursors[.money].line, lines.count - 1)]
    return [
      "Formula:   \(line.measure.formula)", "Window:    \(windowWords)",
      "Value:     \(Self.sentence(of: line))", "", line.measure.explanation,
    ] + (moneyRates == nil ? [] : [""] + ratesSentences + ownCurrencies(of: line))
  }

  /// The sentence about the rates in force; none where amounts stay in their own currencies.
  private var ratesSentences: [String] {
    moneyRates.map { [$0.sentence(about: metrics.report?.revenue.currencies ?? [])] } ?? []
  }

  /// The lines of a measure in their own currencies.
  private func ownCurrencies(of line: RevenueLine) -> [String] {
    let own = metrics.report?.revenue.lines.filter { $0.measure == line.measure } ?? []
    return line.currency == nil
      ? [] : ["", "By currency:"] + own.map { "    \(Self.sentence(of: $0))" }
  }
}

extension RevenueLine {
  /// The value; a change of an amount is that between the two amounts as they are printed.
  fileprivate var words: String {
    guard case .change(.amount(let start), to: .amount(let end)) = parts else {
      return words(value)
    }
    let (change, overflow) = rounded(end).subtractingReportingOverflow(rounded(start))
    guard !overflow else { return words(value) }
    return (change > 0 ? "+" : "") + words(.amount(change))
  }

  private func rounded(_ micros: Int64) -> Int64 {
    Money(micros: micros, currency: currency ?? "").rounded.micros
  }

  /// A quantity without its currency, which the title has.
  fileprivate func words(_ quantity: Quantity) -> String {
    switch quantity {
    case .share(let share): Formatting.percent(share)
    case .number(let number):
      number == number.rounded() && number.magnitude < 1e15
        ? Formatting.count(Int(number)) : Formatting.hundredths(number)
    case .amount(let micros): Money(micros: micros, currency: currency ?? "").grouped
    }
  }

  /// The quantities behind the value.
  fileprivate var basis: String {
    switch parts {
    case .ratio(let one, let other): "\(words(one)) of \(words(other))"
    case .change(let start, let end): "\(words(start)) to \(words(end))"
    }
  }

  fileprivate var intervalWords: String? {
    interval.map { interval in
      if case .share(let low) = interval.low, case .share(let high) = interval.high {
        return Formatting.percents(low...high)
      }
      return "\(words(interval.low))..\(words(interval.high))"
    }
  }
}

extension Formatting {
  /// A number with two decimals, rounded to the nearest.
  fileprivate static func hundredths(_ number: Double) -> String {
    let hundredths = Int((number.magnitude * 100).rounded())
    return (number < 0 ? "-" : "") + "\(count(hundredths / 100)).\(twoDigits(hundredths % 100))"
  }
}
