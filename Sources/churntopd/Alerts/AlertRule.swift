import SubscriptionCore

/// When to tell somebody, and how.
struct AlertRule: Hashable, Sendable {
  /// What is looked at.
  enum Trigger: Hashable, Sendable {
    /// More than so many subscriptions satisfy a filter.
    case count(Filter, over: Int)
    /// The recovery rate of the last 7 days is so many points below that of the last 30.
    case recoveryFalls(points: Int)
  }

  /// Who is told.
  struct Channel: Hashable, Sendable {
    /// The program to run with its arguments; empty for none.
    var run: [String] = []
    /// How long the program may take.
    var timeout = Duration.seconds(30)
    /// The address to post to.
    var post: String?
    /// Where the secret is that signs what is posted.
    var secret: SecretSource?
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
