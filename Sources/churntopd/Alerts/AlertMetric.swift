import EventLedger
import SubscriptionCore

/// The figures of the ledger that an alert may watch, by their names in the configuration: those of
/// its counters, and every metric of a report.
///
/// A metric of the same name as a counter's figure, as a recovery rate, is that figure.
enum AlertMetric: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// A figure of the counters.
  case counter(CounterMetric)
  /// A metric of a report of 30 days.
  case report(Metric)

  init?(rawValue: String) {
    let counter = CounterMetric(rawValue: rawValue).map(AlertMetric.counter)
    guard let found = counter ?? Metric(rawValue: rawValue).map(AlertMetric.report) else {
      return nil
    }
    self = found
  }

  var rawValue: String {
    switch self {
    case .counter(let metric): metric.rawValue
    case .report(let metric): metric.rawValue
    }
  }

  static var allCases: [AlertMetric] {
    let metrics = Metric.allCases.filter { CounterMetric(rawValue: $0.rawValue) == nil }
    return CounterMetric.allCases.map(AlertMetric.counter) + metrics.map(AlertMetric.report)
  }

  /// The meaning, without a full stop.
  var summary: String {
    switch self {
    case .counter(let metric): metric.summary
    case .report(let metric): "\(unit): \(metric.formula), \(metric.alertDays)"
    }
  }

  /// A Boolean value that indicates whether the alert fires below its threshold, and not above.
  var firesBelow: Bool {
    switch self {
    case .counter(let metric): metric.firesBelow
    case .report(let metric): metric.favors == .up
    }
  }

  /// A Boolean value that indicates whether the value is a sum of money, which has a currency.
  var hasCurrency: Bool {
    switch self {
    case .counter(let metric): metric == .mrrAtRisk
    case .report(let metric): metric.kind == .money
    }
  }

  /// A Boolean value that indicates whether the value is a percentage.
  var isPercentage: Bool {
    switch self {
    case .counter(let metric): metric.firesBelow
    case .report(let metric): metric.kind == .rate
    }
  }

  private var unit: String {
    isPercentage ? "percent" : hasCurrency ? "whole units of `currency`" : "hours"
  }

  /// Returns a value with its unit, as `5 %`, `1 hour`, `1,200 EUR`, and a plain number of things.
  func words(_ value: Int, in currency: String?) -> String {
    if isPercentage { return CountText.grouped(value) + " %" }
    if hasCurrency { return CountText.grouped(value) + " " + (currency ?? "") }
    guard case .report = self else { return CountText.grouped(value) }
    return CountText.of(value, "hour")
  }

  /// A measured value.
  struct Measurement: Hashable, Sendable {
    /// The value.
    var value: Int
    /// The value in words.
    var text: String

    /// Creates a measurement.
    init(value: Int, text: String) { (self.value, self.text) = (value, text) }

    /// Creates the measurement of a number of things, as `3 failed renewals since midnight UTC`.
    init(_ count: Int, _ one: String, _ rest: String) {
      self.init(value: count, text: "\(CountText.of(count, one)) \(rest)")
    }
  }

  /// The fewest cases that make a rate or a median.
  static let casesMin = 20

  /// Measures the figure on a ledger whose rows are up to date, money in a currency, and of
  /// receivers the configured ones alone; `nil` if there is too little to measure.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read.
  func measure(
    in ledger: any Ledger, currency: String?, receivers: Set<String>, at now: Timestamp
  ) throws(LedgerError) -> Measurement? {
    switch self {
    case .counter(let metric):
      return try metric.measure(in: ledger, currency: currency, receivers: receivers, at: now)
    case .report(let metric):
      let windows = MetricsWindows(days: ClosedWindow.length, now: now)
      let report =
        metric.needsDaysOnly ? try ledger.metricsOfDays(windows) : try ledger.metrics(windows)
      return measurement(of: report[metric], in: currency)
    }
  }

  /// Measures a figure of a report: final ones of the days whose failures are over.
  ///
  /// A value above which an alert fires is rounded up, and one below which it fires is rounded
  /// down, so that what is beyond the threshold is beyond it here.
  func measurement(of figure: MetricFigure?, in currency: String?) -> Measurement? {
    guard let figure, let value = figure.metric.followsFailures ? figure.final : figure.value,
      !value.isEmpty
    else { return nil }
    let metric = figure.metric
    func measured(_ value: Double, _ cases: String) -> Measurement {
      let whole = Int(clamping: Int64(value.rounded(firesBelow ? .down : .up)))
      return Measurement(
        value: whole,
        text: "\(metric.title): \(words(whole, in: currency))\(cases) (\(metric.formula), "
          + "\(metric.alertDays))")
    }
    switch value {
    case .rate(let rate):
      guard rate.denominator >= Self.casesMin else { return nil }
      return measured(
        Double(rate.numerator * 100) / Double(rate.denominator),
        ", \(CountText.grouped(rate.numerator)) of \(CountText.grouped(rate.denominator))")
    case .duration(let length, _, let count):
      guard let length, count >= Self.casesMin else { return nil }
      let hours = Double(length.wholeMilliseconds) / 3_600_000
      return measured(hours, ", \(CountText.of(count, "episode"))")
    case .money(let micros, let unknown):
      return measured(
        Double(micros[currency ?? ""] ?? 0) / 1_000_000,
        unknown > 0 ? ", and \(CountText.grouped(unknown)) of unknown price" : "")
    }
  }
}

extension Metric {
  /// The days that an alert measures the metric over, in words.
  fileprivate var alertDays: String {
    followsFailures
      ? "of the failures 61 to 90 days ago" : isAtEnd ? "yesterday" : "in the last 30 days"
  }
}
