import Intake
import SubscriptionCore
import Synchronization

/// The registry of the daemon's metrics, to which every part writes.
public final class MetricsRegistry: Sendable {
  private let state = Mutex(State())

  /// One series: a metric with the values of its labels.
  struct Series: Hashable {
    var metric: PrometheusMetric
    var labels: [String]
  }

  /// Observations by upper bound.
  struct Histogram {
    var counts = [UInt64](repeating: 0, count: MetricsRegistry.boundsInMilliseconds.count + 1)
    var sum: Duration = .zero
  }

  struct State {
    var numbers: [Series: Int64] = [:]
    var histograms: [Series: Histogram] = [:]
  }

  /// The upper bounds of a histogram's buckets; one more bucket has none.
  static let boundsInMilliseconds: [Int64] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000,
  ]

  /// Creates a registry in which every number is absent.
  public init() {}

  /// Counts one more, or several, of the series with the values of ``PrometheusMetric/labels``, in
  /// that order.
  public func count(_ metric: PrometheusMetric, _ labels: String..., by number: Int64 = 1) {
    state.withLock { $0.numbers[Series(metric: metric, labels: labels), default: 0] += number }
  }

  /// Sets a gauge.
  public func set(_ metric: PrometheusMetric, _ labels: String..., to number: Int64) {
    state.withLock { $0.numbers[Series(metric: metric, labels: labels)] = number }
  }

  /// Sets every series of a gauge by the values of ``PrometheusMetric/labels``, in that order; one
  /// that is not given goes.
  public func replace(_ metric: PrometheusMetric, with series: [[String]: Int64]) {
    state.withLock { state in
      state.numbers = state.numbers.filter { $0.key.metric != metric }
      for (labels, number) in series {
        state.numbers[Series(metric: metric, labels: labels)] = number
      }
    }
  }

  /// Sets a gauge unless its value is higher already.
  public func raise(_ metric: PrometheusMetric, _ labels: String..., to number: Int64) {
    state.withLock { state in
      let series = Series(metric: metric, labels: labels)
      state.numbers[series] = max(state.numbers[series] ?? number, number)
    }
  }

  /// Records one observation of a histogram.
  public func observe(_ metric: PrometheusMetric, _ duration: Duration) {
    let bucket = Self.boundsInMilliseconds.firstIndex { duration <= .milliseconds($0) }
    state.withLock { state in
      let series = Series(metric: metric, labels: [])
      var histogram = state.histograms[series] ?? Histogram()
      histogram.counts[bucket ?? Self.boundsInMilliseconds.count] += 1
      histogram.sum += duration
      state.histograms[series] = histogram
    }
  }

  /// The value of a counter or a gauge; 0 where nothing was recorded.
  public func value(_ metric: PrometheusMetric, _ labels: String...) -> Int64 {
    state.withLock { $0.numbers[Series(metric: metric, labels: labels)] ?? 0 }
  }

  /// The present state of every metric.
  func snapshot() -> State { state.withLock { $0 } }
}

extension MetricsRegistry {
  /// The outcomes of a transaction of the ledger.
  private enum CommitOutcome: String, CaseIterable { case stored, failed }

  /// Begins the counters of transactions, and of calls of stores, with 0 for every outcome.
  ///
  /// Prometheus sees no increase in a series that begins with its first count.
  public func begin(callsOf stores: Set<Store>) {
    for outcome in CommitOutcome.allCases { count(.commits, outcome.rawValue, by: 0) }
    for call in StoreCall.allCases {
      for store in call.stores where stores.contains(store) {
        for outcome in StoreCall.Outcome.allCases {
          count(.apiCalls, store.rawValue, call.rawValue, outcome.rawValue, by: 0)
        }
      }
    }
  }

  /// Records a report of a commit queue; pass it to the queue that is measured.
  public func note(_ report: CommitQueueReport) {
    switch report {
    case .committed(let waited, let error):
      let outcome = error == nil ? CommitOutcome.stored : .failed
      count(.commits, outcome.rawValue)
      for duration in waited { observe(.commitSeconds, duration) }
    case .omitted(let source, let count): self.count(.quarantineOmitted, source, by: Int64(count))
    }
  }

  /// Records a call of a store's API; pass it to the clients that are measured.
  public func note(_ report: StoreCallReport) {
    count(.apiCalls, report.store.rawValue, report.call.rawValue, report.outcome.rawValue)
  }
}
