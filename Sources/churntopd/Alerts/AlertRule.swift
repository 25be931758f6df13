import SubscriptionCore

/// A configured alert: its trigger and its channels.
struct AlertRule: Hashable, Sendable {
  /// The condition of an alert.
  enum Trigger: Hashable, Sendable {
    /// More than the given number of subscriptions match a filter.
    case count(Filter, over: Int)
    /// A figure of the ledger is beyond a threshold; a sum of money has a currency.
    case metric(AlertMetric, threshold: Int, currency: String?)
    /// The recovery rate of a week is the given number of points below that of the 30 days before,
    /// both within three days of the failure.
    case recoveryDrop(points: Int)
  }

  /// The destinations of an alert.
  struct Channel: Hashable, Sendable {
    /// The program to run with its arguments; empty for none.
    var run: [String] = []
    /// The time limit of the program.
    var timeout = Duration.seconds(30)
    /// The destination of the post; `nil` for none.
    var post: AlertPost?

    /// The names of the destinations.
    var receivers: [String] { run.prefix(1) + (post.map { [$0.receiver] } ?? []) }
  }

  /// The line in the configuration.
  var line: Int
  var name: String
  /// The condition.
  var trigger: Trigger
  /// The least time between two notifications.
  var every = Duration.hours(1)
  /// The destinations.
  var channel = Channel()
}

extension AlertRule {
  /// The value beyond which the alert fires.
  var threshold: Int {
    switch trigger {
    case .count(_, let over): over
    case .metric(_, let threshold, _): threshold
    case .recoveryDrop(let points): points - 1
    }
  }
}
