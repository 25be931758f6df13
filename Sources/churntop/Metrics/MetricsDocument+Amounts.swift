import SubscriptionCore

/// The amounts of a window: a row for each currency, which are never added up.
extension MetricsDocument {
  /// The amounts as a table, each beside the window before; `nil` if no amount is measured.
  var amounts: Table? {
    guard !amountFigures.isEmpty else { return nil }
    let columns = amountFigures.flatMap { figure in
      [
        Table.Column(title: figure.metric.title.uppercased(), leansRight: true),
        Table.Column(title: "BEFORE", leansRight: true, turn: 1),
      ]
    }
    return Table(
      columns: [Table.Column(title: "CURRENCY")] + columns,
      rows: amountRows.map { row in row.map { Table.Cell(text: $0) } })
  }

  var amountFigures: [MetricFigure] { report.figures.filter { $0.metric.kind == .money } }

  /// A row for each currency, and one for the number of unknown amounts if there are any: the
  /// name, and for each figure its value and that of the window before.
  var amountRows: [[String]] {
    let columns = amountFigures.flatMap { [amounts(of: $0.value), amounts(of: $0.previous)] }
    func row(_ name: String, _ cell: (Amounts) -> String) -> [String] {
      [name] + columns.map { $0.map(cell) ?? "-" }
    }
    let currencies = Set(columns.compactMap(\.self).flatMap(\.sums).map(\.currency)).sorted()
    let rows = currencies.map { currency in
      row(currency) { amounts in
        let amount = amounts.sums.first { $0.currency == currency }
        return (amount ?? Money(micros: 0, currency: currency)).grouped
      }
    }
    guard columns.contains(where: { ($0?.unknown ?? 0) > 0 }) else { return rows }
    return rows + [row("unknown") { String($0.unknown) }]
  }

  /// The sums by currency, and the number of amounts that are in none.
  private typealias Amounts = (sums: [Money], unknown: Int)

  /// The amounts of a value; `nil` without one.
  private func amounts(of value: MetricValue?) -> Amounts? {
    guard case .money(let micros, let unknown)? = value else { return nil }
    return (words.amounts(micros), unknown)
  }
}
