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

  /// The figures that are amounts.
  var amountFigures: [MetricFigure] { report.figures.filter { $0.metric.kind == .money } }

  /// A row for each currency, and one for the number of unknown amounts if there are any: the
  /// name, and for each figure its value and that of the window before.
  var amountRows: [[String]] {
    let values = amountFigures.flatMap { [$0.value, $0.previous] }
    let sums = values.map { value in
      guard case .money(let micros, _)? = value else { return [Money]() }
      return words.amounts(micros)
    }
    let unknown = values.map { value in
      guard case .money(_, let unknown)? = value else { return 0 }
      return unknown
    }
    let currencies = Set(sums.joined().map(\.currency)).sorted()
    let rows = currencies.map { currency in
      [currency]
        + sums.map { list in
          let amount = list.first { $0.currency == currency }
          return (amount ?? Money(micros: 0, currency: currency)).grouped
        }
    }
    guard unknown.contains(where: { $0 > 0 }) else { return rows }
    return rows + [["unknown"] + unknown.map(String.init)]
  }
}
