/// The value of a metric over a window.
public enum MetricValue: Hashable, Sendable {
  /// A share of a whole.
  case rate(Rate)
  /// A length of time over a number of episodes, with a 95 % interval; `nil` without an episode.
  case duration(Duration?, interval: ClosedRange<Duration>?, count: Int)
  /// Amounts in millionths by currency, and the number of subscriptions or episodes that are in no
  /// sum because nothing proves their price.
  case money([String: Int64], unknown: Int)
}

/// The change of a figure from the window before.
public enum MetricChange: Hashable, Sendable {
  /// Higher, by more than noise explains at 95 %.
  case up
  /// Lower, by more than noise explains at 95 %.
  case down
  /// Not distinguishable from noise, or nothing to compare with.
  case noise
}

/// One line of a report: a metric in a window and in the window before it.
public struct MetricFigure: Hashable, Sendable {
  /// The metric.
  public var metric: Metric
  /// The value over the window, as known now.
  public var value: MetricValue
  /// The value over the window before, as it was known at the same age: one window length ago.
  public var previous: MetricValue?
  /// The value over the latest window of the same length whose episodes all had their 60 days;
  /// `nil` for a metric that is final at once.
  public var final: MetricValue?
  /// The number of episodes in the value that are open and may still change it.
  public var open: Int
  /// The number of open episodes that are not in the value yet and may still come into it, as those
  /// in grace may for the rate of hold.
  public var entering: Int
  /// The lists of the subscribers that make the figure up, the numerator of a rate before its
  /// denominator; empty if no filter says it.
  public var lists: [FigureList]
  /// The values of the days of the window, oldest first, for a trend; `nil` for a day without one.
  public var trend: [Double?]
  /// The comparison of a group's rate with that of the rest; `nil` for the figure of all.
  public var comparison: GroupComparison?

  /// Creates a figure.
  public init(
    metric: Metric, value: MetricValue, previous: MetricValue? = nil, final: MetricValue? = nil,
    open: Int = 0, entering: Int = 0, lists: [FigureList] = [], trend: [Double?] = []
  ) {
    (self.metric, self.value, self.previous, self.final) = (metric, value, previous, final)
    (self.open, self.entering, self.lists, self.trend) = (open, entering, lists, trend)
  }

  /// The filter of the last of ``lists``, the whole of a rate; `nil` if no filter says it.
  public var filter: String? { lists.last?.filter }

  /// A Boolean value that indicates whether no open episode can change the value.
  public var isFinal: Bool { open == 0 && entering == 0 }

  /// The change from the window before, if it is more than noise.
  public var change: MetricChange { previous.map(value.change(from:)) ?? .noise }
}

extension MetricValue {
  /// Returns the direction of the change from an earlier value if it is more than noise.
  ///
  /// Two shares differ if the interval of their difference excludes zero (``RateDifference``). Two
  /// durations differ if their intervals do not overlap. Amounts are complete counts without
  /// sampling noise, but no model tells a trend from chance, so that they have no direction.
  public func change(from earlier: MetricValue) -> MetricChange {
    switch (self, earlier) {
    case (.rate(let now), .rate(let before)):
      let change = RateDifference(of: now, from: before)
      guard change.isMoreThanNoise, let difference = change.difference else { return .noise }
      return difference > 0 ? .up : .down
    case (.duration(_, let now?, _), .duration(_, let before?, _)):
      return now.lowerBound > before.upperBound
        ? .up : now.upperBound < before.lowerBound ? .down : .noise
    case (.rate, _), (.duration, _), (.money, _): return .noise
    }
  }

  /// A Boolean value that indicates whether the value says nothing: no denominator, no episode or
  /// no amount.
  public var isEmpty: Bool {
    switch self {
    case .rate(let rate): rate.denominator == 0
    case .duration(let length, _, _): length == nil
    case .money(let micros, let unknown): micros.isEmpty && unknown == 0
    }
  }
}
