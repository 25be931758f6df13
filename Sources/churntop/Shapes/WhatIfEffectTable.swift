import SubscriptionCore

/// The figures of a what-if under both policies, a line each.
struct WhatIfEffectTable {
  let report: WhatIfReport
  /// The exchange rates; `nil` if amounts stay in their own currencies.
  let rates: ExchangeRates?

  /// The names of the columns of CSV.
  static let names = [
    "payments", "figure", "currency", "current", "currentLow", "currentHigh", "candidate",
    "candidateLow", "candidateHigh", "change", "changeLow", "changeHigh",
  ]

  /// The figures, those with the days of payments held fixed before those to be expected; days are
  /// whole, and bands are of 95 %.
  var rows: [JSON] {
    report.lines(\.fixedLines, at: rates).map { row($0, "fixed") }
      + report.lines(\.expectedLines, at: rates).map { row($0, "expected") }
  }

  /// The figures as CSV.
  var csv: String {
    CSV.record(Self.names) + rows.map { CSV.record($0.cells) }.joined()
  }

  private func row(_ line: WhatIfReport.Line, _ payments: String) -> JSON {
    var currency: String?
    if case .money(let money) = line.current { currency = money.currency }
    let change: [JSON] =
      switch line.change {
      case let band?: Self.cells(.expected(band))
      case nil:
        [
          line.countChange.map(JSON.integer) ?? line.moneyChange.map { .string($0.decimal) }
            ?? .null
        ]
          + [.null, .null]
      }
    let cells =
      [.string(payments), .string(line.title), JSON(currency)] + Self.cells(line.current)
      + Self.cells(line.candidate) + change
    return .object(zip(Self.names, cells).map { JSON.Member(name: $0, value: $1) })
  }

  /// The value with the ends of its band.
  private static func cells(_ value: WhatIfReport.Line.Value) -> [JSON] {
    switch value {
    case .count(let count): [.integer(count), .null, .null]
    case .expected(let count):
      [count.value, count.low, count.high].map { .rounded($0) }
    case .money(let money): [.string(money.decimal), .null, .null]
    }
  }
}
