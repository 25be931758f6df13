import SubscriptionCore

/// A formatter of metric values for people.
struct MetricsText {
  /// The exchange rates; `nil` if amounts stay in their own currencies.
  let rates: ExchangeRates?

  /// Formats a value without its basis, for example `41.0 %`, `3d 4h` or `1204.50 EUR`.
  func value(_ value: MetricValue?) -> String {
    switch value {
    case .rate(let rate)?: rate.share.map(Self.percent) ?? "-"
    case .duration(let length, _, _)?: length.map { DurationText.short($0) } ?? "-"
    case .money(let micros, _)?: money(micros)
    case nil: "-"
    }
  }

  /// Formats the numerator and the denominator of a rate, the number of episodes of a duration, or
  /// the number of amounts that are unknown.
  func basis(_ value: MetricValue) -> String {
    switch value {
    case .rate(let rate): Self.basis(rate)
    case .duration(_, _, let count): CountText.grouped(count)
    case .money(_, let unknown): unknown == 0 ? "" : "\(CountText.grouped(unknown)) unknown"
    }
  }

  /// Formats the numerator and the denominator of a rate.
  static func basis(_ rate: Rate) -> String {
    "\(CountText.grouped(rate.numerator)) / \(CountText.grouped(rate.denominator))"
  }

  /// Formats the 95 % interval; empty without one.
  func interval(_ value: MetricValue) -> String {
    switch value {
    case .rate(let rate):
      rate.interval.map { "\(Self.tenths($0.lowerBound)) - \(Self.percent($0.upperBound))" } ?? ""
    case .duration(_, let interval, _):
      interval.map {
        "\(DurationText.short($0.lowerBound)) - \(DurationText.short($0.upperBound))"
      } ?? ""
    case .money: ""
    }
  }

  /// Formats the change from the window before with an arrow; empty if it is no more than noise,
  /// and for amounts.
  func change(_ figure: MetricFigure) -> String {
    switch (figure.value, figure.previous, figure.change) {
    case (.rate(let now), .rate(let before)?, .up), (.rate(let now), .rate(let before)?, .down):
      guard let share = now.share, let other = before.share else { return "" }
      return "\(arrow(figure.change)) \(Self.tenths((share - other).magnitude)) points"
    case (.duration(let now?, _, _), .duration(let before?, _, _)?, .up),
      (.duration(let now?, _, _), .duration(let before?, _, _)?, .down):
      return "\(arrow(figure.change)) \(DurationText.short(now - before))"
    case (.rate, _, _), (.duration, _, _), (.money, _, _): return ""
    }
  }

  /// Formats sums by currency, brought to the report currency where there are rates.
  func money(_ micros: [String: Int64]) -> String {
    let amounts = amounts(micros)
    return amounts.isEmpty ? "0" : amounts.map(\.text).joined(separator: " + ")
  }

  /// Returns sums by currency as amounts: one in the report currency where there are rates,
  /// followed by those without a rate.
  func amounts(_ micros: [String: Int64]) -> [Money] {
    rates.map { $0.converted(micros) } ?? Statistics.money(micros)
  }

  /// Returns the cells of CSV beside an amount in its own currency: the amount in the report
  /// currency, and that currency; both empty where there is no rate for it.
  func reportCells(_ amount: Money?) -> [String] {
    guard let amount, let report = rates?.converted(amount) else { return ["", ""] }
    return [report.decimal, report.currency]
  }

  private func arrow(_ change: MetricChange) -> String {
    switch change {
    case .up: "▴"
    case .down: "▾"
    case .noise: ""
    }
  }

  /// Formats a share in per cent with one decimal, rounded to the nearest.
  static func percent(_ share: Double) -> String { tenths(share) + " %" }

  /// Formats a share in per cent without the sign.
  static func tenths(_ share: Double) -> String {
    let tenths = Int((share.magnitude * 1000).rounded())
    return (share < 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// Formats a range of days with its last day included, for example `2026-11-13 to 2026-11-19`.
  static func days(_ days: Range<CivilDate>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound.adding(days: -1))
    return first == last ? first.iso8601 : "\(first.iso8601) to \(last.iso8601)"
  }

  /// Returns the name of a group for people; text from outside is not sanitized.
  static func group(_ name: String, _ grouping: MetricsGrouping) -> String {
    switch grouping {
    case .store: Store(rawValue: name)?.title ?? name
    case .product, .plan, .country, .app, .cohort: name.isEmpty ? "(unknown)" : name
    case .tag: name.isEmpty ? "(no tag)" : name
    }
  }
}
