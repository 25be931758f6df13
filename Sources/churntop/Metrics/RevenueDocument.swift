import SubscriptionCore

/// The money of a window as text, for the command, the report and exports.
struct RevenueDocument {
  /// The lines, in the report currency where there are rates.
  let lines: [RevenueLine]

  /// Creates the document of a report's money.
  init(_ figures: RevenueFigures, rates: ExchangeRates?) {
    lines = (rates.map(figures.converted) ?? figures).lines
  }

  /// The headings of ``rows``.
  static let columns = ["Money", "Value", "95 %", "Of", "Before", "Final"]

  /// The lines that tables show: not the changes of MRR, since the amounts of both windows stand
  /// side by side in ``MetricsDocument/amounts``.
  var shown: [RevenueLine] { lines.filter { !$0.isChange } }

  /// The lines shown, a row each, with one text for each of ``columns``.
  var rows: [[String]] { rows(of: shown) }

  private func rows(of lines: [RevenueLine]) -> [[String]] {
    lines.map { line in
      let interval = line.interval.map { "\(text($0.low, line)) - \(text($0.high, line))" }
      return [
        line.title, text(line.value, line, isChange: line.isChange), interval ?? "",
        basis(line), line.previous.map { text($0, line) } ?? "",
        line.final.map { text($0, line) } ?? "",
      ]
    }
  }

  private func text(
    _ quantity: RevenueLine.Quantity, _ line: RevenueLine, isChange: Bool = false
  ) -> String {
    switch quantity {
    case .share(let share): return MetricsText.percent(share)
    case .number(let number):
      return number == number.rounded() && number.magnitude < 1e15
        ? CountText.grouped(Int(number)) : MetricsText.hundredths(number)
    case .amount(let micros):
      let sign = isChange && micros > 0 ? "+" : ""
      return sign + Money(micros: micros, currency: line.currency ?? "").text
    }
  }

  private func basis(_ line: RevenueLine) -> String {
    let unknown = line.unknownWords.map { ", \($0) unknown" } ?? ""
    switch line.parts {
    case .ratio(let numerator, let denominator):
      return "\(text(numerator, line)) / \(text(denominator, line))\(unknown)"
    case .change(let from, let to): return "\(text(from, line)) to \(text(to, line))\(unknown)"
    }
  }

  // MARK: Text

  /// The money as a section of text output; empty if there is none.
  func text(ink: Bool, room: Int?) -> String { table.text(ink: ink, room: room) }

  /// The money as a Markdown table; empty if there is none.
  var markdown: String { shown.isEmpty ? "" : table.markdown }

  /// All lines as a Markdown table, the changes of MRR included.
  var wholeMarkdown: String {
    Table(figures: Self.columns, rows(of: lines), strong: 1).markdown
  }

  private var table: Table { Table(figures: Self.columns, rows, strong: 1, turns: [2: 1, 3: 2]) }

  // MARK: Data

  /// The lines as data; amounts are decimals of the line's currency.
  var json: [JSON] { lines.map(json) }

  private func json(_ line: RevenueLine) -> JSON {
    var (numerator, denominator, start, end) = (JSON.null, JSON.null, JSON.null, JSON.null)
    switch line.parts {
    case .ratio(let first, let second):
      (numerator, denominator) = (json(first, line), json(second, line))
    case .change(let first, let second): (start, end) = (json(first, line), json(second, line))
    }
    return [
      "measure": .string(line.measure.rawValue), "title": .string(line.measure.title),
      "formula": .string(line.measure.formula), "currency": JSON(line.currency),
      "value": json(line.value, line), "low": json(line.interval?.low, line),
      "high": json(line.interval?.high, line), "numerator": numerator,
      "denominator": denominator, "start": start, "end": end,
      "previous": json(line.previous, line), "final": json(line.final, line),
      "unknown": JSON(line.unknown), "unknownAtStart": JSON(line.unknownAtStart),
    ]
  }

  private func json(_ quantity: RevenueLine.Quantity?, _ line: RevenueLine) -> JSON {
    switch quantity {
    case .share(let share)?: MetricsDocument.percent(share)
    case .number(let number)?: .rounded(number)
    case .amount(let micros)?:
      .string(Money(micros: micros, currency: line.currency ?? "").decimal)
    case nil: .null
    }
  }

  /// The lines as records under the names of ``MetricsDocument/csvNames``.
  func csv(_ window: Range<CivilDate>) -> String {
    lines.map { line in
      func cell(_ quantity: RevenueLine.Quantity?) -> String { json(quantity, line).cell }
      var parts = ("", "")
      if case .ratio(let first, let second) = line.parts { parts = (cell(first), cell(second)) }
      return CSV.record([
        "", line.measure.rawValue, window.lowerBound.iso8601,
        window.upperBound.adding(days: -1).iso8601, line.currency ?? "", cell(line.value),
        cell(line.interval?.low), cell(line.interval?.high), parts.0, parts.1,
        line.unknown > 0 ? String(line.unknown) : "", cell(line.previous), cell(line.final), "",
        "", line.measure.formula, "", "", "", "",
      ])
    }.joined()
  }
}

extension RevenueLine {
  /// A Boolean value that indicates whether the value is a change over the window.
  var isChange: Bool { if case .change = parts { true } else { false } }
}

extension MetricsText {
  /// Formats a number with two decimals, rounded to the nearest.
  static func hundredths(_ number: Double) -> String {
    let hundredths = Int((number.magnitude * 100).rounded())
    let rest = hundredths % 100
    return (number < 0 ? "-" : "") + "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
