import SubscriptionCore

/// The metrics of a window as JSON and CSV.
extension MetricsDocument {
  /// The whole report; every figure has its numerator, denominator, window and formula.
  var json: JSON {
    [
      "asOf": JSON(report.now), "filter": JSON(filter),
      "window": Self.window(report.window), "previous": Self.window(report.previous),
      "closed": Self.window(report.closed),
      "currency": rates.map(Self.currency) ?? .null,
      "failed": JSON(report.failed), "failedBefore": JSON(report.failedBefore),
      "failedChange": JSON(report.failedComparison?.change.name),
      "firstFailure": JSON(report.firstFailure?.iso8601),
      "caveats": .array(report.caveats.map { .string($0.rawValue) }),
      "lateNews": late?.json ?? .null,
      "metrics": .array(report.figures.map(figure)),
      "money": .array(revenue.json), "moneyByCurrency": .array(ownRevenue.json),
      "prompts": prompts?.json ?? .null,
      "outcomes": .object(
        BillingEpisode.Outcome.allCases.map {
          JSON.Member(name: $0.rawValue, value: JSON(report.outcomes[$0, default: 0]))
        }),
      "ended": .array(report.ends.map(ends)), "trials": trials,
      "recoveredByDay": .array(report.recoveredByDay.map { JSON($0) }),
      "curve": .array(report.curve.points.map(point)),
      "cohorts": .array(report.cohorts.map(cohort)),
      "by": JSON(report.grouping?.rawValue),
      "groups": .array(report.groups.map(group)),
      "unlisted": report.unlisted.map { unlisted in
        [
          "groups": JSON(unlisted.groups), "failed": JSON(unlisted.failed),
          "renewals": JSON(unlisted.renewals), "ends": JSON(unlisted.ends),
          "subscriptions": JSON(unlisted.subscriptions),
        ]
      } ?? .null,
      "references": .array(report.references.map(reference)),
    ]
  }

  /// The report currency, the day of its rates, and whether they are a demo's invention.
  static func currency(_ rates: ExchangeRates) -> JSON {
    [
      "report": .string(rates.currency), "date": .string(rates.date.iso8601),
      "invented": .bool(rates.isInvented),
    ]
  }

  /// The figures, those of the groups, the money and the comparisons of prompts, one object each.
  var lines: [JSON] {
    let window: JSON = ["window": Self.window(report.window)]
    return report.figures.map { line($0, group: nil) }
      + report.groups.flatMap { group in
        group.figures.map { line($0, group: group.name) }
      } + revenue.json.map { window.adding($0) } + (prompts?.lines ?? [])
  }

  private func line(_ figure: MetricFigure, group: String?) -> JSON {
    let place: JSON = ["group": JSON(group), "window": Self.window(report.window)]
    return place.adding(self.figure(figure))
  }

  static func window(_ days: Range<CivilDate>) -> JSON {
    [
      "from": .string(days.lowerBound.iso8601),
      "to": .string(days.upperBound.adding(days: -1).iso8601), "days": JSON(days.dayCount),
    ]
  }

  private func figure(_ figure: MetricFigure) -> JSON {
    [
      "metric": .string(figure.metric.rawValue), "title": .string(figure.metric.title),
      "formula": .string(figure.metric.formula), "value": value(figure.value),
      "previous": figure.previous.map(value) ?? .null, "change": .string(figure.change.name),
      "final": figure.final.map(value) ?? .null, "open": JSON(figure.open),
      "isFinal": .bool(figure.isFinal), "rest": rest(figure),
      "subscribers": JSON(figure.filter), "lists": .array(figure.lists.map(Self.list)),
      "trend": .array(figure.trend.map { $0.map(Self.percent) ?? .null }),
      "trendAgeDays": figure.metric.followsFailures ? JSON(windows.trendAgeDays) : .null,
    ]
  }

  private var windows: MetricsWindows { MetricsWindows(report.window, now: report.now) }

  /// The rate of all other groups, and the standing beside it; `null` where nothing is compared.
  private func rest(_ figure: MetricFigure) -> JSON {
    guard let comparison = figure.comparison else { return .null }
    return Self.rate(comparison.rest).adding([
      "verdict": .string(comparison.verdict.rawValue), "standing": JSON(figure.standing),
      "p": .rounded(comparison.pValue),
    ])
  }

  private static func list(_ list: FigureList) -> JSON {
    [
      "of": .string(list.title), "counts": .string(list.unit.rawValue), "count": JSON(list.count),
      "filter": .string(list.filter),
    ]
  }

  private func value(_ value: MetricValue) -> JSON {
    switch value {
    case .rate(let rate): Self.rate(rate)
    case .duration(let length, let interval, let count):
      [
        "seconds": length.map(Self.seconds) ?? .null,
        "low": interval.map { Self.seconds($0.lowerBound) } ?? .null,
        "high": interval.map { Self.seconds($0.upperBound) } ?? .null, "count": JSON(count),
      ]
    case .money(let micros, let unknown):
      [
        "amounts": .sums(micros), "report": .sums(micros, at: rates), "unknown": JSON(unknown),
      ]
    }
  }

  /// A rate with its parts and its 95 % interval.
  static func rate(_ rate: Rate) -> JSON {
    [
      "numerator": JSON(rate.numerator), "denominator": JSON(rate.denominator),
      "percent": rate.share.map(percent) ?? .null,
      "low": rate.interval.map { percent($0.lowerBound) } ?? .null,
      "high": rate.interval.map { percent($0.upperBound) } ?? .null,
    ]
  }

  /// A share in per cent, to the thousandth.
  static func percent(_ share: Double) -> JSON {
    .thousandths(Int64((share * 100_000).rounded()))
  }

  private static func seconds(_ length: Duration) -> JSON {
    .integer(length.wholeMilliseconds / 1000)
  }

  private func ends(_ line: MetricsReport.Ends) -> JSON {
    [
      "cause": JSON(line.cause?.rawValue), "count": JSON(line.count),
      "previous": JSON(line.previous),
    ]
  }

  private var trials: JSON {
    let trials = report.trials
    return [
      "due": JSON(report.trialsDue), "failed": JSON(trials.failed),
      "enteredGrace": JSON(trials.enteredGrace), "enteredHold": JSON(trials.enteredHold),
      "recovered": JSON(trials.recovered), "endedUnpaid": JSON(trials.endedUnpaid),
      "open": JSON(trials.open),
    ]
  }

  func point(_ point: RecoveryCurve.Point) -> JSON {
    [
      "days": JSON(Int(point.days)), "atRisk": JSON(point.atRisk),
      "recovered": Self.percent(point.recovered), "low": Self.percent(point.recoveredLow),
      "high": Self.percent(point.recoveredHigh), "canceled": Self.percent(point.canceled),
      "ranOut": Self.percent(point.ranOut), "other": Self.percent(point.other),
    ]
  }

  func cohort(_ cohort: RecoveryCohort) -> JSON {
    [
      "week": .string(cohort.week.iso8601), "failed": JSON(cohort.failed),
      "open": JSON(cohort.open), "closed": .bool(cohort.isClosed),
      "recovered": JSON(cohort.recovered),
      "recoveredByDay": .array(cohort.recoveredByDay.map { JSON($0) }),
      "subscribers": .string(report.list(of: cohort).filter),
    ]
  }

  func group(_ group: MetricsReport.Group) -> JSON {
    [
      "name": group.name.isEmpty ? .null : .string(group.name), "failed": JSON(group.failed),
      "subscribers": JSON(report.list(of: group)?.filter),
      "metrics": .array(group.figures.map(figure)),
    ]
  }

  private func reference(_ line: ReferenceFigure) -> JSON {
    [
      "metric": JSON(line.metric?.rawValue), "value": .string(line.value),
      "text": .string(line.text), "store": JSON(line.store?.rawValue),
      "publisher": .string(line.publisher), "url": .string(line.url), "date": .string(line.date),
    ]
  }

  /// The names of the columns of CSV.
  static let csvNames = [
    "group", "metric", "from", "to", "currency", "value", "low", "high", "numerator",
    "denominator", "unknown", "previous", "final", "open", "change", "formula", "rest",
    "standing", "report", "reportCurrency",
  ]

  /// The figures as CSV, an amount of each currency in a record of its own.
  var csv: String {
    CSV.record(Self.csvNames)
      + report.figures.map { records($0, group: "") }.joined()
      + groupRecords + revenue.csv(report.window) + (prompts?.csv ?? "")
  }

  /// The figures of the groups as records of CSV.
  var groupRecords: String {
    report.groups.flatMap { group in group.figures.map { records($0, group: group.name) } }.joined()
  }

  private func records(_ figure: MetricFigure, group: String) -> String {
    var currencies = [""]
    if case .money = figure.value {
      // An amount of the window before alone is one of this window, too: 0.
      let all = [figure.value, figure.previous, figure.final].flatMap { value in
        if case .money(let micros, _)? = value { Array(micros.keys) } else { [String]() }
      }
      if !all.isEmpty { currencies = Set(all).sorted() }
    }
    let rest = figure.comparison?.rest
    return currencies.map { currency in
      let now = Cells(figure.value, currency)
      let before = figure.previous.map { Cells($0, currency).value } ?? ""
      let final = figure.final.map { Cells($0, currency).value } ?? ""
      return CSV.record(
        [
          group, figure.metric.rawValue, report.window.lowerBound.iso8601,
          report.window.upperBound.adding(days: -1).iso8601, currency, now.value, now.low, now.high,
          now.numerator, now.denominator, now.unknown, before, final, String(figure.open),
          figure.change == .noise ? "" : figure.change.name,
          figure.metric.formula, rest?.share.map { Self.percent($0).compact } ?? "",
          figure.standing ?? "",
        ] + words.reportCells(now.amount))
    }.joined()
  }

  /// The cells of a value: per cent, seconds or an amount.
  private struct Cells {
    var (value, low, high) = ("", "", "")
    var (numerator, denominator, unknown) = ("", "", "")
    var amount: Money?

    init(_ metric: MetricValue, _ currency: String) {
      func percent(_ share: Double) -> String { MetricsDocument.percent(share).compact }
      func seconds(_ length: Duration) -> String { MetricsDocument.seconds(length).compact }
      switch metric {
      case .rate(let rate):
        (numerator, denominator) = (String(rate.numerator), String(rate.denominator))
        value = rate.share.map(percent) ?? ""
        low = rate.interval.map { percent($0.lowerBound) } ?? ""
        high = rate.interval.map { percent($0.upperBound) } ?? ""
      case .duration(let length, let interval, let count):
        denominator = String(count)
        value = length.map(seconds) ?? ""
        low = interval.map { seconds($0.lowerBound) } ?? ""
        high = interval.map { seconds($0.upperBound) } ?? ""
      case .money(let micros, let count):
        unknown = String(count)
        guard !currency.isEmpty else { return }
        let amount = Money(micros: micros[currency, default: 0], currency: currency)
        (self.amount, value) = (amount, amount.decimal)
      }
    }
  }
}
