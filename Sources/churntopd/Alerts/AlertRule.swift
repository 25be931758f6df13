import SubscriptionCore

/// When to tell somebody, and how.
struct AlertRule: Hashable, Sendable {
  /// What is looked at.
  enum Trigger: Hashable, Sendable {
    /// More than so many subscriptions satisfy a filter.
    case count(Filter, over: Int)
    /// The recovery rate of the last 7 days is so many points below that of the last 30.
    case recoveryDrop(points: Int)
  }

  /// Who is told.
  struct Channel: Hashable, Sendable {
    /// The program to run with its arguments; empty for none.
    var run: [String] = []
    /// How long the program may take.
    var timeout = Duration.seconds(30)
    /// Where the alert is posted; `nil` for nowhere.
    var post: AlertPost?

    /// Who is told, a name for each way.
    var receivers: [String] { run.prefix(1) + (post.map { [$0.receiver] } ?? []) }
  }

  /// The line of the configuration.
  var line: Int
  /// What it is called.
  var name: String
  /// What is looked at.
  var trigger: Trigger
  /// The least time between two tellings.
  var every = Duration.hours(1)
  /// Who is told.
  var channel = Channel()
}

extension AlertRule {
  /// Above how much the alert is told.
  var threshold: Int {
    switch trigger {
    case .count(_, let over): over
    case .recoveryDrop(let points): points - 1
    }
  }
}
